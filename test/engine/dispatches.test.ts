// Sub-agents (ADR-130, behaviour §3): matched at the dispatch, told at the start, with a ledger of their own.
import { describe, expect, test } from "bun:test";
import { openFakeEmbedder } from "../support/fake-embedder.ts";
import { openWorld, type WorldSketch } from "../support/world.ts";

const BOTH = ["agent", "subagent"] as const;
const LIBRARY: WorldSketch = {
  ways: {
    "code/testing": { says: "write unit tests for functions", body: "One assertion each.", scope: BOTH, bar: 0.5 },
    "code/errors": { pattern: "retry", body: "Retry with a limit.", scope: ["subagent"] },
    "ops/rollback": { says: "roll back a broken deployment", body: "Keep the old version.", scope: ["agent"] },
  },
};
const TESTS = "[way:code/testing]\nOne assertion each.";
const ERRORS = "[way:code/errors]\nRetry with a limit.";
const task = (text: string, type = "Explore") => ({ task: text, type });
const start = (agent: string, type = "Explore") => ({ subagent: type, agent });

describe("a dispatch", () => {
  test("returns no text, which would reach the parent, and shows nothing to it", async () => {
    const world = openWorld(LIBRARY);
    const reply = await world.hear(task("write unit tests for functions"));
    expect(reply).toMatchObject({ context: "", decision: { shown: ["code/testing"] } });
    expect(world.disclosures).toEqual([]);
    expect(await world.shows({ prompt: "write unit tests for functions" })).toEqual(["code/testing"]);
  });

  test("is told to the sub-agent at its start, by meaning and by trigger", async () => {
    const world = openWorld(LIBRARY);
    await world.hear(task("write unit tests for functions, retry"));
    expect((await world.hear(start("a91"))).context).toBe(`${ERRORS}\n\n${TESTS}`);
  });

  test("is matched against ways whose scope has `subagent`, and no others", async () => {
    const world = openWorld(LIBRARY);
    await world.hear(task("roll back a broken deployment"));
    expect((await world.hear(start("a91"))).context).toBe("");
  });

  test("does not know what its parent was shown: the child begins with nothing", async () => {
    const world = openWorld(LIBRARY);
    expect(await world.shows({ prompt: "write unit tests for functions" })).toEqual(["code/testing"]);
    await world.hear(task("write unit tests for functions"));
    expect((await world.hear(start("a91"))).context).toBe(TESTS);
  });

  test("of a type with its own definition file is left alone, at the dispatch and at the start", async () => {
    const world = openWorld(LIBRARY);
    world.levers.defined.add("reviewer");
    const reply = await world.hear(task("write unit tests for functions", "reviewer"));
    expect(reply).toMatchObject({ context: "", decision: null });
    expect(world.embedder.asked).toEqual([]);
    world.levers.defined.clear();
    expect((await world.hear(start("a91", "reviewer"))).context).toBe("");
  });

  test("without a session id, is kept for nobody", async () => {
    const world = openWorld(LIBRARY);
    await world.hear({ ...task("retry"), session: null });
    expect((await world.hear({ ...start("a91"), session: null })).context).toBe("");
  });

  test("with a late vector still keeps what its triggers found", async () => {
    const world = openWorld({ ...LIBRARY, embedder: openFakeEmbedder({ isLate: true }) });
    await world.hear(task("write unit tests for functions, retry"));
    expect((await world.hear(start("a91"))).context).toBe(ERRORS);
  });

  test("that waits for a parent is not kept: a new sub-agent has been shown none", async () => {
    const ways = {
      "a/a": { pattern: "never", scope: BOTH },
      "a/a/x": { pattern: "go", scope: BOTH, requiresParent: true },
    };
    const world = openWorld({ ways });
    await world.hear(task("go"));
    expect((await world.hear(start("a91"))).context).toBe("");
  });
});

