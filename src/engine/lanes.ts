// The text of an event that is embedded, lane by lane; what triggers see of it is in seen.ts.
import type { LiveEvent } from "../agents/event.ts";
import { readableWords } from "../match/command-line.ts";
import { BUDGETS, reduceText } from "../match/reduce.ts";
import { fitsBudget, maySplit, splitSentences } from "../match/sentences.ts";

export type Lanes = { readonly command: boolean; readonly file: boolean };

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
  if (text === "" || !maySplit(text) || !fitsBudget(text, budget)) return [];
  const sentences = splitSentences(text, budget).map((s) => s.text);
  return sentences.length > 1 && sentences.length <= MOST_PARTS ? sentences : [];
}

function reduced(text: string, kind: keyof typeof BUDGETS): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : reduceText(trimmed, BUDGETS[kind]);
}
