import { describe, expect, test } from "bun:test";
import { scoreNodes } from "../../src/match/score.ts";
import { buildBlock, dot, type NodeCoordinates, nodeRows } from "../../src/match/space.ts";
import { wayId } from "../../src/ways/way.ts";
import { plainCalibration } from "../support/calibration.ts";
import fc from "../support/properties.ts";
import { unitVector, unitVectors } from "../support/vectors.ts";

const DIMENSIONS = 8;
/** What rounding to int8 may cost a cosine. */
const ROUNDING = 0.005;
const axis = (k: number) => Float32Array.from({ length: DIMENSIONS }, (_, i) => (i === k ? 1 : 0));
const plain = plainCalibration(DIMENSIONS);

function coordinates(id: string, vectors: readonly Float32Array[]): NodeCoordinates {
  const labels = vectors.map((_, i) => (i === 0 ? "canonical" : `alias ${i}`));
  return { id: wayId(id), labels, rows: nodeRows(vectors, plain) };
}
const block = (...nodes: readonly NodeCoordinates[]) => buildBlock(nodes, DIMENSIONS);

describe("a node's score", () => {
  test("is that of its nearest alias, which is named (ADR-125 §2)", () => {
    const { ranked } = scoreNodes(axis(2), [block(coordinates("a/a", [axis(0), axis(1), axis(2)]))], plain);
    expect(ranked[0]).toMatchObject({ id: "a/a", alias: "alias 2" });
    expect(ranked[0]?.score).toBeCloseTo(1, 3);
  });

  test("is never below the cosine of any of its aliases, and equals one of them", () => {
    fc.assert(
      fc.property(unitVector(DIMENSIONS), unitVectors(DIMENSIONS, 1, 5), (query, aliases) => {
        const score = scoreNodes(query, [block(coordinates("a/a", aliases))], plain).ranked[0]?.score ?? Number.NaN;
        const best = Math.max(...aliases.map((alias) => dot(query, alias)));
        expect(Math.abs(score - best)).toBeLessThan(ROUNDING);
      }),
    );
  });

  test("of a node with many aliases is the mean of its two nearest", () => {
    const far = Array.from({ length: 14 }, () => axis(0));
    const { ranked } = scoreNodes(axis(2), [block(coordinates("a/a", [...far, axis(1), axis(2)]))], plain);
    expect(ranked[0]).toMatchObject({ alias: "alias 15" });
    expect(ranked[0]?.score).toBeCloseTo(0.5, 3);
    const twice = scoreNodes(axis(2), [block(coordinates("a/a", [...far, axis(2), axis(2)]))], plain);
    expect(twice.ranked[0]?.score).toBeCloseTo(1, 3);
  });

  test("never falls when an alias is added", () => {
    fc.assert(
      fc.property(unitVector(DIMENSIONS), unitVectors(DIMENSIONS, 2, 5), (query, aliases) => {
        const scoreOf = (some: readonly Float32Array[]) =>
          scoreNodes(query, [block(coordinates("a/a", some))], plain).ranked[0]?.score ?? Number.NaN;
        expect(scoreOf(aliases)).toBeGreaterThanOrEqual(scoreOf(aliases.slice(1)));
      }),
    );
  });

  test("without aliases is the lowest, whatever stands beside it in the block", () => {
    const { ranked } = scoreNodes(axis(0), [block(coordinates("a/a", []), coordinates("b/b", [axis(0)]))], plain);
    expect(ranked.map((s) => [s.id, s.score > 0])).toEqual([
      [wayId("b/b"), true],
      [wayId("a/a"), false],
    ]);
    expect(ranked[1]).toMatchObject({ alias: "", score: -1 });
  });
});

describe("evidence", () => {
  const nothing = plainCalibration(DIMENSIONS, { nullWeight: 0.5 }, [axis(1)]);
  const library = [block(coordinates("a/a", [axis(0)]))];

  test("is the score less the weighted score of the null node", () => {
    const between = Float32Array.from(axis(0), (x, k) => (k < 2 ? Math.SQRT1_2 : x));
    const scores = scoreNodes(between, library, nothing);
    expect(scores.ranked[0]?.null).toBeCloseTo(Math.SQRT1_2, 2);
    expect(scores.ranked[0]?.evidence).toBeCloseTo(Math.SQRT1_2 / 2, 2);
  });

  test("is not raised by a null node that points away", () => {
    const away = Float32Array.from(axis(0), (x, k) => (k === 1 ? -Math.SQRT1_2 : x * Math.SQRT1_2));
    const [best] = scoreNodes(away, library, nothing).ranked;
    expect(best?.evidence).toBe(best?.score);
  });

  test("of a shipped way is less the errand node's score, too, where that is higher; of a person's own it is not", () => {
    const calibration = plainCalibration(DIMENSIONS, { nullWeight: 0.5 }, [axis(1)], [axis(0)]);
    const both = block(coordinates("own", [axis(0)]), { ...coordinates("shipped", [axis(0)]), isShipped: true });
    const { ranked } = scoreNodes(axis(0), [both], calibration);
    expect(ranked.map((s): unknown[] => [s.id, s.null, s.evidence])).toEqual([
      [wayId("own"), expect.closeTo(0, 2), expect.closeTo(1, 2)],
      [wayId("shipped"), expect.closeTo(1, 2), expect.closeTo(0.5, 2)],
    ]);
    const [near] = scoreNodes(axis(1), [both], calibration).ranked;
    expect(near?.null).toBeCloseTo(1, 2);
  });
});

test("evidence of another model stands on the scale of bars; its score stays a cosine", () => {
  const library = [block(coordinates("a/a", [axis(0)]))];
  const [found] = scoreNodes(axis(0), library, plainCalibration(DIMENSIONS, { gain: 2, offset: -0.5 })).ranked;
  expect(found?.score).toBeCloseTo(1, 2);
  expect(found?.evidence).toBeCloseTo(1.5, 2);
});

describe("the ranking", () => {
  test("goes over all blocks, best evidence first, ties by id", () => {
    const first = block(coordinates("c/c", [axis(0)]), coordinates("d/d", [axis(1)]));
    const second = block(coordinates("b/b", [axis(0)]));
    expect(scoreNodes(axis(0), [first, second], plain).ranked.map((s): string => s.id)).toEqual(["b/b", "c/c", "d/d"]);
    expect(scoreNodes(axis(0), [], plain)).toEqual({ ranked: [] });
  });

  test("does not depend on the order of the library", () => {
    fc.assert(
      fc.property(unitVector(DIMENSIONS), unitVectors(DIMENSIONS, 1, 8), (query, vectors) => {
        const nodes = vectors.map((v, i) => coordinates(`w${i}/w${i}`, [v]));
        const ranked = (order: readonly NodeCoordinates[]) => scoreNodes(query, [block(...order)], plain).ranked;
        expect(ranked([...nodes].reverse())).toEqual(ranked(nodes));
      }),
    );
  });
});
