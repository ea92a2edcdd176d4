import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { buildCalibration } from "../../src/match/calibrate.ts";
import { dot, normalise, queryCoordinates } from "../../src/match/space.ts";
import { unitVectors } from "../support/vectors.ts";

const N = 8;
const settings = { pull: 0.5, nullWeight: 0.5, floor: 0.1, bar: 0.3, second: 0.6 };
const axis = (k: number) => Float32Array.from({ length: N }, (_, i) => (i === k ? 1 : 0));

/** A sentence of a language: its topic, and the language's own axis. */
const sentence = (topic: number, language: number) =>
  normalise(Float32Array.from({ length: N }, (_, k) => (k === topic ? 1 : 0) + (k === language ? 0.8 : 0)));
const parallelOf = (languages: readonly number[]) =>
  new Map(
    languages.map((language) => {
      const texts = [0, 1, 2].map((topic) => sentence(topic, language));
      return [`language ${language}`, { queries: texts, passages: texts }];
    }),
  );
const calibrated = (languages: readonly number[]) =>
  buildCalibration(
    { generic: [axis(0), axis(1), axis(2)], aliases: [], nothing: [axis(0)], parallel: parallelOf(languages) },
    settings,
    "print",
  );

describe("language directions", () => {
  test("are orthonormal, at most two of each side", () => {
    const { directions, damping } = calibrated([3, 4, 5, 6]);
    const rows = Array.from({ length: damping.length }, (_, i) => directions.subarray(i * N, (i + 1) * N));
    expect(rows.length).toBe(2); // both sides differ in the same two
    for (const [i, a] of rows.entries())
      for (const [j, b] of rows.entries()) expect(dot(a, b)).toBeCloseTo(i === j ? 1 : 0, 4);
  });

  test("bring the same sentence of two languages together and keep topics apart", () => {
    const c = calibrated([3, 4]);
    const at = (topic: number, language: number) => queryCoordinates(sentence(topic, language), c);
    expect(dot(sentence(0, 3), sentence(0, 4))).toBeLessThan(0.65);
    expect(dot(at(0, 3), at(0, 4))).toBeGreaterThan(0.99);
    expect(dot(at(0, 3), at(1, 4))).toBeLessThan(0.1);
  });

  test("two languages differ in one direction: rounding noise is not a second", () => {
    expect(calibrated([3, 4]).damping.length).toBe(1);
  });

  test("one language, or languages without a difference, have none", () => {
    expect(calibrated([3]).damping.length).toBe(0);
    expect(calibrated([3, 3]).damping.length).toBe(0);
    expect(calibrated([]).directions.length).toBe(0);
  });
});

describe("the calibration", () => {
  test("holds the means of each side, the settings and one null row per text", () => {
    fc.assert(
      fc.property(unitVectors(N, 1, 4), unitVectors(N, 1, 4), unitVectors(N, 0, 3), (generic, aliases, nothing) => {
        const c = buildCalibration({ generic, aliases, nothing, parallel: new Map() }, settings, "print");
        expect(c).toMatchObject({ dimensions: N, fingerprint: "print", ...settings });
        expect(c.nothing.scales.length).toBe(nothing.length);
        const meanOf = (vectors: readonly Float32Array[]) =>
          vectors.reduce((sum, v) => sum + (v[0] ?? 0), 0) / vectors.length;
        expect(c.queryMean[0]).toBeCloseTo(meanOf(generic), 5);
        expect(c.passageMean[0]).toBeCloseTo(meanOf(aliases), 5);
      }),
    );
  });

  test("is the same for the same texts", () => {
    expect(calibrated([3, 4, 5])).toEqual(calibrated([3, 4, 5]));
  });
});
