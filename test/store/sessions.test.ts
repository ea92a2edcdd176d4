import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLedger, sessionFolder, sessionKey } from "../../src/store/session.ts";
import { listSessions, readAgents, sweepSessions } from "../../src/store/sessions.ts";
import { wayId } from "../../src/ways/way.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { placeOf } from "../support/turns.ts";

const DAY_MS = 86_400_000;
const NOW = Date.now();
const noFailure = (step: string, error: unknown) => {
  throw new Error(step, { cause: error });
};
const open = (state: string, session: string, agent?: string) =>
  openLedger(state, placeOf({ session, ...(agent === undefined ? {} : { agent }) }), noFailure);

/** A session whose last event was so many days ago. */
function agedSession(state: string, session: string, days: number): void {
  open(state, session).claim(wayId("a/a"), 1);
  const then = new Date(NOW - days * DAY_MS);
  const folder = sessionFolder(state, session);
  for (const path of ["main/epoch", "main", ""]) utimesSync(join(folder, path), then, then);
}
const left = (state: string) => readdirSync(join(state, "sessions")).sort();
const keys = (...sessions: readonly string[]) => sessions.map(sessionKey).sort();

describe("the sweep of old sessions", () => {
  test("removes what has had no event for 30 days, and nothing else", () => {
    const state = temporaryFolder();
    for (const [session, days] of [
      ["new", 0],
      ["month", 29],
      ["old", 31],
      ["ancient", 400],
    ] as const)
      agedSession(state, session, days);
    expect(sweepSessions(state, "new", NOW)).toBe(2);
    expect(left(state)).toEqual(keys("new", "month"));
  });

  test("never removes the current session, however long it slept", () => {
    const state = temporaryFolder();
    agedSession(state, "sleeper", 100);
    expect(sweepSessions(state, "sleeper", NOW)).toBe(0);
    expect(left(state)).toEqual(keys("sleeper"));
  });

  test("goes by the last event, not by the age of the folder", () => {
    const state = temporaryFolder();
    agedSession(state, "long", 100);
    open(state, "long");
    expect(sweepSessions(state, "other", NOW)).toBe(0);
  });

  test("looks at 50 folders at most in one run; sessions together get round to all of them", () => {
    const state = temporaryFolder();
    for (let i = 0; i < 130; i++) agedSession(state, `old-${i}`, 90);
    expect(sweepSessions(state, "current", NOW)).toBe(50);
    expect(left(state).length).toBe(80);
    let runs = 0;
    while (left(state).length > 0 && runs < 20) sweepSessions(state, `session ${runs++}`, NOW);
    expect(runs).toBeLessThanOrEqual(3);
  });

  test("fresh sessions in front do not hide old ones for ever: it begins at the current one's place", () => {
    const state = temporaryFolder();
    for (let i = 0; i < 120; i++) agedSession(state, `fresh-${i}`, 1);
    agedSession(state, "old", 90);
    let runs = 0;
    while (left(state).includes(sessionKey("old")) && runs < 60) sweepSessions(state, `session ${runs++}`, NOW);
    expect(runs).toBeLessThan(60);
  });

  test("stops when its time is over, and goes on in the next session", () => {
    const state = temporaryFolder();
    for (let i = 0; i < 5; i++) agedSession(state, `old-${i}`, 90);
    let asked = 0;
    expect(sweepSessions(state, "current", NOW, () => ++asked > 2)).toBe(2);
    expect(sweepSessions(state, "current", NOW)).toBe(3);
  });

  test("what a killed sweep left behind goes, strange files stay out of the way, no folder is no fault", () => {
    const state = temporaryFolder();
    mkdirSync(join(state, "sessions", ".0123-uuid", "main"), { recursive: true });
    writeFileSync(join(state, "sessions", "note.txt"), "");
    expect(sweepSessions(state, null, NOW)).toBe(1);
    expect(left(state)).toEqual(["note.txt"]);
    expect(sweepSessions(join(state, "missing"), "s", NOW)).toBe(0);
  });
});

describe("a list of sessions", () => {
  test("has the latest first, by hashed id, and passes over what is none", () => {
    const state = temporaryFolder();
    for (const [session, days] of [
      ["b", 2],
      ["a", 1],
      ["c", 3],
    ] as const)
      agedSession(state, session, days);
    mkdirSync(join(state, "sessions", "no-session"));
    expect(listSessions(state).map(({ key }) => key)).toEqual(["a", "b", "c"].map(sessionKey));
    expect(listSessions(join(state, "missing"))).toEqual([]);
  });

  test("reads the ledgers of the main agent and of sub-agents without counting an event", () => {
    const state = temporaryFolder();
    open(state, "s").claim(wayId("a/a"), 7);
    open(state, "s", "a91").claim(wayId("b/b"), null);
    for (let i = 0; i < 2; i++) {
      const agents = readAgents(sessionFolder(state, "s"), noFailure);
      expect(agents.map(({ name, ledger }) => [name, ledger.epoch, [...ledger.shown].map(String)])).toEqual([
        ["main", 1, ["a/a"]],
        [`agent-${sessionKey("a91")}`, 1, ["b/b"]],
      ]);
    }
  });
});
