import { describe, expect, test } from "bun:test";
import { decide } from "../../src/engine/decide.ts";
import type { Deadline, Ports } from "../../src/engine/ports.ts";
import { wayId } from "../../src/ways/way.ts";
import { bagOfStems, openFakeEmbedder } from "../support/fake-embedder.ts";
import { reasons } from "../support/selection.ts";
import { eventOf, type Turn } from "../support/turns.ts";
import { NO_HURRY, openWorld, type WorldSketch } from "../support/world.ts";

const LIBRARY: WorldSketch = {
  ways: {
    "ops/rollback": { says: ["roll back a broken deployment", "undo the release"], pattern: "rollback" },
    "code/testing": { says: "write unit tests for functions", commands: "^npm test" },
    "code/errors": { says: "handle exceptions and retry", errors: "ECONNREFUSED" },
  },
};

/** Decides about one event in a fresh world where `shown` ways were shown at `tokens`. */
async function decideOn(
  turn: Turn,
  sketch: WorldSketch = LIBRARY,
  options: { shown?: Readonly<Record<string, number | null>>; deadline?: Deadline; ports?: Partial<Ports> } = {},
) {
  const world = openWorld(sketch);
  const event = eventOf(turn);
  const shown = new Map(Object.entries(options.shown ?? {}).map(([id, tokens]) => [wayId(id), { epoch: 1, tokens }]));
  const ledger = { shown: new Set(shown.keys()), showing: (id: string) => shown.get(wayId(id)) ?? null };
  const ports = { ...world.ports, ...options.ports };
  const library = await ports.library(event.at);
  const decided = await decide(event, library, ledger, ports, options.deadline ?? NO_HURRY);
  return { ...decided, world };
}
const shownAt = async (...args: Parameters<typeof decideOn>) => (await decideOn(...args)).decision.shown.map(String);

describe("the vector", () => {
  test("finds the way whose alias is nearest, and names the alias", async () => {
    const { decision, world } = await decideOn({ prompt: "please undo that release" });
    expect(decision).toMatchObject({ shown: ["ops/rollback"], vector: "used" });
    expect(decision.candidates[0]).toMatchObject({ id: "ops/rollback", alias: "alias 1", reason: "best" });
    expect(world.embedder.asked).toEqual([{ kind: "query", text: "please undo that release" }]);
  });

  test("of each sentence is asked for unless the text is plainly about one thing", async () => {
    const asked = async (prompt: string) => (await decideOn({ prompt })).world.embedder.asked.map(({ text }) => text);
    const one = "Write unit tests for functions. Functions have tests.";
    expect(await asked(one)).toEqual([one]);
    const two = "Write unit tests for functions. Undo the release.";
    expect(await asked(two)).toEqual([two, "Write unit tests for functions.", "Undo the release."]);
    expect((await shownAt({ prompt: two })).sort()).toEqual(["code/testing", "ops/rollback"]);
    const ports = {
      vector: async (text: string) => (text === two ? { value: bagOfStems(text), cached: false } : null),
    };
    const late = await decideOn({ prompt: two }, LIBRARY, { ports });
    expect(late.decision.shown.length).toBe(1);
    expect(late.world.failures.map((f) => f.step)).toEqual(["deadline"]);
  });

  test("of a text embedded before comes from the cache", async () => {
    const { world } = await decideOn({ prompt: "undo the release" });
    await world.shows({ prompt: "undo the release" });
    const { decision } = await world.hear({ prompt: "undo the release", session: "another" });
    expect(decision?.vector).toBe("cached");
    expect(world.embedder.asked.length).toBe(1);
  });

  test.each([
    ["there is no text", { start: "startup" }, {}],
    ["the lane is off", { edit: "/srv/shop/tests/unit.ts" }, {}],
    ["every candidate was shown", { prompt: "undo" }, { "ops/rollback": 1, "code/testing": 1, "code/errors": 1 }],
  ] as const)("is not asked for when %s", async (_, turn, shown) => {
    const { decision, world } = await decideOn(turn, LIBRARY, { shown });
    expect(decision.vector).toBe("skipped");
    expect(world.embedder.asked).toEqual([]);
  });

  test("ways that are disabled or meant for others are no candidates", async () => {
    const ways = { "a/a": {}, "b/b": { scope: ["subagent" as const] } };
    const { decision, world } = await decideOn({ prompt: "anything" }, { ways, config: { disabled: ["a"] } });
    expect(decision.vector).toBe("skipped");
    expect(world.embedder.asked).toEqual([]);
    expect(reasons(decision)).toEqual({ "a/a": "disabled", "b/b": "other-scope" });
  });
});

describe("triggers still work", () => {
  const prompt = { prompt: "do the rollback, then write unit tests for functions" };

  test("when the vector is late, which is counted", async () => {
    const { decision, world } = await decideOn(prompt, { ...LIBRARY, embedder: openFakeEmbedder({ isLate: true }) });
    expect(decision).toMatchObject({ shown: ["ops/rollback"], vector: "late" });
    expect(world.failures.map((f) => f.step)).toEqual(["deadline"]);
  });

  test("when the time is over before the vector begins", async () => {
    const { decision } = await decideOn(prompt, LIBRARY, { deadline: { at: 1_500, now: () => 1_600 } });
    expect(decision).toMatchObject({ shown: ["ops/rollback"], vector: "late" });
  });

  test("when embedding fails, which is counted with its error", async () => {
    const fault = new Error("broken");
    const { decision, world } = await decideOn(prompt, { ...LIBRARY, embedder: openFakeEmbedder({ fault }) });
    expect(decision).toMatchObject({ shown: ["ops/rollback"], vector: "skipped" });
    expect(world.failures).toEqual([{ step: "embed", error: fault }]);
  });

  test("when there is no model", async () => {
    const { decision, world } = await decideOn(prompt, { ...LIBRARY, embedder: null });
    expect(decision).toMatchObject({ shown: ["ops/rollback"], vector: "skipped" });
    expect(world.failures).toEqual([]);
    expect(reasons(decision)["code/testing"]).toBe("no-vector");
  });

  test("of every kind", async () => {
    expect(await shownAt({ command: "cd x && npm test" })).toContain("code/testing");
    expect(await shownAt({ failed: "connect ECONNREFUSED" })).toEqual(["code/errors"]);
  });
});

