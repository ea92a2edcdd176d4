// Which ways are shown: trigger hits, then what the embedding ranks best (ADR-105, ADR-125; docs/adr/0003).
// Ranking is by plain evidence over every way that applies here, shown ones included; a bar only gates.
import { ancestorsOf, rootOf } from "../ways/graph.ts";
import type { Node, Scope, WayId } from "../ways/way.ts";
import {
  byEvidence,
  type Candidate,
  type Decision,
  inOrder,
  type Reason,
  type TriggerKind,
  type VectorUse,
} from "./decision.ts";
import type { Score, Scores } from "./score.ts";

/** ADR-105: a shown ancestor eases the bar of its descendants by a fifth, once, however many ancestors were shown. */
const EASING = 0.8;
/** A sentence's own topic needs a tenth more evidence than its bar: each sentence is one more chance to be wrong (docs/adr/0003). */
const OWN_TOPIC = 1.1;

export type SelectInput = {
  readonly nodes: ReadonlyMap<WayId, Node>;
  readonly hits: ReadonlyMap<WayId, TriggerKind>;
  /** null: nothing was embedded. */
  readonly scores: Scores | null;
  /** The sentences of a short text of several, each scored on its own. */
  readonly parts: readonly Scores[];
  readonly vector: VectorUse;
  /** Shown in this session to this agent, before this event. */
  readonly shown: { has(id: WayId): boolean };
  /** A shown way whose context distance allows showing it again. */
  readonly mayRepeat: (node: Node) => boolean;
  readonly whenHolds: (node: Node) => boolean;
  readonly isDisabled: (id: WayId) => boolean;
  readonly scope: Scope;
  readonly maxWays: number;
  readonly defaultBar: number;
  readonly floor: number;
  /** Added to every bar: the command lane is stricter. */
  readonly strictness: number;
  /** How many ways that are not shown the decision tells of. */
  readonly listed: number;
};

export function selectWays(input: SelectInput): Decision {
  const { nodes, scores } = input;
  const scoreOf = new Map<WayId, Score>();
  for (const score of scores?.ranked ?? []) scoreOf.set(score.id, score);
  const isApplicable = ({ id }: { readonly id: WayId }) => {
    const node = nodes.get(id);
    return node !== undefined && inapplicable(node, input) === null;
  };
  const isFresh = (id: WayId) => {
    const node = nodes.get(id);
    return node !== undefined && (!input.shown.has(id) || input.mayRepeat(node));
  };
  const chosen = new Map<WayId, Reason>();
  const hits = [...input.hits].map(([id, kind]) => ({ id, kind, evidence: scoreOf.get(id)?.evidence ?? null }));
  for (const hit of hits.sort(byEvidence)) if (isApplicable(hit) && isFresh(hit.id)) chosen.set(hit.id, hit.kind);
  const ranked = scores?.ranked ?? [];
  const best = firstOf(ranked, isApplicable);
  const pick = best && bestOrHeir(best, ranked, input, (id) => isApplicable({ id }) && isFresh(id));
  if (pick && !chosen.has(pick.id)) chosen.set(pick.id, pick.reason);
  const isSpoken = best !== undefined && (pick !== null || clears(best, input));
  const taken = isSpoken ? [...chosen.keys(), best.id] : [...chosen.keys()];
  const isInText = (s: Score) => isApplicable(s) && (scoreOf.get(s.id)?.evidence ?? 0) > 0;
  for (const leader of secondTopics(taken, isSpoken ? 1 : 2, input, isInText)) {
    if (!isFresh(leader.id)) continue;
    chosen.set(leader.id, "second");
    scoreOf.set(leader.id, leader);
  }

  const fits = [...chosen.keys()].slice(0, input.maxWays);
  const overflow = new Set([...chosen.keys()].slice(input.maxWays));
  const candidates: Candidate[] = [];
  for (const node of input.listed < nodes.size ? bestOf(ranked, chosen, input) : nodes.values()) {
    const score = scoreOf.get(node.id);
    const won = chosen.get(node.id);
    const shown = won !== undefined && !overflow.has(node.id);
    const bar = barOf(node, input);
    candidates.push({
      id: node.id,
      alias: score?.alias ?? null,
      score: score?.score ?? null,
      null: score?.null ?? null,
      evidence: score?.evidence ?? null,
      bar,
      outcome: shown ? "shown" : "not",
      reason: shown ? won : overflow.has(node.id) ? "over-max-ways" : reasonNot(node, score, bar, input, isFresh),
    });
  }
  return {
    shown: parentsFirst(fits, nodes),
    vector: input.vector,
    candidates: inOrder(candidates),
  };
}

