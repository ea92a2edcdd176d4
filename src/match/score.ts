// ADR-125 §2: a node's score is the maximum over its aliases of the cosine with the query. Amended for nodes with many aliases
// (docs/adr/0003): of fifty, one resembles almost any prompt by accident, two hardly do; there the two nearest count.
// Evidence sets it against the null node: what looks like small talk, too, is no evidence. A shipped way stands against the errand node, too:
// plain work such as a renaming is nothing to it, though it may be what a person's own way is about.
import type { WayId } from "../ways/way.ts";
import { type Block, everydayRows, type FindNearest, type Nearest, nearestOf, nearestRows } from "./block.ts";
import { byEvidence } from "./decision.ts";
import { type Calibration, queryCoordinates, type Transform, transform } from "./space.ts";

export type Score = {
  readonly id: WayId;
  /** Label of the nearest alias; "" where labels were not read. */
  readonly alias: string;
  /** Cosine in the calibrated space, −1 … 1. */
  readonly score: number;
  /** Score of the node it stands against, −1 … 1; null where it was not kept. */
  readonly null: number | null;
  /** score − ν · max(0, null), on the scale of bars: what they are compared with. */
  readonly evidence: number;
};

/** Aliases from which on the mean of the two nearest is the score. */
const MANY = 16;

export type Scores = { readonly ranked: readonly Score[] };

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
  const against = nearestOf(coordinates, nothing, nearest);
  const everyday = scoreOf(against, 0, everydayRows(nothing));
  const both = scoreOfBoth(against, nothing.scales.length);
  const ranked: Score[] = [];
  for (const block of blocks) {
    const found = nearestOf(coordinates, block, nearest);
    let i = 0;
    for (const { id, count, isShipped } of block.nodes) {
      const score = scoreOf(found, i, count);
      const nothingSaid = isShipped ? both : everyday;
      const alias = count === 0 ? "" : (block.labels?.[found.row[i] ?? 0] ?? "");
      const evidence = gain * (score - nullWeight * Math.max(0, nothingSaid)) + offset;
      ranked.push({ id, alias, score, null: nothingSaid, evidence });
      i++;
    }
  }
  return { ranked: ranked.sort(byEvidence) };
}

/** Of two nodes as if they were one, which has `count` aliases. */
function scoreOfBoth({ first, second }: Nearest, count: number): number {
  const { 0: a = -1, 1: b = -1 } = first;
  const [near, far] = a >= b ? [a, Math.max(b, second[0] ?? -1)] : [b, Math.max(a, second[1] ?? -1)];
  return count < MANY ? near : (near + far) / 2;
}

function scoreOf({ first, second }: Nearest, node: number, count: number): number {
  const one = first[node] ?? -1;
  return count < MANY ? one : (one + (second[node] ?? -1)) / 2;
}
