// Which part of an event each lane looks at: triggers of every kind, and the text that is embedded.
import type { LiveEvent } from "../agents/event.ts";
import { readableWords } from "../match/command-line.ts";
import { BUDGETS, reduceText } from "../match/reduce.ts";
import { fitsBudget, splitSentences } from "../match/sentences.ts";
import { pathsSeen, type Seen } from "../match/triggers.ts";
import type { Scope } from "../ways/way.ts";

export type Lanes = { readonly command: boolean; readonly file: boolean };

export function seenBy(event: LiveEvent): Seen {
  const nothing: Seen = { pattern: [], commandLine: null, errors: [], file: null, moment: "other" };
  switch (event.kind) {
    case "prompt":
      return { ...nothing, pattern: [event.text], moment: "prompt" };
    case "task":
      return { ...nothing, pattern: [event.text] };
    case "command":
      return { ...nothing, commandLine: event.command, pattern: event.description === "" ? [] : [event.description] };
    case "file":
      return { ...nothing, file: pathsSeen(event.path, event.at.project) };
    case "tool-failed":
      return { ...nothing, errors: [event.error] };
    case "session-start":
      return { ...nothing, moment: "session-start" };
    case "subagent-start":
      return nothing;
  }
}

export function scopeOf(event: LiveEvent): Scope {
  return event.kind === "task" || event.kind === "subagent-start" || event.at.agent !== null ? "subagent" : "agent";
}

/** The text to embed within the budget of its kind (ADR-130); null: this event's lane does not embed, or has nothing to say. */
export function queryText(event: LiveEvent, lanes: Lanes): string | null {
  switch (event.kind) {
    case "prompt":
    case "task":
      return reduced(event.text, event.kind);
    case "command":
      return lanes.command ? reduced(`${event.description} ${readableWords(event.command)}`, "command") : null;
    case "file":
      return lanes.file ? reduced(event.path.replaceAll(/[\\/._-]+/g, " "), "file") : null;
    default:
      return null;
  }
}

/** A text of more sentences is one topic told at length, or too long to embed twice. */
const MOST_PARTS = 3;

/** Sentences that may each have a topic of their own (docs/adr/0003): of a text of two or three that is short enough. */
export function queryParts(event: LiveEvent): readonly string[] {
  if (event.kind !== "prompt" && event.kind !== "task") return [];
  const text = event.text.trim();
  const budget = BUDGETS[event.kind];
  if (text === "" || !fitsBudget(text, budget)) return [];
  const sentences = splitSentences(text, budget).map((s) => s.text);
  return sentences.length > 1 && sentences.length <= MOST_PARTS ? sentences : [];
}

function reduced(text: string, kind: keyof typeof BUDGETS): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : reduceText(trimmed, BUDGETS[kind]);
}
