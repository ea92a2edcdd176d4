// A block of coordinates: int8 rows with one scale each, a quarter of the size of float rows; a query is int16.
// Dot products are sums of integers, so every engine gives the same score. |error| of a cosine < 0.002 (tested).
import { type WayId, wayId } from "../ways/way.ts";

/** Rows `start` … `start + count − 1` belong to a node, and row `index` of the centres. */
export type Span = {
  readonly id: WayId;
  readonly index: number;
  readonly start: number;
  readonly count: number;
  /** Its rows are those of a shipped way. */
  readonly isShipped: boolean;
};

/** int8 rows [n × dimensions], in memory or in a file: what is not looked at is not read. */
export type RowBytes = {
  readonly length: number;
  /** A view of what is in memory, else a copy. */
  slice(from: number, to: number): Int8Array;
  /** Fills `target` from byte `from` on. */
  copy(target: Int8Array, from: number): void;
};

export function rowsInMemory(rows: Int8Array): RowBytes {
  return {
    length: rows.length,
    slice: (from, to) => rows.subarray(from, to),
    copy: (target, from) => target.set(rows.subarray(from, from + target.length)),
  };
}

/** [n × dimensions] and [n]; value × scale is the coordinate. */
export type QuantisedRows = { readonly rows: RowBytes; readonly scales: Float32Array };

export type Block = QuantisedRows & {
  readonly nodes: readonly Span[];
  /** One row for each node there is, the middle of its rows: only the nodes with the nearest ones are looked at closely. */
  readonly centres?: QuantisedRows;
  /** The alias of each row, where somebody will read it; hooks leave it out. */
  readonly labels?: readonly string[];
};

export type QuantisedQuery = { readonly values: Int16Array; readonly scale: number };

/** The nearest row of each node of a block, and the cosines of its two nearest; −1 where there is none. Each [nodes]. */
export type Nearest = { readonly row: Int32Array; readonly first: Float32Array; readonly second: Float32Array };

type Rows = QuantisedRows & { readonly nodes: readonly Pick<Span, "start" | "count">[] };

/** Nodes of a block that are looked at closely: their whole number up to the first, then a share of it. */
const CLOSE = { least: 32, share: 1 / 16 };

/**
 * The same for a block of any size: only the nodes whose centres are nearest are looked at row by row; of the others the centre stands
 * for both rows (docs/adr/0003).
 */
export function nearestOf(query: Float32Array, block: Block, nearest: FindNearest): Nearest {
  const { nodes, centres } = block;
  const most = Math.max(CLOSE.least, Math.ceil(nodes.length * CLOSE.share));
  if (centres === undefined || nodes.length <= most) return nearest(query, block);
  // Loops and no callbacks: in a cold process a call for each of a hundred nodes is what costs.
  const middles = [];
  for (const { index } of nodes) middles.push({ start: index, count: 1 });
  const far = nearest(query, { ...centres, nodes: middles }).first;
  const limit = far.toSorted()[nodes.length - most] ?? -1;
  const close: Span[] = [];
  const all = { row: new Int32Array(nodes.length), first: far.slice(), second: far.slice() };
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (node === undefined) continue;
    all.row[i] = node.start;
    if ((far[i] ?? -1) >= limit) close.push(node);
  }
  const found = nearest(query, { ...block, nodes: close });
  let k = 0;
  for (let i = 0; i < nodes.length; i++) {
    if ((far[i] ?? -1) < limit) continue;
    all.row[i] = found.row[k] ?? 0;
    all.first[i] = found.first[k] ?? -1;
    all.second[i] = found.second[k] ?? -1;
    k++;
  }
  return all;
}

function emptyNearest(count: number): Nearest {
  return { row: new Int32Array(count), first: new Float32Array(count), second: new Float32Array(count) };
}

/** A query in coordinates against the rows of nodes. Implementations: `nearestRows`, and a WASM one on the hot path. */
export type FindNearest = (query: Float32Array, block: Rows) => Nearest;

const ROW_MAX = 127;
const QUERY_MAX = 32_767;
/** Sums of products are 32 bits wide: from 517 dimensions on a query is written in fewer steps. */
const SUM_MAX = 2 ** 31 - 1;

export function quantiseRows(rows: Float32Array, dimensions: number): QuantisedRows {
  const scales = new Float32Array(rows.length / dimensions);
  const out = new Int8Array(rows.length);
  for (let r = 0; r < scales.length; r++) {
    const row = rows.subarray(r * dimensions, (r + 1) * dimensions);
    const scale = largest(row) / ROW_MAX;
    scales[r] = scale;
    if (scale > 0) for (let k = 0; k < dimensions; k++) out[r * dimensions + k] = Math.round((row[k] ?? 0) / scale);
  }
  return { rows: rowsInMemory(out), scales };
}

export function quantiseQuery(query: Float32Array): QuantisedQuery {
  const scale = largest(query) / Math.min(QUERY_MAX, Math.floor(SUM_MAX / (ROW_MAX * query.length)));
  return { values: Int16Array.from(query, (x) => (scale > 0 ? Math.round(x / scale) : 0)), scale };
}

/** Nodes that are never shown (ADR-125); their names are nobody's way (ids have no space). */
const NULL_NODE = wayId("null node");
const ERRAND_NODE = wayId("errand node");

/** All rows as the null node, but for the last ones, which are the errand node's. */
export function nullBlock(rows: QuantisedRows, errands = 0): Block {
  const everyday = rows.scales.length - errands;
  return {
    ...rows,
    nodes: [
      { id: NULL_NODE, index: 0, start: 0, count: everyday, isShipped: false },
      { id: ERRAND_NODE, index: 1, start: everyday, count: errands, isShipped: false },
    ],
  };
}

/** Rows of the null node: they come first. */
export function everydayRows({ nodes }: Pick<Block, "nodes">): number {
  return nodes[0]?.count ?? 0;
}

/** Cosines of a query with every row of a block; [n]. */
export function cosines({ values, scale }: QuantisedQuery, { rows, scales }: QuantisedRows): Float32Array {
  const n = values.length;
  const out = new Float32Array(scales.length);
  const all = rows.slice(0, rows.length);
  for (let r = 0; r < out.length; r++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += (values[k] ?? 0) * (all[r * n + k] ?? 0);
    out[r] = sum * scale * (scales[r] ?? 0);
  }
  return out;
}

export const nearestRows: FindNearest = (query, { rows, scales, nodes }) => {
  const quantised = quantiseQuery(query);
  const n = query.length;
  const found = emptyNearest(nodes.length);
  nodes.forEach(({ start, count }, i) => {
    const end = start + count;
    const near = rowsInMemory(rows.slice(start * n, end * n));
    const own = cosines(quantised, { rows: near, scales: scales.subarray(start, end) });
    let [best, first, second] = [start, -1, -1];
    own.forEach((cosine, row) => {
      if (cosine > first) [best, first, second] = [start + row, cosine, first];
      else if (cosine > second) second = cosine;
    });
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
