// ADR-125 §2: a node's score is the maximum over its aliases of the cosine with the query.
// Evidence sets it against the null node: what looks like small talk, too, is no evidence (docs/adr/0003).
import type { WayId } from "../ways/way.ts";
import { type Block, cosines, type DotProducts, dotRows, quantiseQuery } from "./block.ts";
import { byEvidence } from "./decision.ts";
import { type Calibration, queryCoordinates } from "./space.ts";

export type Score = {
  readonly id: WayId;
  /** Label of the nearest alias. */
  readonly alias: string;
  /** Cosine in the calibrated space, −1 … 1. */
  readonly score: number;
  /** score − ν · max(0, null score): what bars are compared with. */
  readonly evidence: number;
};

export type Scores = { readonly null: number; readonly ranked: readonly Score[] };

/** All nodes of the blocks against one query vector (raw, unit length), best evidence first, ties by id. */
export function scoreNodes(
  vector: Float32Array,
  blocks: readonly Block[],
  calibration: Calibration,
  dots: DotProducts = dotRows,
): Scores {
  const query = quantiseQuery(queryCoordinates(vector, calibration));
  const nullScore = cosines(query, calibration.nothing, dots).reduce((a, b) => Math.max(a, b), -1);
  const penalty = calibration.nullWeight * Math.max(0, nullScore);
  const ranked = blocks.flatMap((block) => {
    const all = cosines(query, block, dots);
    return block.nodes.map(({ id, start, labels }): Score => {
      let [alias, score] = ["", Number.NEGATIVE_INFINITY];
      for (const [i, label] of labels.entries()) {
        const cosine = all[start + i] ?? -1;
        if (cosine > score) [alias, score] = [label, cosine];
      }
      return { id, alias, score: Math.max(score, -1), evidence: Math.max(score, -1) - penalty };
    });
  });
  return { null: nullScore, ranked: ranked.sort(byEvidence) };
}
