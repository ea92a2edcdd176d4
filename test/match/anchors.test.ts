import { describe, expect, test } from "bun:test";
import { type Anchors, findAnchors, onScaleOf, phrasingsOf } from "../../src/match/anchors.ts";
import { buildWay } from "../support/arena.ts";
import { plainCalibration } from "../support/calibration.ts";
import { bagOfStems, FAKE_DIMENSIONS } from "../support/fake-embedder.ts";
import fc from "../support/properties.ts";

const plain = plainCalibration(FAKE_DIMENSIONS, { nullWeight: 0 });
const anchorsOf = (ways: Readonly<Record<string, readonly string[]>>, calibration = plain) => {
  const all = Object.entries(ways).map(([id, says]) => buildWay(id, says));
  return findAnchors(phrasingsOf(all, bagOfStems), calibration);
};

describe("the anchors of a model", () => {
  test("stand apart where phrasings of a way resemble each other and no other way", () => {
    const { right, wrong } = anchorsOf({
      "garden/soup": ["onion soup", "cook onion soup", "soup with onion"],
      "code/tests": ["unit tests", "write unit tests", "unit tests fail"],
    });
    expect(right).toBeGreaterThan(0.7);
    expect(wrong).toBeLessThan(0.3);
  });

  test("do not count ways of the same subject as wrong", () => {
    const same = { "code/tests": ["unit tests", "write unit tests"], "code/more": ["unit tests", "write unit tests"] };
    expect(anchorsOf({ ...same, "garden/soup": ["onion"] }).wrong).toBeLessThan(0.3);
  });

  test("are taken from phrasings in the library's own language", () => {
    const english = ["unit tests", "write unit tests"];
    const way = buildWay("code/tests", english);
    const foreign = [..."abc"].map((text) => ({ label: `de alias ${text}`, text }));
    const [node] = phrasingsOf([{ ...way, aliases: [...way.aliases, ...foreign] }], bagOfStems);
    expect(node?.vectors.map((_, i) => node.isTried(i))).toEqual([true, true, false, false, false]);
  });
});

describe("carrying a scale over", () => {
  const shipped: Anchors = { right: 0.25, wrong: 0.09 };

  test("puts both anchors where they are on the other scale", () => {
    const number = fc.double({ min: -0.5, max: 0.9, noNaN: true });
    fc.assert(
      fc.property(number, fc.double({ min: 0.01, max: 0.5, noNaN: true }), (wrong, apart) => {
        const scaled = onScaleOf(shipped, { right: wrong + apart, wrong }, plain);
        expect((scaled?.gain ?? 0) * (wrong + apart) + (scaled?.offset ?? 0)).toBeCloseTo(shipped.right, 6);
        expect((scaled?.gain ?? 0) * wrong + (scaled?.offset ?? 0)).toBeCloseTo(shipped.wrong, 6);
      }),
    );
  });

  test("changes nothing for the model whose scale it is", () => {
    expect(onScaleOf(shipped, shipped, plain)).toMatchObject({ gain: 1, offset: 0 });
  });

  test.each([
    ["all the same", { right: 0.2, wrong: 0.2 }],
    ["wrong above right", { right: 0.1, wrong: 0.2 }],
  ])("is refused for a model that finds %s", (_, own) => {
    expect(onScaleOf(shipped, own, plain)).toBeNull();
  });
});
