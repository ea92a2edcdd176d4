import { describe, expect, test } from "bun:test";
import { nearestRows, quantiseRows } from "../../src/match/block.ts";
import { centroidOf, closestAliases, fidelities, undoPull } from "../../src/match/fidelity.ts";
import { dot, nodeRows, normalise } from "../../src/match/space.ts";
import { plainCalibration } from "../support/calibration.ts";

const DIMENSIONS = 64;

/** Texts of one node: a common direction and something of their own. Deterministic. */
function vectorsAround(count: number, own: number): readonly Float32Array[] {
  let seed = 7;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648 - 0.5;
  };
  const common = normalise(Float32Array.from({ length: DIMENSIONS }, next));
  return Array.from({ length: count }, () => {
    const noise = normalise(Float32Array.from({ length: DIMENSIONS }, next));
    return normalise(common.map((x, k) => x + own * (noise[k] ?? 0)));
  });
}

describe("undoing the pull", () => {
  test.each([
    [1, 0.5],
    [2, 0.5],
    [8, 0.5],
    [80, 0.5],
    [8, 0.3],
    [8, 0.7],
    [8, 0],
  ])("%d aliases, pull %d: the vectors come back", (count, pull) => {
    const vectors = vectorsAround(count, 1.5);
    const calibration = plainCalibration(DIMENSIONS, { pull });
    const rows = nodeRows(vectors, calibration);
    const pulled = vectors.map((_, i) => rows.slice(i * DIMENSIONS, (i + 1) * DIMENSIONS));
    const back = undoPull(pulled, calibration);
    for (const [i, vector] of vectors.entries()) expect(dot(vector, back[i]!)).toBeGreaterThan(0.9999);
  });

  test("from rows as they lie on disk, fidelities are right to two digits", () => {
    const vectors = vectorsAround(8, 1.5);
    const calibration = plainCalibration(DIMENSIONS, { pull: 0.5 });
    const { rows, scales } = quantiseRows(nodeRows(vectors, calibration), DIMENSIONS);
    const read = vectors.map((_, i) =>
      Float32Array.from(rows.slice(i * DIMENSIONS, (i + 1) * DIMENSIONS), (x) => x * scales[i]!),
    );
    const [true_, found] = [fidelities(vectors), fidelities(undoPull(read, calibration))];
    for (const [i, fidelity] of true_.entries()) expect(Math.abs(fidelity - found[i]!)).toBeLessThan(0.01);
  });
});

const X = Float32Array.of(1, 0);
const Y = Float32Array.of(0, 1);

test("fidelity is the cosine with the first text; without texts there is none", () => {
  expect(fidelities([X, Y, X])).toEqual([1, 0, 1]);
  expect(fidelities([])).toEqual([]);
});

test("two nodes meet in their closest texts", () => {
  expect(closestAliases([X, Y], [Float32Array.of(0.6, 0.8)], nearestRows)).toMatchObject({ a: 1, b: 0 });
  expect(closestAliases([X], [], nearestRows)).toBeNull();
});

test("a centroid has unit length", () => {
  const centroid = centroidOf([X, Y]);
  expect(dot(centroid, centroid)).toBeCloseTo(1, 6);
});
