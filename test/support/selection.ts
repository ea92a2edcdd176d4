// Selecting from a library built by hand: evidence is given as numbers, everything else has a harmless default.
import type { Decision, TriggerKind } from "../../src/match/decision.ts";
import type { Scores } from "../../src/match/score.ts";
import { type SelectInput, selectWays } from "../../src/match/select.ts";
import { type Node, wayId } from "../../src/ways/way.ts";
import { nodeMap } from "./nodes.ts";

export type Situation = {
  readonly nodes: readonly Node[];
  /** id → evidence. */
  readonly evidence?: Readonly<Record<string, number>>;
  readonly hits?: Readonly<Record<string, TriggerKind>>;
  /** One id → evidence per sentence. */
  readonly parts?: readonly Readonly<Record<string, number>>[];
  readonly shown?: readonly string[];
} & Partial<Omit<SelectInput, "nodes" | "hits" | "shown" | "scores" | "parts">>;

export function select(situation: Situation): Decision {
  const { nodes, evidence, parts = [], hits = {}, shown = [], ...rest } = situation;
  return selectWays({
    nodes: nodeMap(nodes),
    hits: new Map(Object.entries(hits).map(([id, kind]) => [wayId(id), kind])),
    parts: parts.map(rankedBy),
    scores: evidence === undefined ? null : rankedBy(evidence),
    vector: evidence === undefined ? "skipped" : "used",
    shown: new Set(shown.map(wayId)),
    mayRepeat: () => false,
    whenHolds: () => true,
    isDisabled: () => false,
    scope: "agent",
    maxWays: 3,
    defaultBar: 0.3,
    floor: 0.1,
    strictness: 0,
    listed: Number.POSITIVE_INFINITY,
    ...rest,
  });
}

/** Why each way was or was not shown, by id. */
export function reasons(decision: Decision): Readonly<Record<string, string>> {
  return Object.fromEntries(decision.candidates.map((c) => [c.id, c.reason]));
}

function rankedBy(evidence: Readonly<Record<string, number>>): Scores {
  const ranked = Object.entries(evidence).map(([id, e]) => ({
    id: wayId(id),
    alias: "canonical",
    score: e,
    null: 0,
    evidence: e,
  }));
  return { ranked: ranked.sort((a, b) => b.evidence - a.evidence || (a.id < b.id ? -1 : 1)) };
}
