// What every store of dispatches must do, on a disk or in memory: who is told what, and who is told nothing.
import { describe, expect, test } from "bun:test";
import type { Dispatches, Stashed } from "../../src/engine/ports.ts";
import { wayId } from "../../src/ways/way.ts";

/** The dispatches of one session; `agent`: the sub-agent that starts. */
export type OpenDispatches = (agent?: string) => Dispatches;

export const stashed = (id: string, more: Partial<Stashed> = {}): Stashed => ({
  way: wayId(id),
  trigger: "embedding",
  score: 0.5,
  bar: 0.3,
  ...more,
});
const a = stashed("a/a", { trigger: "pattern", score: null });
const b = stashed("b/b");
const c = stashed("c/c");
const told = (ways: readonly Stashed[]) => ways.map(({ way }): string => way).sort();

/** `fresh` is called inside each test and stands for a new session. */
export function dispatchesContract(name: string, fresh: () => OpenDispatches): void {
  describe(`what dispatches keep for sub-agents (${name})`, () => {
    test("is told at the start of the next one of that type, whole and once", () => {
      const open = fresh();
      open().stash("Explore", null, [a, b]);
      expect(open("x1").collect("Explore", null)).toEqual([a, b]);
      expect(open("x2").collect("Explore", null)).toEqual([]);
    });

    test("never reaches another type, not even after a long while", () => {
      const open = fresh();
      open().stash("Explore", null, [a]);
      for (const type of ["explore", "Plan", "", "general-purpose", "../Explore"])
        expect(open(`of-${type}`).collect(type, null)).toEqual([]);
      expect(told(open("x1").collect("Explore", null))).toEqual(["a/a"]);
    });

    test("of two parallel dispatches of one type: each start is told the union", () => {
      const open = fresh();
      open().stash("Explore", "t1", [a, b]);
      open().stash("Explore", "t1", [b, c]);
      expect(told(open("x1").collect("Explore", "t1"))).toEqual(["a/a", "b/b", "c/c"]);
      expect(told(open("x2").collect("Explore", "t1"))).toEqual(["a/a", "b/b", "c/c"]);
      expect(open("x3").collect("Explore", "t1")).toEqual([]);
    });

    test("a dispatch between two starts is told to the second, with what the first may have been meant for", () => {
      const open = fresh();
      open().stash("Explore", "t1", [a]);
      open().stash("Explore", "t1", [b]);
      expect(told(open("x1").collect("Explore", "t1"))).toEqual(["a/a", "b/b"]);
      open().stash("Explore", "t1", [c]);
      expect(told(open("x2").collect("Explore", "t1"))).toEqual(["a/a", "b/b", "c/c"]);
      expect(told(open("x3").collect("Explore", "t1"))).toEqual(["a/a", "b/b", "c/c"]);
      expect(open("x4").collect("Explore", "t1")).toEqual([]);
    });

    test("once all have started, a later dispatch is told alone", () => {
      const open = fresh();
      for (const way of [a, b]) open().stash("Explore", "t1", [way]);
      for (const agent of ["x1", "x2"]) open(agent).collect("Explore", "t1");
      open().stash("Explore", "t1", [c]);
      expect(told(open("x3").collect("Explore", "t1"))).toEqual(["c/c"]);
    });

    test("a dispatch without a fitting way is expected, too: the next start is told nothing, and takes nobody's place", () => {
      const open = fresh();
      open().stash("Explore", null, []);
      expect(open("x1").collect("Explore", null)).toEqual([]);
      open().stash("Explore", null, [a]);
      expect(told(open("x2").collect("Explore", null))).toEqual(["a/a"]);
    });

    test("a resumed sub-agent is told nothing, and takes nothing away from a new one", () => {
      const open = fresh();
      open().stash("Explore", "t1", [a]);
      open("x1").collect("Explore", "t1");
      open().stash("Explore", "t2", [b]);
      expect(open("x1").collect("Explore", "t2")).toEqual([]);
      expect(told(open("x2").collect("Explore", "t2"))).toEqual(["b/b"]);
    });

    test("a denied dispatch is no business of the next prompt's sub-agents", () => {
      const open = fresh();
      open().stash("Explore", "denied", [a]);
      open().stash("Explore", "t2", [b]);
      expect(told(open("x1").collect("Explore", "t2"))).toEqual(["b/b"]);
      expect(open("x2").collect("Explore", "t2")).toEqual([]);
    });

    test("where the agent does not say which prompt it works on, waiting dispatches of a type are told together", () => {
      const open = fresh();
      open().stash("Explore", null, [a]);
      open().stash("Explore", "t2", [b]);
      expect(told(open("x1").collect("Explore", null))).toEqual(["a/a", "b/b"]);
    });
  });
}
