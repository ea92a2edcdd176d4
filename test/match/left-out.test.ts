import { describe, expect, test } from "bun:test";
import { openAsQuery, scoreLeftOut } from "../../src/match/left-out.ts";
import { PLAIN, scoreCoordinates } from "../../src/match/score.ts";
import { aliasCoordinates, buildBlock, dot, normalise, pullRows, queryCoordinates } from "../../src/match/space.ts";
import { wayId } from "../../src/ways/way.ts";
import { plainCalibration } from "../support/calibration.ts";
import fc from "../support/properties.ts";
import { unitVector, unitVectors } from "../support/vectors.ts";

const N = 6;
const axis = (k: number) => Float32Array.from({ length: N }, (_, i) => (i === k ? 1 : 0));
const calibration = plainCalibration(N, { pull: 0.5 });

const world = { calibration, arithmetic: PLAIN };
const without = (query: Float32Array, rows: readonly Float32Array[], index: number) =>
  scoreLeftOut(query, { id: wayId("a") }, rows, index, world);

describe("an alias that its way has not", () => {
  test("scores by the others, and not by itself", () => {
    const rows = [axis(0), axis(1), normalise(Float32Array.from([0.6, 0.8, 0, 0, 0, 0]))];
    const score = without(axis(0), rows, 0);
    expect(score?.score).toBeLessThan(0.95);
    expect(score).toEqual(without(axis(0), [axis(5), ...rows.slice(1)], 0));
  });

  test("scores nothing when it is all the way has", () => {
    expect(without(axis(0), [axis(0)], 0)).toBeNull();
  });

  test("scores as a library does whose way was written without it", () => {
    fc.assert(
      fc.property(unitVector(N), unitVectors(N, 1, 5), fc.nat(), (query, rows, at) => {
        const index = at % (rows.length + 1);
        const nodes = [{ id: wayId("a"), labels: rows.map(() => ""), rows: pullRows(rows, calibration) }];
        const [written] = scoreCoordinates(query, [buildBlock(nodes, N)], calibration, PLAIN.nearest).ranked;
        expect(without(query, rows.toSpliced(index, 0, query), index)).toEqual(written ?? null);
      }),
    );
  });
});

describe("an alias as a prompt", () => {
  test("is where the same text would be as a prompt, as far as its lost length is the usual one", () => {
    const means = { queryMean: axis(0).map((x) => x * 0.9), aliasMean: axis(0).map((x) => x * 0.8) };
    const c = plainCalibration(N, means);
    const asQuery = openAsQuery(c);
    // A text of the usual length after centring: (0.8 + 0.35 cos, 0.35 sin).
    const text = Float32Array.from([0.8 + 0.35 * 0.6, 0.35 * 0.8, 0, 0, 0, 0]);
    expect(dot(asQuery(aliasCoordinates(text, c)), queryCoordinates(text, c))).toBeCloseTo(1, 5);
  });

  test("does not move where both sides have one mean", () => {
    expect([...openAsQuery(calibration)(axis(3))]).toEqual([...axis(3)]);
  });
});
