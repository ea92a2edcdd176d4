// How a node would score one of its own aliases if somebody typed it and the author had not thought of it: the alias left
// out, the rest pulled towards the centroid that is left.
import type { Rows } from "./fidelity.ts";
import { type Calibration, centred, dot, normalise, pullRows } from "./space.ts";

/**
 * Length of a text's vector after centring and damping, which coordinates have lost: .35 ± .03 over the shipped aliases.
 * With it a text's query coordinates are found to a cosine of .9999.
 */
const LENGTH = 0.35;

/** Coordinates of an alias, centred on aliases → those of the same text as a prompt, centred on prompts. */
export function openAsQuery(c: Calibration): (row: Float32Array) => Float32Array {
  const between = centred(c.aliasMean, c.queryMean, c.directions, c.damping);
  return (row) => normalise(row.map((x, k) => LENGTH * x + (between[k] ?? 0)));
}

/** Score of `query` at the node of `rows` (before the pull) without the row at `index`; −1 when nothing is left. */
export function leftOutScore(query: Float32Array, rows: Rows, index: number, c: Calibration): number {
  const rest = pullRows(
    rows.filter((_, i) => i !== index),
    c,
  );
  let best = -1;
  for (let at = 0; at < rest.length; at += c.dimensions) best = Math.max(best, dot(query, rest, at));
  return best;
}