describe("showing again after context distance (ADR-105)", () => {
  const again = (redisclose: number | "never", then: number | null, now: number | null, window = 200_000) =>
    shownAt(
      { prompt: "undo the release" },
      {
        ways: { "ops/rollback": { says: "undo the release", redisclose }, "code/testing": { says: "write tests" } },
        config: { context_window: window },
      },
      { shown: { "ops/rollback": then }, ports: { contextTokens: () => now } },
    );

  test.each([
    ["below the share", 25, 10_000, 59_999, []],
    ["at the share", 25, 10_000, 60_000, ["ops/rollback"]],
    ["a smaller share", 10, 10_000, 30_000, ["ops/rollback"]],
    ["never", "never", 0, 190_000, []],
    ["shown at an unknown position", 25, null, 190_000, []],
    ["now at an unknown position", 25, 10_000, null, []],
    ["behind where it was", 25, 150_000, 20_000, []],
  ] as const)("%s", async (_, redisclose, then, now, shown) => {
    expect(await again(redisclose, then, now)).toEqual([...shown]);
  });

  test("the share is of the configured window", async () => {
    expect(await again(25, 10_000, 60_000, 1_000_000)).toEqual([]);
  });

  test("the position is read at most once, and only when something asks for it", async () => {
    const reads: string[] = [];
    const contextTokens = () => {
      reads.push("read");
      return 90_000;
    };
    const first = await decideOn({ prompt: "undo" }, LIBRARY, { ports: { contextTokens } });
    expect(reads.length).toBe(0);
    expect([first.tokens(), first.tokens(), reads.length]).toEqual([90_000, 90_000, 1]);
    const shown = { "ops/rollback": 1, "code/testing": 2, "code/errors": 3 };
    await decideOn({ prompt: "undo" }, LIBRARY, { shown, ports: { contextTokens } });
    expect(reads.length).toBe(2);
  });
});

describe("`when`, bars and places", () => {
  const only = (when: { project?: string; fileExists?: string }) => ({ ways: { "a/a": { pattern: "go", when } } });

  test("a way for another project does not show", async () => {
    expect(await shownAt({ prompt: "go" }, only({ project: "/srv/shop" }))).toEqual(["a/a"]);
    expect(await shownAt({ prompt: "go" }, only({ project: "/srv/other" }))).toEqual([]);
  });

  test("all conditions must hold", async () => {
    const exists = {
      ports: { fileExists: (project: string, path: string) => `${project}/${path}` === "/srv/shop/go.mod" },
    };
    expect(await shownAt({ prompt: "go" }, only({ fileExists: "go.mod" }), exists)).toEqual(["a/a"]);
    expect(await shownAt({ prompt: "go" }, only({ fileExists: "x.mod" }), exists)).toEqual([]);
    expect(await shownAt({ prompt: "go" }, only({ project: "/srv/x", fileExists: "go.mod" }), exists)).toEqual([]);
  });

  test("the configured default goes before the calibration's, the way's own before both", async () => {
    const barOf = async (config: { default_threshold?: number }, bar: number | null = null) =>
      (await decideOn({ prompt: "x" }, { ways: { "a/a": { says: "y", bar } }, config })).decision.candidates[0]?.bar;
    expect([
      await barOf({}),
      await barOf({ default_threshold: 0.45 }),
      await barOf({ default_threshold: 0.45 }, 0.7),
    ]).toEqual([0.3, 0.45, 0.7]);
  });

  test("the command lane, where it is on, is stricter than prompts", async () => {
    const config = { lanes: { command: true, file: false } };
    const ways = { "a/a": { says: "roll back", bar: 0.95 } };
    expect(await shownAt({ prompt: "roll back" }, { ways })).toEqual(["a/a"]);
    expect(await shownAt({ command: "./x.sh", description: "roll back" }, { ways, config })).toEqual([]);
    const easy = { "a/a": { says: "roll back", bar: 0.8 } };
    expect(await shownAt({ command: "./x.sh", description: "roll back" }, { ways: easy, config })).toEqual(["a/a"]);
    const off = { lanes: { command: false, file: false } };
    expect(await shownAt({ command: "./x.sh", description: "roll back" }, { ways: easy, config: off })).toEqual([]);
  });

  test("`context-threshold` is a share of the window", async () => {
    const ways = { "a/a": { state: { kind: "context-threshold", percent: 75 } as const } };
    const at = (tokens: number) => shownAt({ prompt: "x" }, { ways }, { ports: { contextTokens: () => tokens } });
    expect([await at(149_999), await at(150_000)]).toEqual([[], ["a/a"]]);
  });
});

test("deciding has no side effects: the same event twice gives the same decision", async () => {
  const { decision, world } = await decideOn({ prompt: "undo the release" });
  const library = await world.ports.library(eventOf({ prompt: "" }).at);
  const ledger = { shown: new Set<never>(), showing: () => null };
  const again = await decide(eventOf({ prompt: "undo the release" }), library, ledger, world.ports, NO_HURRY);
  expect({ ...again.decision, vector: "used" }).toEqual({ ...decision, vector: "used" });
  expect(world.disclosures).toEqual([]);
});
