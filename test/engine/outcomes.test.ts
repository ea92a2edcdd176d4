import { describe, expect, test } from "bun:test";
import { type Observed, observeAliases, tryPhrasing, tryPrompt, withoutPhrasing } from "../../src/engine/outcomes.ts";
import { wayId } from "../../src/ways/way.ts";
import { buildArena } from "../support/arena.ts";
import { bagOfStems } from "../support/fake-embedder.ts";

const LIBRARY = {
  rain: { says: ["umbrella rain storm", "umbrella rain", "rain storm"] },
  soup: { says: ["soup onion pepper", "soup onion", "onion pepper"] },
  thief: { says: ["umbrella rain storm coat"] },
};
const set = (...ids: readonly string[]) => new Set(ids.map(wayId));
const seen = (...tuned: readonly string[]): readonly Observed[] =>
  [...observeAliases(set(...tuned), buildArena(LIBRARY, { floor: 0.1 }))].flat();
const of = (id: string, all: readonly Observed[]) => all.filter(({ way }) => way === id);

describe("aliases", () => {
  test("of a way speak for it, each without itself, when it still is the best", () => {
    expect(of("soup", seen("soup")).map(({ isRight }) => isRight)).toEqual([true, true, true]);
    for (const { evidence } of of("soup", seen("soup"))) expect(evidence).toBeLessThan(1);
  });

  test("of a way speak against the one that would take them", () => {
    const stolen = of("thief", seen("rain", "thief"));
    expect(stolen.length).toBeGreaterThan(0);
    expect(stolen.every(({ isRight }) => !isRight)).toBe(true);
  });

  test("of ways that are not tuned speak about the tuned ones, too", () => {
    expect(of("thief", seen("thief"))).toEqual(of("thief", seen("rain", "thief")));
  });

  test("a way's only alias says nothing for it: without it the way has nothing", () => {
    expect(of("thief", seen("thief")).filter(({ isRight }) => isRight)).toEqual([]);
  });

  test("below the floor say nothing: nothing is shown there whatever the bar", () => {
    const arena = buildArena(LIBRARY, { floor: 1.1 });
    expect([...observeAliases(set("rain", "soup"), arena)].flat()).toEqual([]);
  });

  test("are counted one by one, so that a progress bar can go along", () => {
    expect([...observeAliases(set("soup"), buildArena(LIBRARY))]).toHaveLength(7);
  });
});

describe("a labelled prompt", () => {
  const arena = buildArena(LIBRARY, { floor: 0.1 });
  const ask = (text: string, right: readonly string[], nearMissOf: string | null = null) =>
    tryPrompt(
      { vector: bagOfStems(text), right: set(...right), nearMissOf: nearMissOf === null ? null : wayId(nearMissOf) },
      arena,
    );

  test("speaks for its best way if that is right, and against it if it is not", () => {
    expect(ask("soup onion", ["soup"]).seen).toMatchObject([{ way: "soup", isRight: true }]);
    expect(ask("soup onion", ["rain"]).seen).toMatchObject([{ way: "soup", isRight: false }]);
  });

  test("that is a near-miss speaks against its way though another one is the best", () => {
    const { seen: own, isWanted } = ask("umbrella rain storm coat", ["thief"], "rain");
    expect(isWanted).toBe(false);
    expect(own).toMatchObject([
      { way: "thief", isRight: true },
      { way: "rain", isRight: false },
    ]);
  });

  test("that is a near-miss of the best way is one word against it, not two", () => {
    expect(ask("soup onion", [], "soup").seen).toMatchObject([{ way: "soup", isRight: false }]);
  });
});

describe("a phrasing of the null node", () => {
  const arena = buildArena(LIBRARY, { floor: 0.1, nullWeight: 0.7 }, ["soup onion", "thank you", "soup onion please"]);

  test("is tried without itself: with itself nothing could ever fire on it", () => {
    const alone = buildArena(LIBRARY, { floor: 0.1, nullWeight: 0.7 }, ["soup onion", "thank you"]);
    expect(tryPhrasing(0, alone)).toMatchObject({ isWanted: false, seen: [{ way: "soup", isRight: false }] });
    expect(tryPhrasing(0, alone).best?.evidence).toBeGreaterThan(0.5);
  });

  test("meets the other phrasings", () => {
    expect(tryPhrasing(0, arena).best?.evidence).toBeLessThan(0.5);
  });

  test("goes alone, the others stay in their order", () => {
    const { rows, scales } = arena.calibration.nothing;
    const [first = 0, , third = 0] = scales;
    const rest = withoutPhrasing(arena.calibration, 1).nothing;
    const size = rows.length / 3;
    const all = rest.rows.slice(0, rest.rows.length);
    expect([...all]).toEqual([...rows.slice(0, size), ...rows.slice(2 * size, 3 * size)]);
    expect([...rest.scales]).toEqual([first, third]);
  });
});
