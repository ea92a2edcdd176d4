// Two rankings of the same prompts compared by recall at equal precision, with what chance may have to do with it.

/** What a prompt is shown if a bar that is moved for all allows it, under each of two rankings. */
export type Paired = {
  /** How far the evidence lies above the bar. */
  readonly first: number;
  readonly second: number;
  readonly isRight: boolean;
  /** The prompt is one that should be shown something. */
  readonly isWanted: boolean;
};

export type Tradeoff = {
  /** Share of the wanted prompts that are shown a right way; 0 when no bar reaches the precision. */
  readonly recall: number;
  /** Where the bar stands then; null when no bar reaches the precision. */
  readonly at: number | null;
};

export type Comparison = {
  readonly first: Tradeoff;
  readonly second: Tradeoff;
  /** Recall of the second less that of the first, averaged over precisions around the one asked for, with its 95 % interval. */
  readonly gain: { readonly mean: number; readonly low: number; readonly high: number };
};

/** One precision alone would judge by the luck of a few prompts. */
const AROUND = [-0.05, -0.04, -0.03, -0.02, -0.01, 0, 0.01, 0.02] as const;
const SAMPLES = 400;

/** `wanted`: prompts that should be shown something, those that are not in the list, too. */
export function compareRecall(pairs: readonly Paired[], wanted: number, precision: number): Comparison {
  const rankings = [inOrder(pairs, "first"), inOrder(pairs, "second")] as const;
  const once = pairs.map(() => 1);
  const gainWith = (weights: readonly number[]) => {
    const [first, second] = rankings.map((ranking) =>
      AROUND.map((d) => recallAt(precision + d, ranking, wanted, weights)),
    );
    const gains = AROUND.map((_, i) => (second?.[i]?.recall ?? 0) - (first?.[i]?.recall ?? 0));
    return gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  };
  const random = generator();
  const samples = Array.from({ length: SAMPLES }, () => gainWith(resampled(pairs.length, random))).sort(
    (a, b) => a - b,
  );
  return {
    first: recallAt(precision, rankings[0], wanted, once),
    second: recallAt(precision, rankings[1], wanted, once),
    gain: {
      mean: gainWith(once),
      low: samples[Math.floor(SAMPLES * 0.025)] ?? 0,
      high: samples[Math.floor(SAMPLES * 0.975)] ?? 0,
    },
  };
}

type Ranked = Pick<Paired, "isRight" | "isWanted"> & { readonly above: number; readonly index: number };

function inOrder(pairs: readonly Paired[], by: "first" | "second"): readonly Ranked[] {
  return pairs
    .map(({ isRight, isWanted, [by]: above }, index) => ({ above, isRight, isWanted, index }))
    .sort((a, b) => b.above - a.above);
}

/** The largest recall that a bar with at least this precision can have; equal evidence is not told apart. */
function recallAt(precision: number, ranking: readonly Ranked[], wanted: number, weights: readonly number[]): Tradeoff {
  let [shown, right, found] = [0, 0, 0];
  let best: Tradeoff = { recall: 0, at: null };
  for (const [i, { above, isRight, isWanted, index }] of ranking.entries()) {
    const weight = weights[index] ?? 0;
    shown += weight;
    if (isRight) right += weight;
    if (isRight && isWanted) found += weight;
    if (ranking[i + 1]?.above === above || found / wanted <= best.recall) continue;
    if (right >= precision * shown) best = { recall: found / wanted, at: above };
  }
  return best;
}

/** How often each of `n` items is drawn when n are drawn with replacement. */
function resampled(n: number, random: () => number): readonly number[] {
  const counts = new Array<number>(n).fill(0);
  for (let i = 0; i < n; i++) {
    const drawn = Math.floor(random() * n);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  return counts;
}

/** Mulberry32 from one seed: the same library always gets the same answer. */
function generator(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