describe("the start of a sub-agent", () => {
  test("of another type is told nothing", async () => {
    const world = openWorld(LIBRARY);
    await world.hear(task("retry"));
    expect((await world.hear(start("a91", "Plan"))).context).toBe("");
    expect((await world.hear(start("a92"))).context).toBe(ERRORS);
  });

  test("two in parallel: each is told the union", async () => {
    const world = openWorld(LIBRARY);
    await world.hear(task("retry what fails"));
    await world.hear(task("write unit tests for functions"));
    for (const agent of ["a91", "a92"]) {
      const { context } = await world.hear(start(agent));
      expect([agent, context.includes(TESTS), context.includes(ERRORS)]).toEqual([agent, true, true]);
    }
    expect((await world.hear(start("a93"))).context).toBe("");
  });

  test("the union may be more than `max_ways`: the size of one message bounds it, whole ways only", async () => {
    const body = "x".repeat(3_000);
    const ways = Object.fromEntries(["a", "b", "c", "d"].map((k) => [`w/${k}`, { pattern: k, body, scope: BOTH }]));
    const world = openWorld({ ways, config: { max_ways: 2 } });
    await world.hear(task("a b"));
    await world.hear(task("c d"));
    const { context, decision } = await world.hear(start("a91"));
    expect(decision?.shown.length).toBe(3);
    expect(context.length).toBeLessThanOrEqual(9_500);
    expect(context).toEndWith("Also relevant: `ways show w/d`");
  });

  test("when it goes on after a pause it is told nothing again, and takes nothing from a new one", async () => {
    const world = openWorld(LIBRARY);
    await world.hear(task("retry"));
    await world.hear(start("a91"));
    await world.hear(task("write unit tests for functions"));
    expect((await world.hear(start("a91"))).context).toBe("");
    expect((await world.hear(start("a92"))).context).toBe(TESTS);
  });

  test("a denied dispatch is not told to the next prompt's sub-agent", async () => {
    const world = openWorld(LIBRARY);
    await world.hear({ ...task("retry"), turn: "p1" });
    await world.hear({ ...task("write unit tests for functions"), turn: "p2" });
    expect((await world.hear({ ...start("a91"), turn: "p2" })).context).toBe(TESTS);
  });

  test("a condition that no longer holds, and a way that went away, are not told", async () => {
    const ways = { "a/a": { pattern: "go", scope: BOTH, when: { fileExists: "go.mod" } } };
    const world = openWorld({ ways });
    world.levers.files.add("go.mod");
    await world.hear(task("go"));
    world.levers.files.clear();
    expect((await world.hear(start("a91"))).decision?.shown).toEqual([]);
  });
});

describe("a sub-agent's own events", () => {
  test("use its own ledger: what it was told is not told again, to it alone", async () => {
    const world = openWorld(LIBRARY);
    await world.hear(task("retry"));
    await world.hear(start("a91"));
    expect(await world.shows({ command: "make", description: "retry", agent: "a91" })).toEqual([]);
    expect(await world.shows({ command: "make", description: "retry", agent: "a92" })).toEqual(["code/errors"]);
  });

  test("its own dispatches are kept for its children", async () => {
    const world = openWorld(LIBRARY);
    await world.hear({ ...task("retry"), agent: "a91" });
    expect((await world.hear(start("a92"))).context).toBe(ERRORS);
  });

  test("have epochs of their own, and are not touched by the main agent's compaction; a dispatch is an event of its parent", async () => {
    const world = openWorld(LIBRARY);
    await world.hear(task("retry"));
    await world.hear(start("a91"));
    await world.hear({ start: "compact" });
    expect(await world.shows({ prompt: "retry", agent: "a91" })).toEqual([]);
    await world.hear({ prompt: "write unit tests for functions" });
    expect(world.disclosures.map((d) => [d.way, d.epoch, d.agent])).toEqual([
      ["code/errors" as never, 1, "subagent"],
      ["code/testing" as never, 3, "agent"],
    ]);
  });
});

describe("metrics of what was dispatched", () => {
  test("count under what matched it there, with that score and bar", async () => {
    const world = openWorld(LIBRARY);
    await world.hear(task("write unit tests for functions, retry"));
    await world.hear(start("a91"));
    expect(world.disclosures).toMatchObject([
      { way: "code/errors", trigger: "pattern", score: null, agent: "subagent" },
      { way: "code/testing", trigger: "embedding", score: expect.any(Number), bar: 0.5, agent: "subagent" },
    ]);
  });
});
