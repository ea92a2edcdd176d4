import { describe, expect, test } from "bun:test";
import type { Observed, Trial } from "../../src/engine/outcomes.ts";
import { compareBars, isChange, proposeBars } from "../../src/engine/tuning.ts";
import { wayId } from "../../src/ways/way.ts";
import { buildWay } from "../support/arena.ts";

const LIMITS = { bar: 0.3, floor: 0.1, unit: 0.3 };
const IDS = new Set(["a", "a/b", "c"].map(wayId));
const library = (bars: Readonly<Record<string, number>> = {}) =>
  new Map([...IDS].map((id) => [id, buildWay(id, [id], bars[id], IDS)]));
const outcomes = (way: string, isRight: boolean, evidence: number, n = 20): readonly Observed[] =>
  Array(n).fill({ way: wayId(way), isRight, evidence });
const barsOf = (tuned: readonly string[], seen: readonly Observed[], bars: Readonly<Record<string, number>> = {}) =>
  Object.fromEntries(
    proposeBars(new Set(tuned.map(wayId)), library(bars), seen, LIMITS).map(({ id, bar }) => [id, bar]),
  );

describe("proposed bars", () => {
  test("stay at the one for all for ways about which nothing is known", () => {
    expect(barsOf(["a", "c"], [])).toEqual({ a: 0.3, c: 0.3 });
  });

  test("are lower for a way that is right at low evidence, higher for one that is wrong at high evidence", () => {
    const bars = barsOf(["a", "c"], [...outcomes("a", true, 0.15), ...outcomes("c", false, 0.5)]);
    expect(bars["a"]).toBeLessThan(0.28);
    expect(bars["c"]).toBeGreaterThan(0.32);
  });

  test("have two digits and are never below the floor", () => {
    const far = proposeBars(new Set([wayId("a")]), library(), outcomes("a", true, 0.11, 900), { ...LIMITS, bar: 0.12 });
    expect(far[0]?.bar).toBe(0.1);
    for (const bar of Object.values(barsOf(["a"], outcomes("a", true, 0.2)))) expect(bar).toBe(Number(bar.toFixed(2)));
  });

  test("of a child are not below its parent's: both move", () => {
    const bars = barsOf(["a", "a/b"], [...outcomes("a", false, 0.5), ...outcomes("a/b", true, 0.15)]);
    expect(bars["a/b"]).toBe(bars["a"]);
    const alone = barsOf(["a"], outcomes("a", false, 0.5));
    expect(bars["a"]).toBeLessThan(alone["a"] ?? 0);
  });

  test("of a child are not below what its parent's file says", () => {
    expect(barsOf(["a/b"], outcomes("a/b", true, 0.15), { a: 0.5 })).toEqual({ "a/b": 0.5 });
  });

  test("name what they rest on", () => {
    const seen = [...outcomes("a", true, 0.4, 3), ...outcomes("a", false, 0.2, 2), ...outcomes("c", true, 0.4, 9)];
    expect(proposeBars(new Set([wayId("a")]), library({ a: 0.4 }), seen, LIMITS)).toMatchObject([
      { id: "a", written: 0.4, right: 3, wrong: 2 },
    ]);
  });
});

test("a bar that is as good as in force is no change", () => {
  const proposal = { id: wayId("a"), error: 0, right: 0, wrong: 0 };
  expect(isChange({ ...proposal, written: null, bar: 0.3 }, { ...LIMITS, bar: 0.305 })).toBe(false);
  expect(isChange({ ...proposal, written: null, bar: 0.31 }, LIMITS)).toBe(true);
  expect(isChange({ ...proposal, written: 0.31, bar: 0.31 }, LIMITS)).toBe(false);
  expect(isChange({ ...proposal, written: 0.31, bar: 0.3 }, LIMITS)).toBe(true);
});

describe("own bars against one for all", () => {
  const tuned = IDS;
  /** `a` is right from .2 on, `c` is wrong up to .5. */
  const trial = (id: string, evidence: number, isRight: boolean): Trial => {
    const way = wayId(id);
    const right = new Set(isRight ? [way] : []);
    return {
      best: { id: way, alias: "", score: evidence, null: 0, evidence },
      right,
      isWanted: isRight,
      seen: [{ way, evidence, isRight }],
    };
  };
  const trials = Array.from({ length: 200 }, (_, i) =>
    i % 2 === 0 ? trial("a", 0.2 + (i % 20) / 100, true) : trial("c", 0.2 + (i % 20) / 100, false),
  );

  test("are told better where ways differ", () => {
    const { wanted, first, second, gain } = compareBars(tuned, library(), [], trials, 0.9, LIMITS);
    expect(wanted).toBe(100);
    expect(second.recall).toBeGreaterThan(first.recall + 0.3);
    expect(gain.low).toBeGreaterThan(0);
  });

  test("are told no better where ways do not differ", () => {
    const same = trials.map((t, i) => trial(i % 4 < 2 ? "a" : "c", t.best?.evidence ?? 0, t.isWanted));
    const { gain } = compareBars(tuned, library(), [], same, 0.9, LIMITS);
    expect(gain.low).toBeLessThanOrEqual(0);
  });

  test("are judged on prompts they have not learned from", () => {
    // One lucky prompt per way, all in different folds: learned from itself each would look right.
    const odd = [trial("a", 0.15, true), trial("c", 0.15, false)];
    const { first, second } = compareBars(tuned, library(), [], odd, 0.9, LIMITS);
    expect(second.recall).toBe(first.recall);
  });
});
