// How a node would score one of its own aliases if somebody typed it and the author had not thought of it: the alias left
// out, the rest pulled towards the centroid that is left.
import type { Rows } from "./fidelity.ts";
import { type Arithmetic, type Score, scoreCoordinates } from "./score.ts";
import { buildBlock, type Calibration, centred, type NodeCoordinates, normalise, pullRows } from "./space.ts";

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

/** Score and evidence of `query` at a node of `rows` (before the pull) without the row at `index`; null when none is left. */
export function scoreLeftOut(
  query: Float32Array,
  of: Pick<NodeCoordinates, "id" | "isShipped">,
  rows: Rows,
  index: number,
  { calibration, arithmetic }: { readonly calibration: Calibration; readonly arithmetic: Arithmetic },
): Score | null {
  const rest = rows.filter((_, i) => i !== index);
  const node = { ...of, labels: rest.map(() => ""), rows: pullRows(rest, calibration) };
  const block = buildBlock([node], calibration.dimensions);
  return rest.length === 0
    ? null
    : (scoreCoordinates(query, [block], calibration, arithmetic.nearest).ranked[0] ?? null);
}
