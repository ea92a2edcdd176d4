import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Disclosure, Ledger } from "../../src/engine/ports.ts";
import { openLedger, sessionFolder, sessionKey } from "../../src/store/session.ts";
import { type WayId, wayId } from "../../src/ways/way.ts";
import { ledgerContract } from "../contracts/ledger.ts";
import { runTogether } from "../support/processes.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { placeOf } from "../support/turns.ts";

const a = wayId("a/a");
const noFailure = (step: string, error: unknown) => {
  throw new Error(step, { cause: error });
};
const open = (state: string | null, session: string | null, agent?: string): Ledger =>
  openLedger(state, placeOf({ session, ...(agent === undefined ? {} : { agent }) }), noFailure);
const line = (way: WayId): Disclosure => ({
  way,
  parent: null,
  depth: 2,
  epoch: 1,
  parent_epoch: null,
  epoch_distance: null,
  sibling_total: 0,
  sibling_fired: 0,
  trigger: "pattern",
  score: null,
  bar: 0.3,
  agent: "agent",
});
/** Everything below a folder, as paths. */
const tree = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

ledgerContract("on disk", () => {
  const state = temporaryFolder();
  return (agent) => open(state, "session-1", agent);
});

describe("field case C5: odd session and agent ids", () => {
  const odd = ["..", "../../x", "a/b", "a\\b", "", ".", "~", "CON", "x".repeat(300), "😀", "a\0b", "A", "a"];

  test("keep ledgers of their own, under hashed names inside the state folder", () => {
    const parent = temporaryFolder();
    const state = join(parent, "state");
    for (const id of odd) expect(open(state, id).claim(a, 1)).toBe(true);
    for (const id of odd) expect(open(state, "x", id).claim(a, 1)).toBe(true);
    expect(readdirSync(parent)).toEqual(["state"]);
    expect(readdirSync(state)).toEqual(["sessions"]);
    const names = readdirSync(join(state, "sessions"));
    expect(names.length).toBe(odd.length + 1);
    expect(names.filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual([]);
  });

  test("whatever the id, its folder is one hashed name below the state folder", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (id) => {
        expect(sessionFolder("/state", id)).toMatch(/^\/state\/sessions\/[0-9a-f]{32}$/);
        expect(sessionKey(id)).toBe(sessionKey(id));
      }),
    );
  });
});

describe("way ids as names of claims", () => {
  const ids = [
    "a/b/c",
    "größe/학점",
    "a b/c",
    "a@2",
    "%2e%2e",
    "..",
    "#x",
    "x".repeat(400),
    `${"語".repeat(90)}/a`,
  ].map(wayId);

  test("come back as they were, however long and whatever is in them", () => {
    const state = temporaryFolder();
    const ledger = open(state, "s");
    for (const id of ids) expect(ledger.claim(id, 7)).toBe(true);
    const next = open(state, "s");
    expect([...next.shown].sort()).toEqual([...ids].sort());
    for (const id of ids) expect(next.showing(id)).toEqual({ epoch: 1, tokens: 7 });
  });

  test("any id, even one that is no Unicode", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 80 }), (text) => {
        const state = temporaryFolder();
        const id = wayId(text.toWellFormed());
        open(state, "s").claim(id, 1);
        expect([...open(state, "s").shown]).toEqual([id]);
      }),
      { numRuns: 40 },
    );
    expect(open(temporaryFolder(), "s").claim(wayId("a/\ud800"), 1)).toBe(true);
  });

  test("files that are no claims are passed over; a claim still being written is a showing at an unknown place", () => {
    const state = temporaryFolder();
    open(state, "s").claim(a, 1);
    const folder = join(sessionFolder(state, "s"), "main", "0");
    for (const name of ["x", "@1", "a%ZZ@1", "b%2Fb@x", "#0123@1"]) writeFileSync(join(folder, name), "");
    writeFileSync(join(folder, "c%2Fc@1"), '{"way":"c/');
    const ledger = open(state, "s");
    expect([...ledger.shown].sort()).toEqual([a, wayId("c/c")]);
    expect(ledger.showing(wayId("c/c"))).toEqual({ epoch: null, tokens: null });
  });
});

