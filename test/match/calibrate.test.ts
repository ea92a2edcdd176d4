import { describe, expect, test } from "bun:test";
import { buildCalibration } from "../../src/match/calibrate.ts";
import { dot, normalise, queryCoordinates } from "../../src/match/space.ts";
import { withPlainRows } from "../support/blocks.ts";
import fc from "../support/properties.ts";
import { unitVectors } from "../support/vectors.ts";

const N = 8;
const settings = { pull: 0.5, nullWeight: 0.5, floor: 0.1, bar: 0.3 };
const axis = (k: number) => Float32Array.from({ length: N }, (_, i) => (i === k ? 1 : 0));

/** A sentence of a language: its topic, and the language's own axis. */
const sentence = (topic: number, language: number) =>
  normalise(Float32Array.from({ length: N }, (_, k) => (k === topic ? 1 : 0) + (k === language ? 0.8 : 0)));
/** Three sentences in each of the languages. */
const parallelOf = (languages: readonly number[]) =>
  [0, 1, 2].map((topic) => languages.map((language) => sentence(topic, language)));
const calibrated = (languages: readonly number[]) =>
  buildCalibration(
    {
      generic: [axis(0), axis(1), axis(2)],
      nodes: [],
      nothing: [axis(0)],
      errands: [],
      parallel: parallelOf(languages),
    },
    settings,
    "print",
  );
/** Directions that are taken out whole, with the language's axes that they hold. */
const takenOut = (languages: readonly number[]) => {
  const { directions, damping } = calibrated(languages);
  return [...damping.keys()].filter((i) => damping[i] === 1).map((i) => directions.subarray(i * N, (i + 1) * N));
};

describe("language directions", () => {
  test("are orthonormal, and at most two where both sides differ in the same", () => {
    const rows = takenOut([3, 4, 5, 6]);
    expect(rows.length).toBe(2);
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
    expect(takenOut([3, 4]).length).toBe(1);
  });

  test("one language, or languages without a difference, have none", () => {
    expect([takenOut([3]), takenOut([3, 3]), takenOut([])]).toEqual([[], [], []]);
  });
});

describe("damping", () => {
  test("weakens what differs within a node, between its full share and nothing", () => {
    const nodes = [0, 1].map((topic) => [5, 6].map((phrase) => sentence(topic, phrase)));
    const c = buildCalibration(
      { generic: [axis(7)], nodes, nothing: [], errands: [], parallel: [] },
      settings,
      "print",
    );
    expect([...c.damping].filter((share) => share < 0 || share >= 1)).toEqual([]);
    const near = (a: Float32Array, b: Float32Array) => dot(queryCoordinates(a, c), queryCoordinates(b, c));
    const plain = buildCalibration(
      { generic: [axis(7)], nodes: [], nothing: [], errands: [], parallel: [] },
      settings,
      "print",
    );
    const before = dot(queryCoordinates(sentence(0, 5), plain), queryCoordinates(sentence(0, 6), plain));
    expect(near(sentence(0, 5), sentence(0, 6))).toBeGreaterThan(before);
  });
});

describe("the calibration", () => {
  test("holds the means of each side, the settings and a row per text of the null node and the errand node", () => {
    fc.assert(
      fc.property(
        unitVectors(N, 1, 4),
        unitVectors(N, 1, 4),
        unitVectors(N, 0, 3),
        unitVectors(N, 0, 3),
        (generic, aliases, nothing, errands) => {
          const nodes = [aliases.slice(1), aliases.slice(0, 1)];
          const c = buildCalibration({ generic, nodes, nothing, errands, parallel: [] }, settings, "print");
          expect(c).toMatchObject({ dimensions: N, fingerprint: "print", ...settings });
          expect(c.nothing.scales.length).toBe(nothing.length + errands.length);
          expect(c.nothing.nodes.map(({ count }) => count)).toEqual([nothing.length, errands.length]);
          const meanOf = (vectors: readonly Float32Array[]) =>
            vectors.reduce((sum, v) => sum + (v[0] ?? 0), 0) / vectors.length;
          expect(c.queryMean[0]).toBeCloseTo(meanOf(generic), 5);
          expect(c.aliasMean[0]).toBeCloseTo(meanOf(aliases), 5);
        },
      ),
    );
  });

  test("is the same for the same texts", () => {
    expect(withPlainRows(calibrated([3, 4, 5]))).toEqual(withPlainRows(calibrated([3, 4, 5])));
  });
});