/** The chosen ways and the best others. */
function bestOf(
  ranked: readonly Score[],
  chosen: ReadonlyMap<WayId, Reason>,
  { nodes, listed }: SelectInput,
): readonly Node[] {
  const best = new Map<WayId, Node>();
  const add = (id: WayId) => {
    const node = nodes.get(id);
    if (node) best.set(id, node);
  };
  for (const id of chosen.keys()) add(id);
  const most = best.size + listed;
  for (const { id } of ranked) {
    if (best.size === most) break;
    add(id);
  }
  return [...best.values()];
}

/** The bar in force for a node on the evidence scale, never below the floor. */
export function barOf(
  node: Node,
  input: Pick<SelectInput, "nodes" | "shown" | "defaultBar" | "floor" | "strictness">,
): number {
  const own = (node.bar ?? input.defaultBar) + input.strictness;
  const eased = ancestorsOf(node.id, input.nodes).some((a) => input.shown.has(a)) ? own * EASING : own;
  return Math.max(eased, input.floor);
}

/** A way that does not apply here neither ranks nor fires; null when it applies. */
export function inapplicable(
  node: Node,
  input: Pick<SelectInput, "isDisabled" | "scope" | "whenHolds" | "shown">,
): Reason | null {
  if (input.isDisabled(node.id)) return "disabled";
  if (!node.scope.includes(input.scope)) return "other-scope";
  if (!input.whenHolds(node)) return "when-fails";
  if (node.requiresParent && node.parent !== null && !input.shown.has(node.parent)) return "parent-not-shown";
  return null;
}

function clears(s: Score, input: SelectInput): boolean {
  const node = input.nodes.get(s.id);
  return node !== undefined && s.evidence >= barOf(node, input);
}

/** By embedding only the best is shown; when it has been shown, its best descendant may take the slot. */
function bestOrHeir(
  best: Score,
  ranked: readonly Score[],
  input: SelectInput,
  isFresh: (id: WayId) => boolean,
): { readonly id: WayId; readonly reason: Reason } | null {
  if (isFresh(best.id)) return clears(best, input) ? { id: best.id, reason: "best" } : null;
  // No bar is below the floor: of thousands of ways, those under it are not even read.
  const isNear = (s: Score) => s.evidence >= input.floor && clears(s, input);
  const heir = firstOf(ranked, (s) => isNear(s) && ancestorsOf(s.id, input.nodes).includes(best.id) && isFresh(s.id));
  return heir ? { id: heir.id, reason: "inherits-slot" } : null;
}

/** A loop: every hook would have to compile `find` (docs/adr/0010). */
function firstOf(ranked: readonly Score[], holds: (s: Score) => boolean): Score | undefined {
  for (const s of ranked) if (holds(s)) return s;
  return undefined;
}

/**
 * A prompt with two topics: the best way of a sentence that is in the whole text, too, from a tree not yet spoken for, with evidence in
 * the sentence that clears its bar by a tenth without what the taken ways have of it: one that tells more about their topic is theirs.
 */
function secondTopics(
  taken: readonly WayId[],
  most: number,
  input: SelectInput,
  isInText: (s: Score) => boolean,
): readonly Score[] {
  const sentences: { readonly leader: Score; readonly ranked: readonly Score[] }[] = [];
  for (const { ranked } of input.parts) {
    const leader = firstOf(ranked, isInText);
    if (leader) sentences.push({ leader, ranked });
  }
  const spoken = [...taken];
  const found: Score[] = [];
  for (const { leader, ranked } of sentences.sort((a, b) => byEvidence(a.leader, b.leader))) {
    const theirs = firstOf(ranked, ({ id }) => spoken.includes(id))?.evidence ?? 0;
    const evidence = (leader.evidence - Math.max(0, theirs)) / OWN_TOPIC;
    const tree = rootOf(leader.id, input.nodes);
    const isKin = spoken.some((id) => rootOf(id, input.nodes) === tree);
    if (found.length === most || isKin || !clears({ ...leader, evidence }, input)) continue;
    spoken.push(leader.id);
    found.push(leader);
  }
  return found;
}

function reasonNot(
  node: Node,
  score: Score | undefined,
  bar: number,
  input: SelectInput,
  isFresh: (id: WayId) => boolean,
): Reason {
  const why = inapplicable(node, input);
  if (why !== null) return why;
  if (!isFresh(node.id)) return "already-shown";
  if (!score) return "no-vector";
  return score.evidence < bar ? "below-bar" : "not-best";
}

/** Keeps the order except that an ancestor in the list stands before its descendants. */
function parentsFirst(ids: readonly WayId[], nodes: SelectInput["nodes"]): readonly WayId[] {
  const out = new Set<WayId>();
  for (const id of ids) {
    for (const ancestor of [...ancestorsOf(id, nodes)].reverse()) if (ids.includes(ancestor)) out.add(ancestor);
    out.add(id);
  }
  return [...out];
}
