import { describe, expect, test } from "bun:test";
import { cosines, nearestOf, nearestRows, quantiseQuery, quantiseRows } from "../../src/match/block.ts";
import { buildBlock, dot } from "../../src/match/space.ts";
import { wayId } from "../../src/ways/way.ts";
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

describe("of many nodes", () => {
  const DIMENSIONS = 16;
  const library = fc.array(unitVectors(DIMENSIONS, 1, 4), { minLength: 1, maxLength: 90 }).map((nodes) =>
    buildBlock(
      nodes.map((rows, i) => {
        const flat = new Float32Array(rows.length * DIMENSIONS);
        for (const [k, row] of rows.entries()) flat.set(row, k * DIMENSIONS);
        return { id: wayId(`w${i}`), labels: rows.map(() => ""), rows: flat };
      }),
      DIMENSIONS,
    ),
  );

  test("those with the nearest centres are looked at row by row, the others are what their centre is", () => {
    fc.assert(
      fc.property(unitVector(DIMENSIONS), library, (query, block) => {
        const found = nearestOf(query, block, nearestRows);
        const whole = nearestRows(query, block);
        const centres = block.centres && cosines(quantiseQuery(query), block.centres);
        const isClose = [...block.nodes.keys()].map((i) => found.first[i] === whole.first[i]);
        expect(isClose.filter(Boolean).length).toBeGreaterThanOrEqual(Math.min(32, block.nodes.length));
        const far = isClose.flatMap((close, i) => (close ? [] : [i]));
        for (const i of far) {
          expect(found.first[i]).toBe(centres?.[i] ?? 9);
          expect(
            isClose.filter((close, k) => close && (centres?.[k] ?? 9) >= (centres?.[i] ?? 9)).length,
          ).toBeGreaterThan(31);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("a node whose rows stand close together is found among any number", () => {
    const rows = Array.from({ length: 400 }, (_, i) =>
      Float32Array.from({ length: DIMENSIONS }, (_, k) => Math.sin((i + 1) * (k + 1))),
    );
    const unit = rows.map((row) => row.map((x) => x / Math.sqrt(dot(row, row))));
    const nodes = unit.map((row, i) => ({ id: wayId(`w${i}`), labels: [""], rows: row }));
    const block = buildBlock(nodes, DIMENSIONS);
    for (const [i, row] of unit.entries()) {
      const { first } = nearestOf(row, block, nearestRows);
      expect(first[i]).toBeGreaterThan(Math.max(...first) - 0.005);
    }
  });
});
