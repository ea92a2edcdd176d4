// Past decisions from the event log: what `ways why`, `ways status` and `ways timings` tell.
import type { Env } from "../host/env.ts";
import { REASONS, type Reason } from "../match/decision.ts";
import type { EventLine } from "../store/log.ts";
import { chooseSession } from "./sessions.ts";
import { openWorld } from "./world.ts";

export type Mention = {
  readonly at: string;
  readonly event: string;
  readonly session: string | null;
  readonly agent: string | null;
  readonly vector: string;
  readonly outcome: "shown" | "kept" | "not";
  readonly reason: string;
  readonly meaning: string;
  readonly evidence: number | null;
  readonly bar: number;
  /** What was shown at the same event. */
  readonly beside: readonly string[];
};

export type Past = {
  /** The latest first. */
  readonly mentions: readonly Mention[];
  /** Decisions that were looked through. */
  readonly events: number;
  readonly since: string | null;
};

/** `session`: null looks through all of them. Throws when a named session is not there. */
export function findMentions(env: Env, id: string, session: string | null): Past {
  const world = openWorld(env);
  const key = session === null ? null : (chooseSession(world, session)?.key ?? null);
  const lines = world.log.events().filter((line) => key === null || line.session === key);
  return {
    mentions: lines.flatMap((line) => mentionIn(line, id)).reverse(),
    events: lines.length,
    since: lines[0]?.at ?? null,
  };
}

function mentionIn(line: EventLine, id: string): readonly Mention[] {
  const candidate = line.candidates.find((c) => c.id === id);
  if (candidate === undefined) return [];
  const { evidence, bar, reason } = candidate;
  const isShown = line.shown.includes(id);
  return [
    {
      at: line.at,
      event: line.event,
      session: line.session,
      agent: line.agent,
      vector: line.vector,
      outcome: isShown ? "shown" : line.event === "task" && brings(reason) ? "kept" : "not",
      reason,
      meaning: isReason(reason) ? REASONS[reason] : reason,
      evidence,
      bar,
      beside: line.shown.filter((other) => other !== id),
    },
  ];
}

const BRINGS: ReadonlySet<string> = new Set<Reason>([
  "pattern",
  "command",
  "file",
  "error",
  "state",
  "dispatch",
  "best",
  "second",
  "inherits-slot",
]);

function brings(reason: string): boolean {
  return BRINGS.has(reason);
}

function isReason(text: string): text is Reason {
  return Object.hasOwn(REASONS, text);
}
