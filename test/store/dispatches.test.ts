import { describe, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Dispatches } from "../../src/engine/ports.ts";
import { openDispatches } from "../../src/store/dispatches.ts";
import { sessionFolder } from "../../src/store/session.ts";
import { dispatchesContract, stashed } from "../contracts/dispatches.ts";
import { runTogether } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { placeOf } from "../support/turns.ts";

const noFailure = (step: string, error: unknown) => {
  throw new Error(step, { cause: error });
};
const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const open = (state: string | null, agent?: string, now = NOW, session: string | null = "s"): Dispatches =>
  openDispatches(state, placeOf({ session, ...(agent === undefined ? {} : { agent }) }), now, noFailure);
/** Files of one type's folder. */
const filesIn = (state: string) => {
  const root = join(sessionFolder(state, "s"), "dispatch");
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith("started"))
    .map(({ parentPath, name }) => join(parentPath, name));
};

dispatchesContract("on disk", () => {
  const state = temporaryFolder();
  return (agent) => open(state, agent);
});

describe("a dispatch that nobody collects", () => {
  test("expires unread after ten minutes, and its file goes", () => {
    const state = temporaryFolder();
    open(state).stash("Explore", null, [stashed("a/a")]);
    expect(open(state, "x1", NOW + 10 * MINUTE).collect("Explore", null)).toEqual([]);
    expect(filesIn(state)).toEqual([]);
  });

  test("is told until then: a person may think about a permission question", () => {
    const state = temporaryFolder();
    open(state).stash("Explore", null, [stashed("a/a")]);
    expect(open(state, "x1", NOW + 9 * MINUTE).collect("Explore", null)).toEqual([stashed("a/a")]);
  });

  test("does not keep what others were told alive", () => {
    const state = temporaryFolder();
    open(state).stash("Explore", "denied", [stashed("a/a")]);
    open(state, undefined, NOW + MINUTE).stash("Explore", "t2", [stashed("b/b")]);
    open(state, "x1", NOW + MINUTE).collect("Explore", "t2");
    expect(filesIn(state).length).toBe(1);
  });
});

describe("odd places", () => {
  test("without a session id, or a state folder, nothing is kept", () => {
    const state = temporaryFolder();
    for (const store of [() => open(state, undefined, NOW, null), () => open(null)]) {
      store().stash("Explore", null, [stashed("a/a")]);
      expect(store().collect("Explore", null)).toEqual([]);
    }
    expect(readdirSync(state)).toEqual([]);
  });

  test("another session's sub-agent of the same type is told nothing", () => {
    const state = temporaryFolder();
    open(state).stash("Explore", null, [stashed("a/a")]);
    expect(open(state, "x1", NOW, "other").collect("Explore", null)).toEqual([]);
  });

  test("no type reaches a path: `..`, slashes, 300 characters", () => {
    const state = temporaryFolder();
    for (const type of ["..", "../../x", "a/b", "", "x".repeat(300), "探す"]) {
      open(state).stash(type, null, [stashed("a/a")]);
      expect(open(state, `agent of ${type}`).collect(type, null)).toEqual([stashed("a/a")]);
    }
    expect(readdirSync(state)).toEqual(["sessions"]);
  });

  test("a file that was cut short counts as an expected start without ways; strange files do no harm", () => {
    const state = temporaryFolder();
    open(state).stash("Explore", null, [stashed("a/a")]);
    const [file = ""] = filesIn(state);
    writeFileSync(file, '{"turn":null,"ways":[{"wa');
    writeFileSync(join(file, "..", "junk"), "");
    expect(open(state, "x1").collect("Explore", null)).toEqual([]);
    open(state).stash("Explore", null, [stashed("b/b")]);
    expect(open(state, "x2").collect("Explore", null)).toEqual([stashed("b/b")]);
  });

  test("a disk that cannot be written: nothing is told, and it is counted", () => {
    const state = join(temporaryFolder({ file: "" }), "file");
    const steps: string[] = [];
    const store = openDispatches(state, placeOf({}), NOW, (step) => steps.push(step));
    store.stash("Explore", null, [stashed("a/a")]);
    expect(store.collect("Explore", null)).toEqual([]);
    expect(steps).toEqual(["stash", "collect"]);
  });
});

test("eight dispatches and eight starts in processes of their own: every sub-agent is told its own, nothing is left", async () => {
  const state = temporaryFolder();
  const script = (act: string) => `
    import { openDispatches } from "./src/store/dispatches.ts";
    const place = { cwd: "/", project: "/", session: "s", agent: "x" + process.env.INDEX, agentType: null, transcript: null };
    const store = openDispatches(process.env.STATE, place, ${NOW}, (step, error) => { throw error; });
    ${act}`;
  const env = { STATE: state };
  const ways = Array.from({ length: 8 }, (_, i) => `a/w${i}`);
  const stash =
    'store.stash("Explore", "t", [{ way: "a/w" + process.env.INDEX, trigger: "embedding", score: null, bar: null }]);';
  await runTogether(8, script(stash), env);
  const collect = 'console.log(store.collect("Explore", "t").map((s) => s.way).sort().join());';
  const heard = await runTogether(8, script(collect), env);
  expect(heard.map((out) => out.trim())).toEqual(ways.map(() => ways.join()));
  expect(filesIn(state)).toEqual([]);
});
