// ADR-125 §2: a node's score is the maximum over its aliases of the cosine with the query. Amended for nodes with many aliases
// (docs/adr/0003): of fifty, one resembles almost any prompt by accident, two hardly do; there the two nearest count.
// Evidence sets it against the null node: what looks like small talk, too, is no evidence.
import type { WayId } from "../ways/way.ts";
import { type Block, type FindNearest, type Nearest, nearestOf, nearestRows } from "./block.ts";
import { byEvidence } from "./decision.ts";
import { type Calibration, queryCoordinates, type Transform, transform } from "./space.ts";

export type Score = {
  readonly id: WayId;
  /** Label of the nearest alias; "" where labels were not read. */
  readonly alias: string;
  /** Cosine in the calibrated space, −1 … 1. */
  readonly score: number;
  /** score − ν · max(0, null score), on the scale of bars: what they are compared with. */
  readonly evidence: number;
};

/** Aliases from which on the mean of the two nearest is the score. */
const MANY = 16;

export type Scores = { readonly null: number; readonly ranked: readonly Score[] };

/** The two heavy steps of scoring; the plain ones here, WASM on the hot path. */
export type Arithmetic = { readonly transform: Transform; readonly nearest: FindNearest };

export const PLAIN: Arithmetic = { transform, nearest: nearestRows };

/** All nodes of the blocks against one query vector (raw, unit length), best evidence first, ties by id. */
export function scoreNodes(
  vector: Float32Array,
  blocks: readonly Block[],
  calibration: Calibration,
  { transform: by, nearest }: Arithmetic = PLAIN,
): Scores {
  return scoreCoordinates(queryCoordinates(vector, calibration, by), blocks, calibration, nearest);
}

/** The same for a query that is in the calibrated space already. */
export function scoreCoordinates(
  coordinates: Float32Array,
  blocks: readonly Block[],
  calibration: Calibration,
  nearest: FindNearest,
): Scores {
  const { nothing, nullWeight, gain, offset } = calibration;
  const nullScore = scoreOf(nearestOf(coordinates, nothing, nearest), 0, nothing.nodes[0]?.count ?? 0);
  const penalty = nullWeight * Math.max(0, nullScore);
  const ranked: Score[] = [];
  for (const block of blocks) {
    const found = nearestOf(coordinates, block, nearest);
    let i = 0;
    for (const { id, count } of block.nodes) {
      const score = scoreOf(found, i, count);
      const alias = count === 0 ? "" : (block.labels?.[found.row[i] ?? 0] ?? "");
      ranked.push({ id, alias, score, evidence: gain * (score - penalty) + offset });
      i++;
    }
  }
  return { null: nullScore, ranked: ranked.sort(byEvidence) };
}

function scoreOf({ first, second }: Nearest, node: number, count: number): number {
  const one = first[node] ?? -1;
  return count < MANY ? one : (one + (second[node] ?? -1)) / 2;
}
