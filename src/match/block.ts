// A block of coordinates: int8 rows with one scale each, a quarter of the size of float rows; a query is int16.
// Dot products are sums of integers, so every engine gives the same score. |error| of a cosine < 0.002 (tested).
import type { WayId } from "../ways/way.ts";

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

/** Integer dot products of a query with every row; [n]. Implementations: `dotRows`, and a WASM one on the hot path. */
export type DotProducts = (query: Int16Array, rows: Int8Array) => Int32Array;

const ROW_MAX = 127;
/** 384 products of at most 127 × 32,767 stay below 2³¹. */
const QUERY_MAX = 32_767;

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
  const scale = largest(query) / QUERY_MAX;
  return { values: Int16Array.from(query, (x) => (scale > 0 ? Math.round(x / scale) : 0)), scale };
}

export const dotRows: DotProducts = (query, rows) => {
  const n = query.length;
  const out = new Int32Array(rows.length / n);
  for (let r = 0; r < out.length; r++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += (query[k] ?? 0) * (rows[r * n + k] ?? 0);
    out[r] = sum;
  }
  return out;
};

/** Cosines of a query with every row of a block; [n]. */
export function cosines(query: QuantisedQuery, block: Block, dots: DotProducts): Float32Array {
  const products = dots(query.values, block.rows);
  const out = new Float32Array(products.length);
  for (let i = 0; i < out.length; i++) out[i] = (products[i] ?? 0) * query.scale * (block.scales[i] ?? 0);
  return out;
}

function largest(values: Float32Array): number {
  let max = 0;
  for (const x of values) if (Math.abs(x) > max) max = Math.abs(x);
  return max;
}
