import { describe, expect, test } from "bun:test";
import {
  aliasCoordinates,
  buildBlock,
  dot,
  nodeRows,
  normalise,
  queryCoordinates,
  sum,
} from "../../src/match/space.ts";
import { wayId } from "../../src/ways/way.ts";
import { plainCalibration } from "../support/calibration.ts";
import fc from "../support/properties.ts";
import { lengthOf, unitVector, unitVectors } from "../support/vectors.ts";

const N = 6;
const axis = (k: number) => Float32Array.from({ length: N }, (_, i) => (i === k ? 1 : 0));
const rowsOf = (rows: Float32Array) =>
  Array.from({ length: rows.length / N }, (_, i) => rows.subarray(i * N, (i + 1) * N));

describe("coordinates", () => {
  test("are the vector itself when nothing is centred or damped", () => {
    fc.assert(
      fc.property(unitVector(N), (v) => {
        expect(dot(queryCoordinates(v, plainCalibration(N)), v)).toBeCloseTo(1, 5);
      }),
    );
  });

  test("queries and passages are centred with means of their own", () => {
    const c = plainCalibration(N, { queryMean: axis(0), aliasMean: axis(1) });
    const v = normalise(Float32Array.of(1, 1, 1, 0, 0, 0));
    expect(dot(queryCoordinates(v, c), axis(0))).toBeLessThan(0);
    expect(dot(queryCoordinates(v, c), axis(1))).toBeGreaterThan(0);
    expect(dot(aliasCoordinates(v, c), axis(1))).toBeLessThan(0);
  });

  test("have nothing left of a direction that is projected out, and their share of a damped one", () => {
    fc.assert(
      fc.property(unitVector(N), (v) => {
        const directions = Float32Array.of(...axis(0), ...axis(1));
        const out = plainCalibration(N, { directions, damping: Float32Array.of(1, 0) });
        expect(Math.abs(queryCoordinates(v, out)[0] ?? 1)).toBeLessThan(1e-6);
        const half = plainCalibration(N, { directions: axis(0), damping: Float32Array.of(0.5) });
        const [first = 0, second = 0] = queryCoordinates(v, half);
        expect(first * (v[1] ?? 0)).toBeCloseTo(second * (v[0] ?? 0) * 0.5, 5);
      }),
    );
  });

  test("have unit length, or are zero where nothing is left", () => {
    const c = plainCalibration(N, { directions: axis(0), damping: Float32Array.of(1) });
    expect(lengthOf(aliasCoordinates(axis(0), c))).toBe(0);
    fc.assert(
      fc.property(unitVector(N), (v) => {
        const length = lengthOf(aliasCoordinates(v, c));
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
      }),
    );
  });
});

describe("the rows of a node", () => {
  test("are its aliases' coordinates without a pull, one point with a full pull", () => {
    fc.assert(
      fc.property(unitVectors(N, 1, 4), (vectors) => {
        fc.pre(lengthOf(sum(vectors, N)) > 0.1);
        const free = rowsOf(nodeRows(vectors, plainCalibration(N, { pull: 0 })));
        for (const [i, row] of free.entries()) expect(dot(row, vectors[i] ?? row)).toBeCloseTo(1, 4);
        const [first = new Float32Array(N), ...others] = rowsOf(nodeRows(vectors, plainCalibration(N, { pull: 1 })));
        for (const row of others) expect(dot(row, first)).toBeCloseTo(1, 4);
      }),
    );
  });

  test("never lie farther from the centroid for being pulled", () => {
    fc.assert(
      fc.property(unitVectors(N, 1, 4), fc.double({ min: 0, max: 1, noNaN: true }), (vectors, pull) => {
        const centroid = sum(vectors, N);
        fc.pre(lengthOf(centroid) > 0.1);
        normalise(centroid);
        const pulled = rowsOf(nodeRows(vectors, plainCalibration(N, { pull })));
        for (const [i, row] of pulled.entries())
          expect(dot(row, centroid)).toBeGreaterThanOrEqual(dot(vectors[i] ?? row, centroid) - 1e-5);
      }),
    );
  });

  test("of one alias are that alias", () => {
    expect([...nodeRows([axis(3)], plainCalibration(N, { pull: 0.5 }))]).toEqual([...axis(3)]);
  });
});

test("a block keeps every node's rows under its span", () => {
  const node = (id: string, labels: readonly string[]) => ({
    id: wayId(id),
    labels,
    rows: nodeRows(
      labels.map((_, i) => axis(i)),
      plainCalibration(N),
    ),
  });
  const block = buildBlock([node("a/a", ["canonical", "ja"]), node("b/b", []), node("c/c", ["canonical"])], N);
  expect(block.nodes.map(({ id, start, count }) => [id, start, count])).toEqual([
    [wayId("a/a"), 0, 2],
    [wayId("b/b"), 2, 0],
    [wayId("c/c"), 2, 1],
  ]);
  expect(block.rows.length).toBe(3 * N);
  expect(block.scales.length).toBe(3);
});
