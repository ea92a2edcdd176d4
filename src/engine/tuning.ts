// `ways tune --thresholds`: one bar per way from what was observed, and whether own bars find more than one bar for all.
import { estimateShift, type Judged, recallAt } from "../match/bars.ts";
import type { Way, WayId } from "../ways/way.ts";
import { depthOf } from "../ways/graph.ts";
import { type Arena, type LabelledPrompt, type Observed, observePrompt, rank } from "./outcomes.ts";

export type Proposal = {
  readonly id: WayId;
  /** As written; null: the default holds. */
  readonly written: number | null;
  /** Rounded as it will be written. */
  readonly bar: number;
  /** Standard deviation of what the bar should really be. */
  readonly error: number;
  readonly right: number;
  readonly wrong: number;
};

/** Bars are written with two digits: more would only look exact. */
const rounded = (bar: number) => Math.round(bar * 100) / 100;

export type Limits = { readonly bar: number; readonly floor: number };

/**
 * `limits.bar`: the bar of ways without their own, around which these lie. A child's bar is not below its parent's: the
 * easing after the parent was shown (ADR-105) makes it lower by itself.
 */
export function proposeBars(
  tuned: ReadonlySet<WayId>,
  ways: ReadonlyMap<WayId, Way>,
  observed: readonly Observed[],
  limits: Limits,
): readonly Proposal[] {
  const byWay = Map.groupBy(observed, ({ way }) => way);
  const bars = new Map<WayId, number>();
  const parentsFirst = [...tuned].sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  const proposals = parentsFirst.flatMap((id): Proposal[] => {
    const way = ways.get(id);
    if (way === undefined) return [];
    const outcomes = byWay.get(id) ?? [];
    const { shift, error } = estimateShift(outcomes);
    const parent = way.parent === null ? null : (bars.get(way.parent) ?? ways.get(way.parent)?.bar ?? null);
    const bar = Math.min(1, Math.max(rounded(limits.bar + shift), limits.floor, parent ?? 0));
    bars.set(id, bar);
    const right = outcomes.filter(({ isRight }) => isRight).length;
    return [{ id, written: way.bar, bar, error, right, wrong: outcomes.length - right }];
  });
  return proposals.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** False for what is in force already, to the digits that are written. */
export function isChange({ written, bar }: Proposal, limits: Limits): boolean {
  return rounded(written ?? limits.bar) !== bar;
}

export type Comparison = {
  readonly precision: number;
  readonly oneBar: number;
  readonly ownBars: number;
  /** The one bar that has this precision; null when none has. */
  readonly bar: number | null;
};

const FOLDS = 5;

/**
 * Recall at equal precision, one bar for all against own bars. Each prompt is judged with bars to which it has not
 * contributed; phrasings of the null node count as wrong. `fixed`: what was observed apart from the prompts.
 */
export function compareBars(
  tuned: ReadonlySet<WayId>,
  arena: Arena,
  fixed: readonly Observed[],
  prompts: readonly LabelledPrompt[],
  nothing: readonly { readonly id: WayId; readonly evidence: number }[],
  precision: number,
  limits: Limits,
): Comparison {
  const decided = prompts.map((prompt) => ({
    best: rank(prompt.vector, arena).ranked[0],
    right: prompt.right,
    seen: observePrompt(prompt, tuned, arena),
  }));
  const one: Judged[] = [];
  const own: Judged[] = [];
  const add = (best: { readonly id: WayId; readonly evidence: number }, right: ReadonlySet<WayId>, isWanted: boolean, shifts: ReadonlyMap<WayId, number>) => {
    const isRight = right.has(best.id);
    if (best.evidence < limits.floor) return;
    one.push({ above: best.evidence, isRight, isWanted });
    own.push({ above: best.evidence - (shifts.get(best.id) ?? 0), isRight, isWanted });
  };
  for (let fold = 0; fold < FOLDS; fold++) {
    const isTested = (_: unknown, i: number) => i % FOLDS === fold;
    const learned = [...fixed, ...decided.filter((d, i) => !isTested(d, i)).flatMap(({ seen }) => seen)];
    const shifts = new Map(proposeBars(tuned, arena.ways, learned, limits).map(({ id, bar }) => [id, bar - limits.bar]));
    for (const { best, right } of decided.filter(isTested)) if (best) add(best, right, right.size > 0, shifts);
    for (const best of nothing.filter(isTested)) add(best, new Set(), false, shifts);
  }
  const wanted = prompts.filter(({ right }) => right.size > 0).length;
  return { precision, ...};
}
