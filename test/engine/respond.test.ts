import { describe, expect, test } from "bun:test";
import { MESSAGE_UNITS } from "../../src/engine/render.ts";
import { reasons } from "../support/selection.ts";
import { placeOf } from "../support/turns.ts";
import { openWorld, type WorldSketch } from "../support/world.ts";

const LIBRARY: WorldSketch = {
  ways: {
    "ops/rollback": { says: ["roll back a broken deployment", "undo the release"], body: "Keep the old version." },
    "code/testing": { says: "write unit tests for functions", body: "One assertion each." },
  },
};

describe("a way", () => {
  test("is shown once under its marker, and the runner-up does not follow", async () => {
    const world = openWorld({
      ways: { ...LIBRARY.ways, "ops/undo": { says: "undo the last release" } },
    });
    expect((await world.hear({ prompt: "undo the release" })).context).toBe(
      "[way:ops/rollback]\nKeep the old version.",
    );
    for (let i = 0; i < 3; i++) expect((await world.hear({ prompt: "undo the release" })).context).toBe("");
  });

  test("is shown again in another session, to another agent, and where there is no session id", async () => {
    const ways = { "a/a": { pattern: "go", scope: ["agent", "subagent"] as const } };
    const world = openWorld({ ways });
    const turns = [
      {},
      { session: "session-2" },
      { agent: "a91" },
      { agent: "a92" },
      { session: null },
      { session: null },
    ] as const;
    for (const turn of turns) expect(await world.shows({ prompt: "go", ...turn })).toHaveLength(1);
    for (const turn of turns.slice(0, 4)) expect(await world.shows({ prompt: "go", ...turn })).toEqual([]);
  });

  test("comes back once it has drifted out of the context", async () => {
    const world = openWorld(LIBRARY);
    world.levers.tokens = 10_000;
    expect(await world.shows({ prompt: "undo the release" })).toHaveLength(1);
    world.levers.tokens = 59_000;
    expect(await world.shows({ prompt: "undo the release" })).toHaveLength(0);
    world.levers.tokens = 60_000;
    expect(await world.shows({ prompt: "undo the release" })).toHaveLength(1);
    world.levers.tokens = 100_000;
    expect(await world.shows({ prompt: "undo the release" })).toHaveLength(0);
  });

  test("with an eased bar follows its parent (ADR-105)", async () => {
    const world = openWorld({
      ways: {
        "code/supply": { says: "add a dependency to the project" },
        "code/supply/audit": { says: "audit an npm package for advisories", requiresParent: true },
      },
    });
    expect(await world.shows({ prompt: "audit this npm package" })).toEqual([]);
    expect(await world.shows({ prompt: "add this dependency to the project" })).toEqual(["code/supply"]);
    expect(await world.shows({ prompt: "audit this npm package" })).toEqual(["code/supply/audit"]);
  });
});

describe("claims", () => {
  const ways = { "a/a": { pattern: "go", body: "A." }, "b/b": { pattern: "go", body: "B." } };

  test("lost to another process: not shown, not recorded, and said; the rest stays", async () => {
    const world = openWorld({ ways });
    world.levers.taken.add("a/a");
    const { context, decision } = await world.hear({ prompt: "go" });
    expect(context).toBe("[way:b/b]\nB.");
    expect(decision && reasons(decision)).toEqual({ "a/a": "lost-claim", "b/b": "pattern" });
    expect(world.disclosures.map((d): string => d.way)).toEqual(["b/b"]);
  });

  test("a way whose file has gone costs itself only, is not claimed, and is counted", async () => {
    const world = openWorld({ ways });
    world.levers.unreadable.add("a/a");
    const { context, decision } = await world.hear({ prompt: "go" });
    expect(context).toBe("[way:b/b]\nB.");
    expect(decision && reasons(decision)["a/a"]).toBe("unreadable");
    expect(world.failures.map((f) => f.step)).toEqual(["body"]);
    world.levers.unreadable.clear();
    expect(await world.shows({ prompt: "go" })).toEqual(["a/a"]);
  });

  test("what did not fit is named, not claimed, and comes at the next occasion", async () => {
    const world = openWorld({
      ways: { "a/a": { pattern: "go", body: "a".repeat(6_000) }, "b/b": { pattern: "go", body: "b".repeat(6_000) } },
    });
    const first = await world.hear({ prompt: "go" });
    expect(first.context.length).toBeLessThanOrEqual(MESSAGE_UNITS);
    expect(first.context).toEndWith("\n\nAlso relevant: `ways show b/b`");
    expect(first.decision && reasons(first.decision)["b/b"]).toBe("over-size");
    expect(world.disclosures.map((d): string => d.way)).toEqual(["a/a"]);
    expect(await world.shows({ prompt: "go" })).toEqual(["b/b"]);
  });

  test("what `max_ways` leaves over is named and comes at the next occasion", async () => {
    const world = openWorld({ ways, config: { max_ways: 1 } });
    expect((await world.hear({ prompt: "go" })).context).toBe("[way:a/a]\nA.\n\nAlso relevant: `ways show b/b`");
    expect((await world.hear({ prompt: "go" })).context).toBe("[way:b/b]\nB.");
  });
});

describe("beside the ways", () => {
  test("a notice for the person is passed on, with or without ways", async () => {
    const world = openWorld(LIBRARY);
    world.levers.notice = "2 failures since yesterday";
    expect(await world.hear({ prompt: "thanks" })).toMatchObject({ context: "", notice: "2 failures since yesterday" });
  });

  test("switched off there is nothing at all, and no event is counted", async () => {
    const world = openWorld({ ...LIBRARY, config: { enabled: false }, core: "Core rules." });
    world.levers.notice = "a notice";
    expect(await world.hear({ start: "startup" })).toMatchObject({ context: "", notice: "", decision: null });
    expect(world.ports.ledger(placeOf({})).epoch).toBe(1);
  });
});
