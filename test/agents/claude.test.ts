// Golden in and out: `claude.events.json` holds one payload per case and the event that it becomes.
import { describe, expect, test } from "bun:test";
import { claude } from "../../src/agents/claude.ts";
import type { Event, LiveEvent } from "../../src/agents/event.ts";
import { dialectContract } from "../contracts/dialect.ts";
import cases from "./claude.events.json" with { type: "json" };

const parse = (json: unknown) => claude.parse(json, (cwd) => cwd);
const liveEvents = cases
  .map(({ input }) => parse(input))
  .filter((event): event is LiveEvent => event.kind !== "ignored");

describe("parse", () => {
  test.each(cases.map(({ name, input, event }) => [name, input, event] as const))("%s", (_, input, event) => {
    expect(parse(input)).toEqual(event as Event);
  });

  test("asks for the project of the folder the event happened in", () => {
    const event = claude.parse({ hook_event_name: "SessionStart", cwd: "/srv/shop/api" }, (cwd) => `${cwd}/..`);
    expect(event.kind !== "ignored" && event.at.project).toBe("/srv/shop/api/..");
  });

  test("does not take keys from a prototype", () => {
    expect(parse({ hook_event_name: "constructor" })).toEqual({
      kind: "ignored",
      reason: "event `constructor` is not used",
    });
    expect(parse({ hook_event_name: "PreToolUse", tool_name: "toString" }).kind).toBe("ignored");
  });

  test("makes one place of a main session and a sub-agent's, told apart by the agent id alone", () => {
    const main = parse({ hook_event_name: "UserPromptSubmit", session_id: "s", prompt: "add an index" });
    const child = parse({
      hook_event_name: "UserPromptSubmit",
      session_id: "s",
      agent_id: "a",
      prompt: "add an index",
    });
    expect([main, child].map((event) => event.kind !== "ignored" && event.at.agent)).toEqual([null, "a"]);
  });
});

describe("format", () => {
  const HOOKS: Readonly<Record<LiveEvent["kind"], string>> = {
    prompt: "UserPromptSubmit",
    command: "PreToolUse",
    file: "PreToolUse",
    task: "PreToolUse",
    "tool-failed": "PostToolUseFailure",
    "session-start": "SessionStart",
    "subagent-start": "SubagentStart",
  };

  test("has a golden case for every kind of event", () => {
    expect([...new Set(liveEvents.map(({ kind }) => kind))].sort()).toEqual(
      Object.keys(HOOKS).sort() as LiveEvent["kind"][],
    );
  });

  test.each(liveEvents.map((event) => [event.kind, event] as const))(
    "%s: context under the event's own name",
    (kind, event) => {
      expect(claude.format(event, { context: "[way:a/b]\nmain is protected", notice: "" })).toBe(
        `{"hookSpecificOutput":{"hookEventName":"${HOOKS[kind]}","additionalContext":"[way:a/b]\\nmain is protected"}}`,
      );
    },
  );

  test("a notice goes to the person, with or without context", () => {
    const event = liveEvents[0] as LiveEvent;
    expect(JSON.parse(claude.format(event, { context: "", notice: "matching is off" }))).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart" },
      systemMessage: "matching is off",
    });
    expect(JSON.parse(claude.format(event, { context: "core", notice: "matching is off" }))).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "core" },
      systemMessage: "matching is off",
    });
  });

  test("never answers the events that make the agent go on", () => {
    for (const name of ["Stop", "SubagentStop"])
      expect(parse({ hook_event_name: name, agent_id: "a" }).kind).toBe("ignored");
  });
});

dialectContract({
  dialect: claude,
  payloads: Object.fromEntries(
    cases.map(({ input }) => [parse(input).kind, input] as const).filter(([kind]) => kind !== "ignored"),
  ),
  ignored: cases.map(({ input }) => input).filter((input) => parse(input).kind === "ignored"),
  contextOf: (output) =>
    (output as { hookSpecificOutput?: { additionalContext?: string } }).hookSpecificOutput?.additionalContext ?? null,
});
