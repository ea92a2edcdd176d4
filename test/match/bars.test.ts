import { describe, expect, test } from "bun:test";
import { estimateShift as estimate, type Outcome } from "../../src/match/bars.ts";
import fc from "../support/properties.ts";

const UNIT = 0.215;
const estimateShift = (own: readonly Outcome[]) => estimate(own, UNIT);
const outcomes = (isRight: boolean, ...evidence: readonly number[]): readonly Outcome[] =>
  evidence.map((e) => ({ evidence: e, isRight }));
const many = (n: number, isRight: boolean, evidence: number) => outcomes(isRight, ...Array(n).fill(evidence));

describe("the shift of a way's bar", () => {
  test("is nothing without outcomes, and then least certain", () => {
    const { shift, error } = estimateShift([]);
    expect(shift).toBeCloseTo(0, 9);
    expect(error).toBeCloseTo(0.14 * UNIT, 9);
  });

  test("goes down for a way that is right at low evidence, up for one that is wrong at high evidence", () => {
    expect(estimateShift(many(10, true, 0.15)).shift).toBeLessThan(-0.02);
    expect(estimateShift(many(10, false, 0.3)).shift).toBeGreaterThan(0.02);
  });

  test("is small after one outcome, however strange: one prompt decides nothing", () => {
    expect(Math.abs(estimateShift(outcomes(false, 0.9)).shift)).toBeLessThan(0.02);
    expect(Math.abs(estimateShift(outcomes(true, 0)).shift)).toBeLessThan(0.02);
  });

  test("comes near the point where right and wrong part when there is much to go by", () => {
    const { shift } = estimateShift([...many(200, true, 0.34), ...many(200, false, 0.26)]);
    expect(0.84 * UNIT + shift).toBeCloseTo(0.3, 1);
  });

  test("scales with the evidence of another calibration", () => {
    const own = [...many(5, true, 0.3), ...many(3, false, 0.25)];
    const twice = own.map(({ evidence, isRight }) => ({ evidence: 2 * evidence, isRight }));
    expect(estimate(twice, 2 * UNIT).shift).toBeCloseTo(2 * estimateShift(own).shift, 9);
  });

  test("any outcome that is wrong moves it up, any that is right down, and each makes it surer", () => {
    const some = fc.array(fc.record({ evidence: fc.double({ min: 0, max: 1, noNaN: true }), isRight: fc.boolean() }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(some, fc.double({ min: 0.05, max: 0.5, noNaN: true }), fc.boolean(), (own, evidence, isRight) => {
        const [before, after] = [estimateShift(own), estimateShift([...own, { evidence, isRight }])];
        expect(Math.abs(before.shift)).toBeLessThan(1);
        if (isRight) expect(after.shift).toBeLessThanOrEqual(before.shift);
        else expect(after.shift).toBeGreaterThanOrEqual(before.shift);
        expect(estimateShift([...own, ...own]).error).toBeLessThanOrEqual(before.error + 1e-9);
      }),
    );
  });
});
