// ADR-125 §2: a node's score is the maximum over its aliases of the cosine with the query. Amended for nodes with many aliases
// (docs/adr/0003): of fifty, one resembles almost any prompt by accident, two hardly do; there the two nearest count.
// Evidence sets it against the null node: what looks like small talk, too, is no evidence.
import type { WayId } from "../ways/way.ts";
import { type Block, cosines, type DotProducts, dotRows, quantiseQuery } from "./block.ts";
import { byEvidence } from "./decision.ts";
import { type Calibration, queryCoordinates, type Transform, transform } from "./space.ts";

export type Score = {
  readonly id: WayId;
  /** Label of the nearest alias; "" where labels were not read. */
  readonly alias: string;
  /** Cosine in the calibrated space, −1 … 1. */
  readonly score: number;
  /** score − ν · max(0, null score): what bars are compared with. */
  readonly evidence: number;
};

/** Aliases from which on the mean of the two nearest is the score. */
const MANY = 16;

export type Scores = { readonly null: number; readonly ranked: readonly Score[] };

/** The two heavy steps of scoring; the plain ones here, WASM on the hot path. */
export type Arithmetic = { readonly transform: Transform; readonly dots: DotProducts };

export const PLAIN: Arithmetic = { transform, dots: dotRows };

/** All nodes of the blocks against one query vector (raw, unit length), best evidence first, ties by id. */
export function scoreNodes(
  vector: Float32Array,
  blocks: readonly Block[],
  calibration: Calibration,
  { transform: by, dots }: Arithmetic = PLAIN,
): Scores {
  return scoreCoordinates(queryCoordinates(vector, calibration, by), blocks, calibration, dots);
}

/** The same for a query that is in the calibrated space already. */
export function scoreCoordinates(
  coordinates: Float32Array,
  blocks: readonly Block[],
  calibration: Calibration,
  dots: DotProducts,
): Scores {
  const query = quantiseQuery(coordinates);
  const nullScore = cosines(query, calibration.nothing, dots).reduce((a, b) => Math.max(a, b), -1);
  const penalty = calibration.nullWeight * Math.max(0, nullScore);
  const ranked = blocks.flatMap((block) => {
    const all = cosines(query, block, dots);
    return block.nodes.map(({ id, start, count }): Score => {
      let [best, first, second] = [start, -1, -1];
      for (let row = start; row < start + count; row++) {
        const cosine = all[row] ?? -1;
        if (cosine > first) [best, first, second] = [row, cosine, first];
        else if (cosine > second) second = cosine;
      }
      const score = count < MANY ? first : (first + second) / 2;
      const alias = count === 0 ? "" : (block.labels?.[best] ?? "");
      return { id, alias, score, evidence: score - penalty };
    });
  });
  return { null: nullScore, ranked: ranked.sort(byEvidence) };
}
