// `ways tune --thresholds`: one bar per way from what was observed, and whether own bars find more than one bar for all.
import { estimateShift } from "../match/bars.ts";
import { type Comparison, compareRecall, type Paired } from "../match/comparison.ts";
import { raiseMonotone } from "../match/monotone.ts";
import type { Way, WayId } from "../ways/way.ts";
import type { Observed, Trial } from "./outcomes.ts";

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

const LEAST_CHANGE = 0.0099;

/** `bar`: the one in force for ways without their own; `unit`: the calibration's. */
export type Limits = { readonly bar: number; readonly floor: number; readonly unit: number };

/**
 * Around the bar in force. A child's bar is not below its parent's: the easing after the parent was shown (ADR-105) makes it
 * lower by itself.
 */
export function proposeBars(
  tuned: ReadonlySet<WayId>,
  ways: ReadonlyMap<WayId, Way>,
  observed: readonly Observed[],
  limits: Limits,
): readonly Proposal[] {
  const byWay = Map.groupBy(observed, ({ way }) => way);
  const estimates = new Map([...tuned].map((id) => [id, estimateShift(byWay.get(id) ?? [], limits.unit)]));
  const parentOf = (id: WayId) => ways.get(id)?.parent ?? null;
  const weighted = [...estimates].map(([id, { shift, error }]) => [id, { value: shift, weight: error ** -2 }] as const);
  const shifts = raiseMonotone(new Map(weighted), parentOf);
  return [...estimates].map(([id, { error }]): Proposal => {
    const parent = parentOf(id);
    const fixed = parent === null || tuned.has(parent) ? null : (ways.get(parent)?.bar ?? null);
    const outcomes = byWay.get(id) ?? [];
    const right = outcomes.filter(({ isRight }) => isRight).length;
    return {
      id,
      written: ways.get(id)?.bar ?? null,
      bar: Math.min(1, Math.max(rounded(limits.bar + (shifts.get(id) ?? 0)), limits.floor, fixed ?? 0)),
      error,
      right,
      wrong: outcomes.length - right,
    };
  });
}

/** False for what is as good as in force already. */
export function isChange({ written, bar }: Proposal, limits: Limits): boolean {
  return Math.abs((written ?? limits.bar) - bar) >= LEAST_CHANGE;
}

export type BarComparison = Comparison & {
  /** Prompts that want a way. */
  readonly wanted: number;
};

const FOLDS = 5;

/**
 * One bar for all (the first) against own bars (the second): every trial is judged with bars to which it has not contributed.
 * `aliases`: what was observed apart from the trials.
 */
export function compareBars(
  tuned: ReadonlySet<WayId>,
  ways: ReadonlyMap<WayId, Way>,
  aliases: readonly Observed[],
  trials: readonly Trial[],
  precision: number,
  limits: Limits,
): BarComparison {
  const pairs: Paired[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const learned = trials.filter((_, i) => i % FOLDS !== fold).flatMap(({ seen }) => seen);
    const proposals = proposeBars(tuned, ways, [...aliases, ...learned], limits);
    const bars = new Map(proposals.map(({ id, bar }) => [id, bar]));
    for (const { best, right, isWanted } of trials.filter((_, i) => i % FOLDS === fold)) {
      if (best === null || best.evidence < limits.floor) continue;
      const second = best.evidence - (bars.get(best.id) ?? limits.bar) + limits.bar;
      pairs.push({ first: best.evidence, second, isRight: right.has(best.id), isWanted });
    }
  }
  const wanted = trials.filter(({ isWanted }) => isWanted).length;
  return { wanted, ...compareRecall(pairs, wanted, precision) };
}
