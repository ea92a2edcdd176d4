// The coordinates in which texts are compared (docs/adr/0003): raw unit vectors are centred per side, directions that
// tell nothing about the topic are damped, and an alias is pulled towards the centroid of its node when it is written.
// All of it is linear algebra on values; who computes the calibration is `make calibrate`.
import type { WayId } from "../ways/way.ts";
import { type Block, quantiseRows } from "./block.ts";

/** Facts about one model, measured once on the texts in models/calibration; scores mean nothing without it. */
export type Calibration = {
  readonly dimensions: number;
  /** Hash over the model's fingerprint and everything below. */
  readonly fingerprint: string;
  /** Mean unit vector of generic queries; [dimensions]. */
  readonly queryMean: Float32Array;
  /** Mean unit vector of the shipped aliases; [dimensions]. */
  readonly aliasMean: Float32Array;
  /** Orthonormal rows: what tells languages and phrasings apart, not topics; [k × dimensions]. */
  readonly directions: Float32Array;
  /** Share of each direction that is taken out, 0–1 (1: projected out); [k]. */
  readonly damping: Float32Array;
  /** Share of the way an alias moves towards its node's centroid, 0–1. */
  readonly pull: number;
  /** Weight ν of the null node. */
  readonly nullWeight: number;
  /**
   * Evidence of this model → the scale on which bars are written, that of the shipped model: gain · evidence + offset. 1 and 0
   * for the shipped one.
   */
  readonly gain: number;
  readonly offset: number;
  /** No bar is ever lower (evidence scale). */
  readonly floor: number;
  /** ADR-125: the system default for nodes without `embed_threshold` (evidence scale). */
  readonly bar: number;
  /** Coordinates of the phrasings of the null node and of the errand node. */
  readonly nothing: Block;
};

/** The coordinates of one node's aliases; unit rows [labels.length × dimensions]. */
export type NodeCoordinates = {
  readonly id: WayId;
  readonly labels: readonly string[];
  readonly rows: Float32Array;
  readonly isShipped?: boolean;
};

export function dot(a: Float32Array, b: Float32Array, at = 0): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] ?? 0) * (b[at + k] ?? 0);
  return sum;
}

/** In place; a zero vector stays zero. */
export function normalise(v: Float32Array): Float32Array {
  const length = Math.sqrt(dot(v, v));
  if (length > 0) for (let k = 0; k < v.length; k++) v[k] = (v[k] ?? 0) / length;
  return v;
}

/** Sum of vectors of one length. */
export function sum(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const out = new Float32Array(dimensions);
  for (const v of vectors) for (let k = 0; k < dimensions; k++) out[k] = (out[k] ?? 0) + (v[k] ?? 0);
  return out;
}

type Frame = Pick<Calibration, "directions" | "damping">;

/** Unit vector → centred, directions damped, unit length again; a WASM twin is used on the hot path. */
export type Transform = (
  vector: Float32Array,
  mean: Float32Array,
  directions: Float32Array,
  damping: Float32Array,
) => Float32Array;

export const transform: Transform = (vector, mean, directions, damping) =>
  normalise(centred(vector, mean, directions, damping));

/** The same with its length kept. */
export const centred: Transform = (vector, mean, directions, damping) => {
  const n = vector.length;
  const out = new Float32Array(n);
  for (let k = 0; k < n; k++) out[k] = (vector[k] ?? 0) - (mean[k] ?? 0);
  for (let d = 0; d < damping.length; d++) {
    const share = (damping[d] ?? 0) * dot(out, directions, d * n);
    for (let k = 0; k < n; k++) out[k] = (out[k] ?? 0) - share * (directions[d * n + k] ?? 0);
  }
  return out;
};

/** Coordinates of a query's raw unit vector. */
export function queryCoordinates(vector: Float32Array, c: Calibration, by: Transform = transform): Float32Array {
  return by(vector, c.queryMean, c.directions, c.damping);
}

/** Coordinates of one alias before the pull: the space in which fidelity and sibling cosines are measured. */
export function aliasCoordinates(
  vector: Float32Array,
  c: Frame & Pick<Calibration, "aliasMean">,
  by: Transform = transform,
): Float32Array {
  return by(vector, c.aliasMean, c.directions, c.damping);
}

/** Rows of a node from the raw vectors of its aliases; [n × dimensions]. */
export function nodeRows(vectors: readonly Float32Array[], c: Calibration, by: Transform = transform): Float32Array {
  return pullRows(
    vectors.map((v) => aliasCoordinates(v, c, by)),
    c,
  );
}

/** Rows of a node from the coordinates of its aliases: a″ = norm((1 − pull) a′ + pull · centroid); [n × dimensions]. */
export function pullRows(rows: readonly Float32Array[], c: Pick<Calibration, "dimensions" | "pull">): Float32Array {
  const centroid = normalise(sum(rows, c.dimensions));
  const out = new Float32Array(rows.length * c.dimensions);
  rows.forEach((row, i) => {
    const pulled = new Float32Array(c.dimensions);
    for (let k = 0; k < c.dimensions; k++) pulled[k] = (1 - c.pull) * (row[k] ?? 0) + c.pull * (centroid[k] ?? 0);
    out.set(normalise(pulled), i * c.dimensions);
  });
  return out;
}

/** Many nodes as the one block they are scored and stored in. */
export function buildBlock(nodes: readonly NodeCoordinates[], dimensions: number): Block {
  const rows = new Float32Array(nodes.reduce((n, node) => n + node.rows.length, 0));
  const centres = new Float32Array(nodes.length * dimensions);
  let at = 0;
  const spans = nodes.map((node, index) => {
    rows.set(node.rows, at);
    centres.set(centreOf(node.rows, dimensions), index * dimensions);
    const start = at / dimensions;
    at += node.rows.length;
    return { id: node.id, index, start, count: node.labels.length, isShipped: node.isShipped ?? false };
  });
  return {
    ...quantiseRows(rows, dimensions),
    nodes: spans,
    centres: quantiseRows(centres, dimensions),
    labels: nodes.flatMap((node) => node.labels),
  };
}

/** Unit length; zero without rows. */
function centreOf(rows: Float32Array, dimensions: number): Float32Array {
  const each = Array.from({ length: rows.length / dimensions }, (_, i) =>
    rows.subarray(i * dimensions, (i + 1) * dimensions),
  );
  return normalise(sum(each, dimensions));
}
