import { describe, expect, test } from "bun:test";
import { queryText } from "../../src/engine/lanes.ts";
import { scopeOf, seenBy } from "../../src/engine/seen.ts";
import { estimateTokens } from "../../src/match/sentences.ts";
import type { Seen } from "../../src/match/triggers.ts";
import { eventOf, type Turn } from "../support/turns.ts";

const ALL = { command: true, file: true };
const NONE = { command: false, file: false };
const text = (turn: Turn, lanes = ALL) => queryText(eventOf(turn), lanes);
const seen = (turn: Turn) => seenBy(eventOf(turn));
const nothing: Seen = { pattern: [], commandLine: null, errors: [], file: null, moment: "other" };

describe("what triggers see of each kind of event", () => {
  test.each([
    ["a prompt", { prompt: "ship it" }, { pattern: ["ship it"], moment: "prompt" }],
    ["a dispatch", { task: "find callers" }, { pattern: ["find callers"] }],
    ["a command", { command: "make", description: "Build" }, { commandLine: "make", pattern: ["Build"] }],
    ["a command that says nothing", { command: "make" }, { commandLine: "make" }],
    ["an edit", { edit: "/srv/shop/a.ts" }, { file: { absolute: "/srv/shop/a.ts", relative: "a.ts" } }],
    ["a failed tool", { failed: "ENOENT" }, { errors: ["ENOENT"] }],
    ["a session start", { start: "compact" }, { moment: "session-start" }],
    ["a sub-agent's start", { subagent: "Explore" }, {}],
  ] as const)("%s", (_, turn, expected) => {
    expect(seen(turn)).toEqual({ ...nothing, ...expected });
  });
});

describe("what is embedded", () => {
  test("prompts and dispatches, always", () => {
    expect(text({ prompt: " ship it " }, NONE)).toBe("ship it");
    expect(text({ task: "find callers" }, NONE)).toBe("find callers");
  });

  test("a command's description and readable words, if its lane is on", () => {
    const turn = { command: "sudo kubectl -n prod rollout undo deploy/api", description: "Roll back" };
    expect(text(turn)).toBe("Roll back kubectl prod rollout undo");
    expect(text(turn, { command: false, file: true })).toBeNull();
  });

  test("the words of an edited path, if its lane is on", () => {
    expect(text({ edit: "src\\billing/invoice-service.test.ts" })).toBe("src billing invoice service test ts");
    expect(text({ edit: "src/a.ts" }, { command: true, file: false })).toBeNull();
  });

  test.each([
    { prompt: "   " },
    { command: "--help ./x" },
    { failed: "ENOENT" },
    { start: "startup" },
    { subagent: "Explore" },
  ] as const)("nothing of %p", (turn) => {
    expect(text(turn)).toBeNull();
  });

  test("never more than the budget of its kind (ADR-130)", () => {
    const long = Array.from({ length: 400 }, (_, i) => `sentence number ${i} about invoices.`).join(" ");
    expect(estimateTokens(text({ prompt: long }) ?? "")).toBeLessThanOrEqual(100);
    expect(estimateTokens(text({ task: long }) ?? "")).toBeLessThanOrEqual(100);
    expect(estimateTokens(text({ command: "x", description: long }) ?? "")).toBeLessThanOrEqual(60);
    expect(estimateTokens(text({ edit: "a/b-c/".repeat(300) }) ?? "")).toBeLessThanOrEqual(30);
  });
});

test("sub-agents' events and dispatches to them are theirs, everything else is the agent's", () => {
  const scope = (turn: Turn) => scopeOf(eventOf(turn));
  expect(scope({ prompt: "x" })).toBe("agent");
  expect(scope({ prompt: "x", agent: "a91" })).toBe("subagent");
  expect(scope({ task: "x" })).toBe("subagent");
  expect(scope({ subagent: "Explore" })).toBe("subagent");
});
