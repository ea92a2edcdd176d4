// `.golden.jsonl`: a way's own test prompts, run through the real decision by `ways golden`.
import type { Diagnostic } from "../diagnostics.ts";
import { parseRows } from "./jsonl.ts";
import { choice, flag, text, texts } from "./kinds.ts";
import { type WayId, wayId } from "./way.ts";

const GOLDEN_KINDS = ["direct", "situational", "negative"] as const;
export const GOLDEN_EVENTS = ["prompt", "command", "file", "task"] as const;

export type GoldenKind = (typeof GOLDEN_KINDS)[number];
export type GoldenEvent = (typeof GOLDEN_EVENTS)[number];

export const GOLDEN_FIELDS = {
  prompt: text({ fallback: "", meaning: "what the person types; for `command` the shell line, for `file` the path" }),
  kind: choice<GoldenKind>({
    fallback: "direct",
    options: GOLDEN_KINDS,
    meaning: "names the topic, describes a situation, or must not bring the way up",
  }),
  event: choice<GoldenEvent>({
    fallback: "prompt",
    options: GOLDEN_EVENTS,
    meaning: "the event the text arrives with",
  }),
  lang: text({ fallback: "en", meaning: "language tag of the text" }),
  also: texts({ fallback: [], meaning: "ids of ways that are right as well" }),
  holdout: flag({ fallback: false, meaning: "kept out of tuning, used for measuring only" }),
} as const;

export type GoldenPrompt = {
  readonly prompt: string;
  readonly kind: GoldenKind;
  readonly event: GoldenEvent;
  readonly lang: string;
  readonly also: readonly WayId[];
  readonly holdout: boolean;
  readonly line: number;
};
export type Golden = {
  readonly file: string;
  readonly prompts: readonly GoldenPrompt[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Never throws. */
export function parseGolden(text: string, file: string): Golden {
  const { rows, diagnostics } = parseRows(text, file, GOLDEN_FIELDS, ["prompt", "kind"]);
  const prompts = rows.map(({ values, line }) => ({ ...values, also: values.also.map(wayId), line }));
  return { file, prompts, diagnostics };
}
