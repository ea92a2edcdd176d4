// What every call of `ways hook` has to keep, whatever comes in: an event of ours is heard, what could not be read or answered in full
// is counted, everything else is left alone.
import { expect } from "bun:test";
import { claude } from "../../src/agents/claude.ts";
import { parseJson } from "../../src/agents/json.ts";
import { queryParts } from "../../src/engine/lanes.ts";
import type { EventLine } from "../../src/store/log.ts";
import type { Payload } from "../support/payloads.ts";

export type Heard = {
  /** What the agent got on stdout. */
  readonly output: string;
  /** What this call added to the log. */
  readonly lines: readonly Pick<EventLine, "event" | "vector">[];
  /** The steps at which it counted a failure. */
  readonly failures: readonly string[];
};

/** Steps of a failure with which an event is still answered, by triggers alone. */
const WITHOUT_VECTOR = ["deadline", "embed"];

export function expectNoMiss({ bytes, must }: Payload, { output, lines, failures }: Heard): void {
  const json = parseJson(new TextDecoder().decode(bytes));
  const event = json === null ? null : claude.parse(json.value, (cwd) => cwd);
  const kind = event?.kind ?? "ignored";
  expectAnswer(output, json?.value);
  expect(failures.length).toBeLessThanOrEqual(1);
  if (must === "counted") expect({ output, failures }).toEqual({ output: "", failures: ["stdin"] });
  if (must === "heard") expect(kind).not.toBe("ignored");
  if (kind === "ignored") {
    expect({ output, lines }).toEqual({ output: "", lines: [] });
    return;
  }
  if (failures.some((step) => !WITHOUT_VECTOR.includes(step))) return;
  // A tool call in which nothing can match ends at the gate.
  const mayEndEarly = ["command", "file", "tool-failed"].includes(kind);
  if (!mayEndEarly || output !== "") expect(lines.map((line) => line.event)).toEqual([kind]);
  if (event?.kind !== "prompt" && event?.kind !== "task") return;
  const hasVector = lines.some(({ vector }) => vector === "used" || vector === "cached");
  // With the vector of the whole text, only one of its sentences can have been late.
  if (!hasVector) expect(failures).toHaveLength(1);
  else if (failures.length > 0)
    expect({ failures, parts: queryParts(event).length > 0 }).toEqual({ failures: ["deadline"], parts: true });
}

/** Nothing, or one object that the event's schema allows. */
function expectAnswer(output: string, payload: unknown): void {
  if (output === "") return;
  const { hookSpecificOutput, systemMessage, ...more } = JSON.parse(output);
  expect(more).toEqual({});
  const { hookEventName, additionalContext, ...others } = hookSpecificOutput;
  expect(others).toEqual({});
  expect(payload).toMatchObject({ hook_event_name: hookEventName });
  for (const text of [additionalContext, systemMessage]) {
    if (text === undefined) continue;
    expect(text).toBeString();
    expect(text).not.toBe("");
    expect(text.length).toBeLessThan(10_000);
    expect(text.isWellFormed()).toBe(true);
  }
}
