// How far the texts of a node agree with each other, and nodes with their siblings (ADR-125): cosines of coordinates before
// the pull. Rows on disk are pulled; as the pull is known, it can be undone (docs/adr/0003).
import { type FindNearest, nullBlock, quantiseRows } from "./block.ts";
import { type Calibration, dot, normalise, sum } from "./space.ts";

/** Coordinates of the aliases of one node, in their order; unit length. */
export type Rows = readonly Float32Array[];

const ROUNDS = 6;

/**
 * Rows as `nodeRows` makes them → what they were before: a″ ∝ (1 − p) a′ + p c gives a′ for a known centroid c, and c is the
 * normalised sum of all a′. Found by iteration; adding the old c keeps it from swinging. Exact up to the rounding of the rows.
 */
export function undoPull(pulled: Rows, { pull, dimensions }: Pick<Calibration, "pull" | "dimensions">): Rows {
  let centroid = normalise(sum(pulled, dimensions));
  let rows = pulled;
  for (let round = 0; round < ROUNDS; round++) {
    rows = pulled.map((row) => before(row, centroid, pull));
    const next = sum(rows, dimensions);
    for (let k = 0; k < dimensions; k++) next[k] = (next[k] ?? 0) + rows.length * (centroid[k] ?? 0);
    centroid = normalise(next);
  }
  return rows;
}

/** The unit vector that the pull towards `centroid` has moved to `row`. */
function before(row: Float32Array, centroid: Float32Array, pull: number): Float32Array {
  const along = pull * dot(row, centroid);
  const length = along + Math.sqrt(Math.max(0, along * along - pull * pull + (1 - pull) ** 2));
  return normalise(row.map((x, k) => length * x - pull * (centroid[k] ?? 0)));
}

/** ADR-125: cosine of each alias with the canonical one, which comes first. */
export function fidelities(rows: Rows): readonly number[] {
  const [canonical] = rows;
  return canonical === undefined ? [] : rows.map((row) => dot(canonical, row));
}

export function centroidOf(rows: Rows): Float32Array {
  return normalise(sum(rows, rows[0]?.length ?? 0));
}

export type Meeting = { readonly a: number; readonly b: number; readonly cosine: number };

/** The two aliases, by index, in which two nodes come closest; null when one has none. */
export function closestAliases(first: Rows, second: Rows, nearest: FindNearest): Meeting | null {
  const dimensions = second[0]?.length ?? 0;
  const flat = new Float32Array(second.length * dimensions);
  for (const [i, row] of second.entries()) flat.set(row, i * dimensions);
  const block = nullBlock(quantiseRows(flat, dimensions));
  let best: Meeting | null = null;
  for (const [a, row] of second.length === 0 ? [] : first.entries()) {
    const found = nearest(row, block);
    const cosine = found.first[0] ?? -1;
    if (best === null || cosine > best.cosine) best = { a, b: found.row[0] ?? 0, cosine };
  }
  return best && { ...best, cosine: dot(first[best.a] ?? new Float32Array(), second[best.b] ?? new Float32Array()) };
}
