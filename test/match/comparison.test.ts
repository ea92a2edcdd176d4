import { describe, expect, test } from "bun:test";
import { compareRecall, type Paired } from "../../src/match/comparison.ts";
import fc from "../support/properties.ts";

const pair = (first: number, isRight: boolean, { isWanted = true, second = first } = {}): Paired => ({
  first,
  second,
  isRight,
  isWanted,
});

describe("recall at a precision", () => {
  const recallOf = (pairs: readonly Paired[], wanted: number, precision: number) =>
    compareRecall(pairs, wanted, precision).first;

  test("is that of the lowest bar that still has it, over all that was wanted", () => {
    const all = [pair(0.9, true), pair(0.8, true), pair(0.7, false), pair(0.6, true), pair(0.5, false)];
    expect(recallOf(all, 4, 1)).toEqual({ recall: 0.5, at: 0.8 });
    expect(recallOf(all, 4, 0.7)).toEqual({ recall: 0.75, at: 0.6 });
  });

  test("does not cut between prompts of equal evidence", () => {
    expect(recallOf([pair(0.5, true), pair(0.5, false)], 1, 0.9)).toEqual({ recall: 0, at: null });
  });

  test("a right way for a near-miss is precise, but nothing that was wanted", () => {
    expect(recallOf([pair(0.5, true, { isWanted: false })], 2, 0.9).recall).toBe(0);
  });

  test("is nothing when there is nothing", () => {
    expect(recallOf([], 0, 0.9)).toEqual({ recall: 0, at: null });
  });

  test("falls, or stays, when more precision is asked for", () => {
    const pairs = fc.array(fc.record({ first: fc.double({ min: 0, max: 1, noNaN: true }), isRight: fc.boolean() }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(pairs, (all) => {
        const given = all.map(({ first, isRight }) => pair(first, isRight));
        expect(recallOf(given, all.length, 0.9).recall).toBeLessThanOrEqual(recallOf(given, all.length, 0.6).recall);
      }),
      { numRuns: 30 },
    );
  });
});

describe("the gain of a second ranking", () => {
  const mixed = (secondOf: (first: number, isRight: boolean) => number) =>
    Array.from({ length: 200 }, (_, i) => {
      const isRight = i % 3 !== 0;
      const first = ((i * 37) % 200) / 200;
      return pair(first, isRight, { second: secondOf(first, isRight) });
    });

  test("is nothing for the same ranking, and its interval has no width", () => {
    expect(
      compareRecall(
        mixed((first) => first),
        200,
        0.9,
      ).gain,
    ).toEqual({ mean: 0, low: 0, high: 0 });
  });

  test("is clearly above nothing for one that tells right from wrong", () => {
    const { gain } = compareRecall(
      mixed((first, isRight) => first + (isRight ? 1 : 0)),
      200,
      0.9,
    );
    expect(gain.mean).toBeGreaterThan(0.3);
    expect(gain.low).toBeGreaterThan(0);
  });

  test("of one that differs by chance only holds nothing in its interval", () => {
    const { gain } = compareRecall(
      mixed((first) => first + 0.02 * Math.sin(first * 1_000)),
      200,
      0.9,
    );
    expect(gain.low).toBeLessThanOrEqual(0);
    expect(gain.high).toBeGreaterThanOrEqual(0);
  });

  test("is the same every time", () => {
    const pairs = mixed((first) => 1 - first);
    expect(compareRecall(pairs, 150, 0.9)).toEqual(compareRecall(pairs, 150, 0.9));
  });
});
