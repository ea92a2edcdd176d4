import { expect, test } from "bun:test";
import { openScorer } from "../../../src/embed/kernel/scorer.ts";
import { type Block, nearestRows, rowsInMemory } from "../../../src/match/block.ts";
import { transform } from "../../../src/match/space.ts";
import { wayId } from "../../../src/ways/way.ts";
import fc from "../../support/properties.ts";
import { kernelCode } from "./builds.ts";

const scorer = openScorer(await kernelCode());
const N = 384;

const floats = (length: number) =>
  fc.float32Array({ minLength: length, maxLength: length, min: -1, max: 1, noNaN: true });

/** Nodes of 0 to 120 rows, some of which no way backs. */
const block: fc.Arbitrary<Block> = fc.array(fc.nat(120), { maxLength: 9 }).chain((counts) => {
  const total = counts.reduce((a, b) => a + b, 0);
  const starts = counts.map((_, i) => counts.slice(0, i).reduce((a, b) => a + b, 0));
  const nodes = counts.map((count, i) => ({
    id: wayId(`w${i}`),
    index: i,
    start: starts[i] ?? 0,
    count,
    isShipped: false,
  }));
  return fc.record({
    rows: fc.int8Array({ minLength: total * N, maxLength: total * N, min: -127 }).map(rowsInMemory),
    scales: floats(total),
    nodes: fc.subarray(nodes),
  });
});

test("the nearest rows and their cosines are those of the plain function, bit by bit", () => {
  fc.assert(
    fc.property(floats(N), block, (query, rows) => {
      expect(scorer.nearest(query, rows)).toEqual(nearestRows(query, rows));
    }),
    { numRuns: 40 },
  );
});

test.each([N, 512, 528, 768, 1024, 4096])("the largest values of %i dimensions stay within 32 bits", (n) => {
  const query = new Float32Array(n).fill(1);
  const rows = rowsInMemory(new Int8Array(2 * n).fill(-127).fill(127, n));
  const steep = {
    rows,
    scales: Float32Array.of(1, 1),
    nodes: [{ id: wayId("w"), index: 0, start: 0, count: 2, isShipped: false }],
  };
  expect(scorer.nearest(query, steep)).toEqual(nearestRows(query, steep));
  expect(scorer.nearest(query, steep)).toMatchObject({ row: Int32Array.of(1), first: Float32Array.of(127 * n) });
});

test("coordinates are those of the plain function to float rounding", () => {
  fc.assert(
    fc.property(floats(N), floats(N), floats(3 * N), floats(3), (vector, mean, directions, damping) => {
      const plain = transform(vector, mean, directions, damping);
      const fast = scorer.transform(vector, mean, directions, damping);
      for (const [k, x] of fast.entries()) expect(Math.abs(x - (plain[k] ?? 0))).toBeLessThan(1e-3);
    }),
    { numRuns: 50 },
  );
});

test("a zero vector stays zero", () => {
  const zero = new Float32Array(N);
  expect(scorer.transform(zero, zero, new Float32Array(), new Float32Array())).toEqual(zero);
});