test("two hooks for one compaction share its claims: what belongs to it is shown once", () => {
  const state = temporaryFolder();
  open(state, "s").claim(a, 1);
  const [first, second] = [open(state, "s"), open(state, "s")];
  for (const ledger of [first, second]) ledger.begin("compact", [], null);
  expect([first.claim(a, 0), second.claim(a, 0)]).toEqual([true, false]);
  expect([...open(state, "s").shown]).toEqual([a]);
});

describe("without a session id, or without a state folder", () => {
  test("nothing is shared and nothing is kept", () => {
    const state = temporaryFolder();
    for (const ledger of [open(state, null), open(null, "s")]) {
      ledger.begin("compact", [a], null);
      ledger.record([line(a)]);
      expect([ledger.claim(a, 1), ledger.shown.size, ledger.epoch, ledger.showing(a)]).toEqual([true, 0, 1, null]);
    }
    expect(tree(state)).toEqual([]);
  });
});

describe("field case E6: a state folder that cannot be written", () => {
  test("guidance is repeated rather than lost, and every failure is told", () => {
    const state = join(temporaryFolder({ file: "" }), "file");
    const steps: string[] = [];
    const ledger = openLedger(state, placeOf({}), (step) => steps.push(step));
    ledger.begin("compact", [a], null);
    ledger.record([line(a)]);
    expect([ledger.claim(a, 1), ledger.epoch]).toEqual([true, 1]);
    expect(steps).toEqual(["session-epoch", "session-generation", "session-claim", "session-metrics", "session-claim"]);
  });
});

describe("metrics", () => {
  test("are one JSON line per disclosure, of all agents of the session in one file", () => {
    const state = temporaryFolder();
    open(state, "s").record([line(a), line(wayId("b/b"))]);
    open(state, "s", "a91").record([line(wayId("c/c"))]);
    open(state, "s").record([]);
    const text = readFileSync(join(sessionFolder(state, "s"), "metrics.jsonl"), "utf8");
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((l) => JSON.parse(l).way),
    ).toEqual(["a/a", "b/b", "c/c"]);
    expect(JSON.parse(text.slice(0, text.indexOf("\n")))).toEqual(line(a));
  });

  test("and everything else are the owner's only", () => {
    const state = temporaryFolder();
    open(state, "s").claim(a, 1);
    open(state, "s").record([line(a)]);
    for (const path of tree(state)) {
      const stat = statSync(join(state, path));
      expect([path, stat.mode & 0o777]).toEqual([path, stat.isDirectory() ? 0o700 : 0o600]);
    }
    expect(existsSync(join(sessionFolder(state, "s"), "main", "epoch"))).toBe(true);
  });
});

describe("many processes of one session at once", () => {
  const prelude = `
    import { openLedger } from "./src/store/session.ts";
    const place = { cwd: "/", project: "/", session: "s", agent: null, agentType: null, transcript: null };
    const open = () => openLedger(process.env.STATE, place, (step, error) => { throw error; });`;

  test("20 processes show a way once", async () => {
    const state = temporaryFolder();
    const won = await runTogether(
      20,
      `${prelude}
       const ledger = open();
       console.log(!ledger.shown.has("a/a") && ledger.claim("a/a", 1));`,
      { STATE: state },
    );
    expect(won.filter((out) => out.trim() === "true").length).toBe(1);
  });

  test("field case E1: 11 processes count every event", async () => {
    const state = temporaryFolder();
    const epochs = await runTogether(11, `${prelude} for (let i = 0; i < 45; i++) console.log(open().epoch);`, {
      STATE: state,
    });
    const all = epochs.flatMap((out) => out.trim().split("\n").map(Number));
    expect(all.length).toBe(495);
    expect(Math.max(...all)).toBe(495);
    expect(open(state, "s").epoch).toBe(496);
  });
});
