// From outcomes (texts that a way would win, at what evidence, rightly or not) to the way's own bar. A way has a few dozen
// outcomes at most, so its bar is the one for all ways plus a shift that few outcomes cannot carry far: the most probable
// shift under P(right | evidence) = σ(SLOPE · (evidence − EVEN − shift)), shift ~ N(0, SPREAD²) (docs/adr/0008).

/** A text for which a way has the best evidence; `isRight`: showing it would be right. */
export type Outcome = { readonly evidence: number; readonly isRight: boolean };

/**
 * All in units of the calibration's bar, so that they hold for another calibration, too; fitted to the aliases of the shipped
 * library. Half or twice as much changes little.
 */
const SLOPE = 2.4;
/** Evidence at which an average way is right every second time. */
const EVEN = 0.84;
/** How far ways differ: standard deviation of their shifts. */
const SPREAD = 0.14;
/** In log-odds; no way is so strange. */
const FARTHEST = 20;
const ROUNDS = 50;

export type Shift = {
  /** Evidence scale; 0 without outcomes. */
  readonly shift: number;
  /** Standard deviation of what the shift may really be. */
  readonly error: number;
};

/** `unit`: the calibration's bar. */
export function estimateShift(outcomes: readonly Outcome[], unit: number): Shift {
  const prior = 1 / (SLOPE * SPREAD) ** 2;
  const wrongAt = (offset: number) =>
    outcomes.map(({ evidence }) => 1 / (1 + Math.exp(SLOPE * (evidence / unit - EVEN) - offset)));
  const wrong = outcomes.filter(({ isRight }) => !isRight).length;
  // The derivative of the log posterior falls all the way, so halving an interval cannot miss where it is 0.
  let [low, high] = [-FARTHEST, FARTHEST];
  for (let round = 0; round < ROUNDS; round++) {
    const offset = (low + high) / 2;
    const expected = wrongAt(offset).reduce((sum, p) => sum + p, 0);
    if (wrong - expected - prior * offset > 0) low = offset;
    else high = offset;
  }
  const information = wrongAt(low).reduce((sum, p) => sum + p * (1 - p), prior);
  return { shift: (low / SLOPE) * unit, error: unit / (SLOPE * Math.sqrt(information)) };
}
