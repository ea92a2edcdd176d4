// A block of coordinates: int8 rows with one scale each, a quarter of the size of float rows; a query is int16.
// Dot products are sums of integers, so every engine gives the same score. |error| of a cosine < 0.002 (tested).
import { type WayId, wayId } from "../ways/way.ts";

/** Rows `start` … `start + count − 1` belong to a node. */
export type Span = { readonly id: WayId; readonly start: number; readonly count: number };

export type Block = {
  /** [n × dimensions]; value × scale is the coordinate. */
  readonly rows: Int8Array;
  /** [n] */
  readonly scales: Float32Array;
  readonly nodes: readonly Span[];
  /** The alias of each row, where somebody will read it; hooks leave it out. */
  readonly labels?: readonly string[];
};

export type QuantisedQuery = { readonly values: Int16Array; readonly scale: number };

/** The nearest row of each node of a block, and the cosines of its two nearest; −1 where there is none. Each [nodes]. */
export type Nearest = { readonly row: Int32Array; readonly first: Float32Array; readonly second: Float32Array };

/** A query in coordinates against a block. Implementations: `nearestRows`, and a WASM one on the hot path. */
export type FindNearest = (query: Float32Array, block: Block) => Nearest;

const ROW_MAX = 127;
const QUERY_MAX = 32_767;
/** Sums of products are 32 bits wide: from 517 dimensions on a query is written in fewer steps. */
const SUM_MAX = 2 ** 31 - 1;

export function quantiseRows(rows: Float32Array, dimensions: number): Pick<Block, "rows" | "scales"> {
  const scales = new Float32Array(rows.length / dimensions);
  const out = new Int8Array(rows.length);
  for (let r = 0; r < scales.length; r++) {
    const row = rows.subarray(r * dimensions, (r + 1) * dimensions);
    const scale = largest(row) / ROW_MAX;
    scales[r] = scale;
    if (scale > 0) for (let k = 0; k < dimensions; k++) out[r * dimensions + k] = Math.round((row[k] ?? 0) / scale);
  }
  return { rows: out, scales };
}

export function quantiseQuery(query: Float32Array): QuantisedQuery {
  const scale = largest(query) / Math.min(QUERY_MAX, Math.floor(SUM_MAX / (ROW_MAX * query.length)));
  return { values: Int16Array.from(query, (x) => (scale > 0 ? Math.round(x / scale) : 0)), scale };
}

/** ADR-125's node that is never shown; its name is nobody's way (ids have no space). */
const NULL_NODE = wayId("null node");

/** All rows as the null node. */
export function nullBlock(rows: Pick<Block, "rows" | "scales">): Block {
  return { ...rows, nodes: [{ id: NULL_NODE, start: 0, count: rows.scales.length }] };
}

/** Cosines of a query with every row of a block; [n]. */
export function cosines(
  { values, scale }: QuantisedQuery,
  { rows, scales }: Pick<Block, "rows" | "scales">,
): Float32Array {
  const n = values.length;
  const out = new Float32Array(scales.length);
  for (let r = 0; r < out.length; r++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += (values[k] ?? 0) * (rows[r * n + k] ?? 0);
    out[r] = sum * scale * (scales[r] ?? 0);
  }
  return out;
}

export const nearestRows: FindNearest = (query, block) => {
  const all = cosines(quantiseQuery(query), block);
  const count = block.nodes.length;
  const found = { row: new Int32Array(count), first: new Float32Array(count), second: new Float32Array(count) };
  block.nodes.forEach(({ start, count: rows }, i) => {
    let [best, first, second] = [start, -1, -1];
    for (let row = start; row < start + rows; row++) {
      const cosine = all[row] ?? -1;
      if (cosine > first) [best, first, second] = [row, cosine, first];
      else if (cosine > second) second = cosine;
    }
    found.row[i] = best;
    found.first[i] = first;
    found.second[i] = second;
  });
  return found;
};

function largest(values: Float32Array): number {
  let max = 0;
  for (const x of values) if (Math.abs(x) > max) max = Math.abs(x);
  return max;
}
