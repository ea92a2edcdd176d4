import { expect, test } from "bun:test";
import { cosines, quantiseQuery, quantiseRows } from "../../src/match/block.ts";
import { dot } from "../../src/match/space.ts";
import fc from "../support/properties.ts";
import { unitVector, unitVectors } from "../support/vectors.ts";

/** The shipped model's: the errors of rounding average out over that many products. */
const N = 384;

function blockOf(rows: readonly Float32Array[], n = N) {
  const all = new Float32Array(rows.length * n);
  for (const [i, row] of rows.entries()) all.set(row, i * n);
  return { ...quantiseRows(all, n), nodes: [] };
}

test("rounding costs a cosine less than .002", () => {
  fc.assert(
    fc.property(unitVector(N), unitVectors(N, 1, 4), (query, rows) => {
      const found = cosines(quantiseQuery(query), blockOf(rows));
      for (const [i, row] of rows.entries()) expect(Math.abs((found[i] ?? 9) - dot(query, row))).toBeLessThan(0.002);
    }),
    { numRuns: 40 },
  );
});

test("a vector of zeros has cosine 0 with everything, and no row gives no cosine", () => {
  const zero = new Float32Array(N);
  const one = Float32Array.from({ length: N }, (_, k) => (k === 0 ? 1 : 0));
  expect([...cosines(quantiseQuery(zero), blockOf([one]))]).toEqual([0]);
  expect([...cosines(quantiseQuery(one), blockOf([zero, one]))]).toEqual([0, expect.closeTo(1, 3)]);
  expect([...cosines(quantiseQuery(one), blockOf([]))]).toEqual([]);
});

test.each([N, 512, 528, 768, 1024, 4096])(
  "the largest products of %i dimensions stay whole numbers of 32 bits",
  (n) => {
    const flat = new Float32Array(n).fill(1 / Math.sqrt(n));
    const [cosine = 0] = cosines(quantiseQuery(flat), blockOf([flat], n));
    expect(cosine).toBeCloseTo(1, 3);
  },
);
