// How a node would score one of its own aliases if somebody typed it and the author had not thought of it: the alias left
// out, the rest pulled towards the centroid that is left.
import type { Rows } from "./fidelity.ts";
import { type Calibration, dot, normalise, pullRows, transform } from "./space.ts";

/**
 * Length of a text's vector after centring and damping, which coordinates have lost: .35 ± .03 over the shipped aliases.
 * With it a text's query coordinates are found to a cosine of .9999.
 */
const LENGTH = 0.35;

/** Coordinates centred on aliases → the same text as a prompt, centred on prompts. */
export function asQuery(row: Float32Array, c: Calibration): Float32Array {
  const { directions, damping } = c;
  const between = c.aliasMean.map((x, k) => x - (c.queryMean[k] ?? 0));
  const length = Math.sqrt(dot(between, between));
  const nothing = new Float32Array(c.dimensions);
  const direction = transform(between, nothing, directions, damping);
  return normalise(row.map((x, k) => LENGTH * x + length * (direction[k] ?? 0)));
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
