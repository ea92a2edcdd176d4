// Golden prompts through the hook's own decision. What depends on the moment is taken out: the state triggers, and `when` of the
// ways that are tried, say nothing about texts, and a way that waits for its parent is tried after the parent was shown.
import type { Place } from "../agents/event.ts";
import type { Candidate, Decision } from "../match/decision.ts";
import { type Arithmetic, scoreCoordinates } from "../match/score.ts";
import { buildSubjects } from "../match/triggers.ts";
import { buildGate, type Gate, isOpenFor } from "../ways/gate.ts";
import type { Golden, GoldenPrompt } from "../ways/golden.ts";
import { ancestorsOf } from "../ways/graph.ts";
import type { Node, WayId } from "../ways/way.ts";
import { decide } from "./decide.ts";
import { queryParts, queryText } from "./lanes.ts";
import { type Arena, blockOf, phrasingQuery, withoutPhrasing } from "./outcomes.ts";
import type { Coordinates, Deadline, Library, Ports } from "./ports.ts";
import { seenBy } from "./seen.ts";
import { buildTypedEvent } from "./typed-event.ts";

export type Half = "tune" | "holdout" | "all";

export type GoldenTask = { readonly way: WayId; readonly file: string; readonly prompt: GoldenPrompt };

export type GoldenResult = GoldenTask & {
  /** `found`: a right way was shown; `held`: the way of a near-miss was not; `missed`, `fired`: the opposite. */
  readonly verdict: "found" | "missed" | "held" | "fired";
  readonly shown: readonly WayId[];
  /** Of those, the ones that are not right. */
  readonly wrong: readonly WayId[];
  /** The way itself as a candidate; null: it could not compete. */
  readonly own: Candidate | null;
  /** The best by evidence that is not the way itself; null when nothing was embedded. */
  readonly rival: Candidate | null;
};

export function selectTasks(
  golden: ReadonlyMap<WayId, Golden>,
  ways: ReadonlySet<WayId>,
  half: Half,
): readonly GoldenTask[] {
  const isMeant = ({ holdout }: GoldenPrompt) => half === "all" || holdout === (half === "holdout");
  return [...golden].flatMap(([way, { file, prompts }]) =>
    ways.has(way) ? prompts.filter(isMeant).map((prompt) => ({ way, file, prompt })) : [],
  );
}

/** The library as golden prompts meet it; `tried`: the ways they were written for. */
export function withoutMoments(nodes: ReadonlyMap<WayId, Node>, tried: ReadonlySet<WayId>): ReadonlyMap<WayId, Node> {
  return new Map(
    [...nodes].map(([id, node]) => {
      const when = tried.has(id) ? null : node.when;
      return [id, { ...node, when, triggers: { ...node.triggers, state: null } }];
    }),
  );
}

export async function runTask(task: GoldenTask, at: Place, library: Library, ports: Ports): Promise<GoldenResult> {
  const { way, prompt } = task;
  const node = library.nodes.get(way);
  const shown = new Set(node?.requiresParent ? ancestorsOf(way, library.nodes) : []);
  const event = buildTypedEvent(prompt.event, prompt.prompt, at);
  const { decision } = await decide(event, library, { shown, showing: () => null }, ports, FOREVER);
  return judge(task, decision);
}

export type Watched = {
  /** The rows of these ways alone. */
  readonly near: Coordinates;
  /** Of their triggers. */
  readonly gate: Gate;
};

/** What decides, without the whole library, that a phrasing cannot bring up any of these ways. */
export function watch(ids: ReadonlySet<WayId>, nodes: ReadonlyMap<WayId, Node>, arena: Arena): Watched {
  const own = [...nodes.values()].filter(({ id }) => ids.has(id));
  return { near: { ...arena, blocks: [blockOf(ids, arena)] }, gate: buildGate(own) };
}

/** False: a text of one sentence, for which no watched way has evidence, and that no trigger of theirs can match. */
export function mayShow(text: string, index: number, at: Place, { near, gate }: Watched): boolean {
  const event = buildTypedEvent("prompt", text, at);
  if (queryParts(event).length > 0 || isOpenFor(gate, buildSubjects(seenBy(event)))) return true;
  const { blocks, calibration, arithmetic } = near;
  const query = phrasingQuery(index, calibration);
  const { ranked } = scoreCoordinates(query, blocks, withoutPhrasing(calibration, index), arithmetic.nearest);
  return (ranked[0]?.evidence ?? -1) >= calibration.floor;
}

/** Ways that the null node's phrasing at `index` shows when the null node has it not. */
export async function runPhrasing(
  text: string,
  index: number,
  at: Place,
  library: Library,
  ports: Ports,
  arena: Coordinates,
): Promise<readonly WayId[]> {
  const event = buildTypedEvent("prompt", text, at);
  const whole = queryText(event, library.config.lanes);
  // Its coordinates are known: this stands for the vector that would have to be embedded to find them.
  const standIn = new Float32Array();
  const query = phrasingQuery(index, arena.calibration);
  const { transform, nearest } = arena.arithmetic;
  const arithmetic: Arithmetic = {
    nearest,
    transform: (v, ...rest) => (v === standIn ? query : transform(v, ...rest)),
  };
  const without = { ...arena, arithmetic, calibration: withoutPhrasing(arena.calibration, index) };
  const tried: Ports = {
    ...ports,
    recent: () => null,
    coordinates: async () => without,
    vector: async (part, deadline) =>
      part === whole ? { value: standIn, cached: true } : ports.vector(part, deadline),
  };
  const nobody = { shown: new Set<WayId>(), showing: () => null };
  return (await decide(event, library, nobody, tried, FOREVER)).decision.shown;
}

const FOREVER: Deadline = { at: Number.POSITIVE_INFINITY, now: () => 0 };

export function judge(task: GoldenTask, { shown, candidates }: Decision): GoldenResult {
  const { way, prompt } = task;
  const isNearMiss = prompt.kind === "negative";
  const right = new Set(isNearMiss ? prompt.also : [way, ...prompt.also]);
  const isRight = shown.some((id) => right.has(id));
  const isFired = shown.includes(way) && !right.has(way);
  const others = candidates.filter(({ id, evidence }) => id !== way && evidence !== null);
  return {
    ...task,
    verdict: isNearMiss ? (isFired ? "fired" : "held") : isRight ? "found" : "missed",
    shown,
    wrong: shown.filter((id) => !right.has(id)),
    own: candidates.find(({ id }) => id === way) ?? null,
    rival: others.toSorted((a, b) => (b.evidence ?? 0) - (a.evidence ?? 0))[0] ?? null,
  };
}
