// What a session start changes, and what is recorded of each showing.
import { describe, expect, test } from "bun:test";
import { MESSAGE_UNITS } from "../../src/engine/render.ts";
import { wayId } from "../../src/ways/way.ts";
import { openWorld, type WorldSketch } from "../support/world.ts";

describe("the start of a session", () => {
  const sketch: WorldSketch = {
    core: "Core rules.",
    ways: { "a/start": { state: { kind: "session-start" }, body: "Hello." }, "b/b": { pattern: "go", body: "B." } },
  };

  test("shows the core block before the ways of this moment", async () => {
    expect((await openWorld(sketch).hear({ start: "startup" })).context).toBe("Core rules.\n\n[way:a/start]\nHello.");
    expect((await openWorld({ ways: {}, core: "Core rules." }).hear({ start: "resume" })).context).toBe("Core rules.");
    expect((await openWorld({ ways: {} }).hear({ start: "startup" })).context).toBe("");
  });

  test.each(["compact", "clear", "startup"] as const)("`%s`: everything counts as not shown again", async (start) => {
    const world = openWorld(sketch);
    await world.hear({ start: "startup" });
    await world.hear({ prompt: "go" });
    expect((await world.hear({ start })).context).toBe("Core rules.\n\n[way:a/start]\nHello.");
    expect(await world.shows({ prompt: "go" })).toEqual(["b/b"]);
  });

  test("`resume` keeps what was shown", async () => {
    const world = openWorld(sketch);
    await world.hear({ start: "startup" });
    await world.hear({ prompt: "go" });
    expect((await world.hear({ start: "resume" })).context).toBe("Core rules.");
    expect(await world.shows({ prompt: "go" })).toEqual([]);
  });

  test("`fork` inherits the known ways whose markers its transcript holds", async () => {
    const world = openWorld(sketch);
    world.levers.transcript = '"[way:a/start]\\nHello." "[way:gone/gone]"';
    expect((await world.hear({ start: "fork", session: "copy" })).context).toBe("Core rules.");
    expect(await world.shows({ prompt: "go", session: "copy" })).toEqual(["b/b"]);
  });

  test("of a resumed session whose ledger is gone reads the transcript; one that is known does not", async () => {
    const world = openWorld(sketch);
    world.levers.transcript = "[way:b/b]";
    await world.hear({ start: "resume", session: "lost" });
    expect(await world.shows({ prompt: "go", session: "lost" })).toEqual([]);
    world.levers.transcript = "";
    await world.hear({ prompt: "hello there", session: "known" });
    world.levers.transcript = "[way:b/b]";
    await world.hear({ start: "resume", session: "known" });
    expect(await world.shows({ prompt: "go", session: "known" })).toEqual(["b/b"]);
  });

  test("may be missing: a session that is first heard of in the middle knows what its transcript holds", async () => {
    const world = openWorld(sketch);
    world.levers.transcript = "[way:b/b]";
    expect(await world.shows({ prompt: "go", session: "forked" })).toEqual([]);
    expect(await world.shows({ prompt: "go", session: "forked" })).toEqual([]);
    expect(await world.shows({ command: "ls", description: "go", session: "forked", agent: "a91" })).toEqual([]);
  });

  test("core block and ways together stay within one message", async () => {
    const state = { kind: "session-start" } as const;
    const body = "b".repeat(3_000);
    const ways = { "a/a": { state, body }, "b/b": { state, body }, "c/c": { state, body } };
    const { context, decision } = await openWorld({ ways, core: "c".repeat(4_000) }).hear({ start: "startup" });
    expect(context.length).toBeLessThanOrEqual(MESSAGE_UNITS);
    expect(decision?.shown.length).toBe(1);
    const huge = await openWorld({ ways, core: "c\n".repeat(9_000) }).hear({ start: "startup" });
    expect(huge.context.length).toBeLessThanOrEqual(MESSAGE_UNITS);
  });
});

describe("metrics (ADR-105)", () => {
  test("one line for each disclosure, with its place in the tree and in the session", async () => {
    const world = openWorld({
      ways: {
        "code/supply": { pattern: "dependency" },
        "code/supply/audit": { says: "audit an npm package" },
        "code/supply/pin": { pattern: "pin" },
        "code/style": { pattern: "never" },
      },
    });
    await world.hear({ prompt: "a dependency" });
    await world.hear({ prompt: "something else entirely" });
    await world.hear({ prompt: "audit an npm package and pin it" });
    const common = { epoch: 3, parent_epoch: 1, epoch_distance: 2, agent: "agent", bar: expect.any(Number) };
    expect<unknown>(world.disclosures.toSorted((a, b) => (a.way < b.way ? -1 : 1))).toEqual([
      {
        ...common,
        way: wayId("code/supply"),
        parent: null,
        depth: 2,
        epoch: 1,
        parent_epoch: null,
        epoch_distance: null,
        sibling_total: 1,
        sibling_fired: 0,
        trigger: "pattern",
        score: null,
      },
      {
        ...common,
        way: wayId("code/supply/audit"),
        parent: wayId("code/supply"),
        depth: 3,
        sibling_total: 1,
        sibling_fired: 1,
        trigger: "embedding",
        score: expect.any(Number),
        bar: expect.closeTo(0.24),
      },
      {
        ...common,
        way: wayId("code/supply/pin"),
        parent: wayId("code/supply"),
        depth: 3,
        sibling_total: 1,
        sibling_fired: 1,
        trigger: "pattern",
        score: null,
      },
    ]);
  });

  test("a child beside its parent is an instant cascade: distance 0", async () => {
    const world = openWorld({ ways: { "a/a": { pattern: "go" }, "a/a/x": { pattern: "go" } } });
    await world.hear({ prompt: "go" });
    expect(world.disclosures.find((d) => d.way.endsWith("x"))).toMatchObject({ parent_epoch: 1, epoch_distance: 0 });
  });

  test("a sub-agent's disclosure says so, and nothing shown is nothing recorded", async () => {
    const world = openWorld({ ways: { "a/a": { pattern: "go", scope: ["subagent"] } } });
    await world.hear({ prompt: "go" });
    await world.hear({ prompt: "go", agent: "a91" });
    expect(world.disclosures.map((d) => d.agent)).toEqual(["subagent"]);
  });
});
