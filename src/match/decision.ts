// The decision about one event as a value: what the hook renders, `ways explain` prints, the log stores, tests compare.
import type { WayId } from "../ways/way.ts";

export type TriggerKind = "pattern" | "command" | "file" | "error" | "state" | "dispatch";

/** Why a way was or was not shown; the sentence is what people read. */
export const REASONS = {
  pattern: "its pattern matched",
  command: "its command trigger matched",
  file: "its file trigger matched",
  error: "its error trigger matched",
  state: "its state trigger holds",
  dispatch: "it fits the text this sub-agent was dispatched with",
  best: "best evidence, at or above its bar",
  second: "best for one of the sentences, which has a topic of its own",
  "inherits-slot": "best descendant of an already shown way, above its bar",
  "below-bar": "evidence below its bar",
  "not-best": "another way has better evidence",
  "already-shown": "already shown in this session",
  "lost-claim": "another process is showing it",
  "parent-not-shown": "waits until its parent has been shown",
  "when-fails": "its `when` condition does not hold",
  "other-scope": "not meant for this kind of agent",
  disabled: "disabled in the configuration",
  "switched-off": "ways is switched off here",
  "over-max-ways": "more ways fit than `max_ways` allows",
  "over-size": "did not fit the size of one message",
  unreadable: "its file could not be read",
  "no-vector": "no vector for this event, and no trigger matched",
} as const;

export type Reason = keyof typeof REASONS;

export type Candidate = {
  readonly id: WayId;
  /** Label of the nearest alias; null when nothing was embedded. */
  readonly alias: string | null;
  readonly score: number | null;
  /** Score of the node it stands against: the null node, for a shipped way with the errand node; null as for `score`. */
  readonly null: number | null;
  readonly evidence: number | null;
  /** The bar in force, eased or not. */
  readonly bar: number;
  readonly outcome: "shown" | "not";
  readonly reason: Reason;
};

export type VectorUse = "used" | "cached" | "skipped" | "late";

export type Decision = {
  /** In the order of showing. */
  readonly shown: readonly WayId[];
  readonly vector: VectorUse;
  /** The shown ones first, then by evidence: every way that could compete, or the best of them. */
  readonly candidates: readonly Candidate[];
};

export function isEmbedded({ vector }: Pick<Decision, "vector">): boolean {
  return vector === "used" || vector === "cached";
}

type Ranked = { readonly id: WayId; readonly evidence: number | null };

/** Best evidence first, then what has none, ties by id. */
export function byEvidence(a: Ranked, b: Ranked): number {
  const none = Number.MIN_SAFE_INTEGER;
  return (b.evidence ?? none) - (a.evidence ?? none) || (a.id < b.id ? -1 : 1);
}

/** The shown ones first, then by evidence. */
export function inOrder(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...candidates].sort(
    (a, b) => Number(b.outcome === "shown") - Number(a.outcome === "shown") || byEvidence(a, b),
  );
}

/** The decision after some ways turned out not to be showable (lost claim, no room). */
export function withdraw(decision: Decision, lost: ReadonlyMap<WayId, Reason>): Decision {
  if (lost.size === 0) return decision;
  return {
    ...decision,
    shown: decision.shown.filter((id) => !lost.has(id)),
    candidates: inOrder(
      decision.candidates.map((c) => {
        const reason = lost.get(c.id);
        return reason ? { ...c, outcome: "not", reason } : c;
      }),
    ),
  };
}

/** What the nearest alias of a candidate says; null where there is none. */
export type TextOf = (candidate: Pick<Candidate, "id" | "alias">) => string | null;

/** The wire shape of `explain --json` and of each line of `--batch` (behaviour §6). */
export function formatDecision(
  decision: Decision,
  input: { readonly text: string; readonly event: string },
  textOf: TextOf,
): object {
  return {
    schema: "ways.decision/1",
    text: input.text,
    event: input.event,
    shown: decision.shown,
    vector: decision.vector,
    candidates: decision.candidates.map((c) => ({
      id: c.id,
      alias: c.alias,
      alias_text: textOf(c),
      score: rounded(c.score),
      null: rounded(c.null),
      evidence: rounded(c.evidence),
      bar: rounded(c.bar),
      outcome: c.outcome,
      reason: c.reason,
    })),
  };
}

function rounded(x: number | null): number | null {
  return x === null ? null : Math.round(x * 10_000) / 10_000;
}
