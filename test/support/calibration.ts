// The plainest calibration: nothing is centred, damped or pulled, so that a score is the cosine of the raw vectors.
import { nullBlock, quantiseRows } from "../../src/match/block.ts";
import type { Calibration } from "../../src/match/space.ts";

/** `nothing`, `errands`: raw vectors of the null node and of the errand node. */
export function plainCalibration(
  dimensions: number,
  changes: Partial<Omit<Calibration, "nothing">> = {},
  nothing: readonly Float32Array[] = [],
  errands: readonly Float32Array[] = [],
): Calibration {
  const rows = new Float32Array((nothing.length + errands.length) * dimensions);
  for (const [i, row] of [...nothing, ...errands].entries()) rows.set(row, i * dimensions);
  return {
    dimensions,
    fingerprint: "plain",
    queryMean: new Float32Array(dimensions),
    aliasMean: new Float32Array(dimensions),
    directions: new Float32Array(),
    damping: new Float32Array(),
    pull: 0,
    nullWeight: 0.5,
    floor: 0.1,
    bar: 0.3,
    gain: 1,
    offset: 0,
    ...changes,
    nothing: nullBlock(quantiseRows(rows, dimensions), errands.length),
  };
}
