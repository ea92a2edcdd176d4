// What every ledger must do, on a disk or in memory. An implementation's test file runs this with its own way to open one.
import { describe, expect, test } from "bun:test";
import type { Ledger } from "../../src/engine/ports.ts";
import { type WayId, wayId } from "../../src/ways/way.ts";

/** One event of the main agent of a session, or of its sub-agent. */
export type OpenLedger = (agent?: string) => Ledger;

const a = wayId("a/a");
const b = wayId("b/b");
const shown = (ledger: Ledger): readonly WayId[] => [...ledger.shown].sort();

/** `fresh` is called inside each test and stands for a new session. */
export function ledgerContract(name: string, fresh: () => OpenLedger): void {
  describe(`the ledger of a session (${name})`, () => {
    test("knows at the next event what was claimed at this one, and where", () => {
      const open = fresh();
      expect(shown(open())).toEqual([]);
      const second = open();
      expect(second.claim(a, 1_200)).toBe(true);
      expect(second.claim(b, null)).toBe(true);
      const third = open();
      expect(shown(third)).toEqual([a, b]);
      expect(third.showing(a)).toEqual({ epoch: 2, tokens: 1_200 });
      expect(third.showing(b)).toEqual({ epoch: 2, tokens: null });
      expect(third.showing(wayId("c/c"))).toBeNull();
    });

    test("counts events", () => {
      const open = fresh();
      expect([open().epoch, open().epoch, open().epoch]).toEqual([1, 2, 3]);
    });

    test("gives a way once at an event, and again at a later one: the last showing counts", () => {
      const open = fresh();
      const first = open();
      expect([first.claim(a, 1), first.claim(a, 1)]).toEqual([true, false]);
      expect(open().claim(a, 70_000)).toBe(true);
      expect(open().showing(a)).toEqual({ epoch: 2, tokens: 70_000 });
    });

    test("keeps sub-agents apart from the main agent and from each other", () => {
      const open = fresh();
      open().claim(a, 1);
      expect(shown(open("a91"))).toEqual([]);
      open("a91").claim(b, 1);
      expect([shown(open()), shown(open("a91")), shown(open("a92"))]).toEqual([[a], [b], []]);
      open().begin("compact", [], null);
      expect(shown(open("a91"))).toEqual([b]);
    });

    test.each(["compact", "clear", "startup"] as const)(
      "forgets at `%s`, at once and for good; epochs go on",
      (source) => {
        const open = fresh();
        open().claim(a, 1);
        const start = open();
        start.begin(source, [], null);
        expect([shown(start), start.showing(a), start.claim(a, 5)]).toEqual([[], null, true]);
        const next = open();
        expect([shown(next), next.showing(a), next.epoch]).toEqual([[a], { epoch: 2, tokens: 5 }, 3]);
      },
    );

    test("forgets as often as it is told to", () => {
      const open = fresh();
      for (let i = 0; i < 3; i++) {
        open().begin("compact", [], null);
        expect(open().claim(a, i)).toBe(true);
        expect(shown(open())).toEqual([a]);
      }
    });

    test("keeps at `resume`", () => {
      const open = fresh();
      open().claim(a, 1);
      const start = open();
      start.begin("resume", [], null);
      expect([shown(start), shown(open())]).toEqual([[a], [a]]);
    });

    test("does not take over what it knows better", () => {
      const open = fresh();
      open().claim(a, 1_000);
      const start = open();
      start.begin("fork", [a], 40_000);
      expect([shown(start), start.showing(a)]).toEqual([[a], { epoch: 1, tokens: 1_000 }]);
    });

    test("inherits at `fork`, at once and for good", () => {
      const open = fresh();
      const start = open();
      start.begin("fork", [a, b], 40_000);
      expect(shown(start)).toEqual([a, b]);
      expect(shown(open())).toEqual([a, b]);
      expect(open().showing(a)).toEqual({ epoch: 1, tokens: 40_000 });
    });
  });
}
