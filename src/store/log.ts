// What happened, for `status`, `why`, `timings` and `doctor`: one JSON line per answered event and per failure.
// Ids, scores and hashes only, never a person's words. Two files each: the older half is dropped when one is full.
import { join } from "node:path";
import { appendText, renameIfLarger } from "../host/atomic.ts";
import { readText } from "../host/files.ts";

const FULL = 2_000_000;

export type EventLine = {
  readonly at: string;
  readonly session: string | null;
  readonly agent: string | null;
  readonly event: string;
  readonly vector: string;
  readonly shown: readonly string[];
  /** The best candidates with evidence, bar and reason: what `ways why` tells later. */
  readonly candidates: readonly {
    readonly id: string;
    readonly evidence: number | null;
    readonly bar: number;
    readonly reason: string;
  }[];
  /** What the agent was given, estimated as bytes / 4. */
  readonly tokens: number;
  /** From the start of the process to the answer. */
  readonly ms: number;
  /** Only with `log_prompts`. */
  readonly text?: string;
};

/** `step`: where; `kind`: class of the error; `size`: UTF-16 units of the input, if that matters. Never its text. */
export type FailureLine = {
  readonly at: string;
  readonly step: string;
  readonly kind: string;
  readonly size: number | null;
};

export type Log = {
  event(line: EventLine): void;
  failure(line: FailureLine): void;
  /** Throws when there is something that cannot be read: of that nobody may say "nothing". */
  events(): readonly EventLine[];
  /** Throws like `events`. */
  failures(): readonly FailureLine[];
};

/** Logging must never be a reason to fail: a state folder that cannot be written loses the line. */
export function openLog(state: string | null): Log {
  const path = (name: string) => (state === null ? null : join(state, name));
  const add = (name: string, line: object) => {
    const file = path(name);
    if (file === null) return;
    try {
      renameIfLarger(file, `${file}.1`, FULL);
      appendText(file, `${JSON.stringify(line)}\n`);
    } catch {
      // nowhere to say it
    }
  };
  const all = <T>(name: string, isLine: (value: object) => value is T & object): readonly T[] => {
    const file = path(name);
    return file === null ? [] : [`${file}.1`, file].flatMap((f) => parseLines(readText(f) ?? "", isLine));
  };
  return {
    event: (line) => add("events.jsonl", line),
    failure: (line) => add("failures.jsonl", line),
    events: () => all("events.jsonl", isEventLine),
    failures: () => all("failures.jsonl", isFailureLine),
  };
}

function parseLines<T>(text: string, isLine: (value: object) => value is T & object): readonly T[] {
  return text.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null && isLine(value) ? [value] : [];
    } catch {
      return []; // the last line of a process that was killed
    }
  });
}

function isEventLine(value: object): value is EventLine {
  return "event" in value && "shown" in value && Array.isArray(value.shown) && "candidates" in value && "at" in value;
}

function isFailureLine(value: object): value is FailureLine {
  return "step" in value && typeof value.step === "string" && "kind" in value && "at" in value;
}
