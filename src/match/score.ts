// ADR-125 §2: a node's score is the maximum over its aliases of the cosine with the query.
// Evidence sets it against the null node: what looks like small talk, too, is no evidence (docs/adr/0003).
import type { WayId } from "../ways/way.ts";
import { type Block, cosines, type DotProducts, dotRows, quantiseQuery } from "./block.ts";
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
      let best = start;
      for (let r = start; r < start + labels.length; r++) if ((all[r] ?? -1) > (all[best] ?? -1)) best = r;
      const score = all[best] ?? -1;
      return { id, alias: labels[best - start] ?? "", score, evidence: score - penalty };
    });
  });
  ranked.sort((a, b) => b.evidence - a.evidence || (a.id < b.id ? -1 : 1));
  return { null: nullScore, ranked };
}
