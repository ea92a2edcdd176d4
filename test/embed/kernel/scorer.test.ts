import { expect, test } from "bun:test";
import { openScorer } from "../../../src/embed/kernel/scorer.ts";
import { dotRows } from "../../../src/match/block.ts";
import { transform } from "../../../src/match/space.ts";
import fc from "../../support/properties.ts";
import { kernelCode } from "./builds.ts";

const scorer = openScorer(await kernelCode());
const N = 384;

const floats = (length: number) =>
  fc.float32Array({ minLength: length, maxLength: length, min: -1, max: 1, noNaN: true });

test("dot products are those of the plain function, integer for integer, for any number of rows", () => {
  const rows = fc
    .integer({ min: 0, max: 900 })
    .chain((count) => fc.int8Array({ minLength: count * N, maxLength: count * N }));
  const query = fc.int16Array({ minLength: N, maxLength: N, min: -32_767, max: 32_767 });
  fc.assert(
    fc.property(query, rows, (q, r) => {
      expect(scorer.dots(q, r)).toEqual(dotRows(q, r));
    }),
    { numRuns: 30 },
  );
});

test("the largest values stay within 32 bits", () => {
  const query = new Int16Array(N).fill(32_767);
  expect([...scorer.dots(query, new Int8Array(N).fill(-127))]).toEqual([
    ...dotRows(query, new Int8Array(N).fill(-127)),
  ]);
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
