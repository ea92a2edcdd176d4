// From outcomes (texts that a way would win, at what evidence, rightly or not) to the way's own bar. A way has a few dozen
// outcomes at most, so its bar is the one for all ways plus a shift that few outcomes cannot carry far: the most probable
// shift under P(right | evidence) = σ(SLOPE · (evidence − EVEN − shift)), shift ~ N(0, SPREAD²). Measured in docs/adr/0003.

/** A text for which a way has the best evidence; `isRight`: showing it would be right. */
export type Outcome = { readonly evidence: number; readonly isRight: boolean };

/** Log-odds per unit of evidence, fitted to all aliases of the shipped library; half or twice as much changes little. */
const SLOPE = 13.5;
/** Evidence at which an average way is right every second time. */
const EVEN = 0.165;
/** How far ways differ: standard deviation of their shifts. */
const SPREAD = 0.037;
const ROUNDS = 25;

export type Shift = {
  /** Evidence scale; 0 without outcomes. */
  readonly shift: number;
  /** Standard deviation of what the shift may really be. */
  readonly error: number;
};

export function estimateShift(outcomes: readonly Outcome[]): Shift {
  const prior = 1 / (SLOPE * SPREAD) ** 2;
  let offset = 0; // −SLOPE · shift
  let information = prior;
  for (let round = 0; round < ROUNDS; round++) {
    let slope = -prior * offset;
    information = prior;
    for (const { evidence, isRight } of outcomes) {
      const p = 1 / (1 + Math.exp(-(SLOPE * (evidence - EVEN) + offset)));
      slope += (isRight ? 1 : 0) - p;
      information += p * (1 - p);
    }
    offset += slope / information;
  }
  return { shift: -offset / SLOPE, error: 1 / (SLOPE * Math.sqrt(information)) };
}

/** What a prompt would be shown if its best way's bar allowed it. */
export type Judged = {
  /** How far the evidence lies above a bar that is moved. */
  readonly above: number;
  readonly isRight: boolean;
  /** The prompt is one that should be shown something. */
  readonly isWanted: boolean;
};

export type Tradeoff = {
  /** Share of the `wanted` prompts that are shown a right way; 0 when no bar reaches the precision. */
  readonly recall: number;
  /** Where the bar stands then; null when no bar reaches the precision. */
  readonly at: number | null;
};

/** The largest recall that a bar with at least this precision can have. */
export function recallAt(precision: number, judged: readonly Judged[], wanted: number): Tradeoff {
  const sorted = judged.toSorted((a, b) => b.above - a.above);
  let [right, found] = [0, 0];
  let best: Tradeoff = { recall: 0, at: null };
  for (const [i, { isRight, isWanted, above }] of sorted.entries()) {
    if (isRight) right++;
    if (isRight && isWanted) found++;
    const isTied = sorted[i + 1]?.above === above;
    if (!isTied && found / wanted > best.recall && right / (i + 1) >= precision)
      best = { recall: found / wanted, at: above };
  }
  return best;
}
