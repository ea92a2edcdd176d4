// Where the right node ranks: the product's own coordinates and scores, without bars, since a reducer only feeds ranking.
import type { Block } from "../../../src/match/block.ts";
import { scoreNodes } from "../../../src/match/score.ts";
import { buildBlock, type Calibration, nodeRows } from "../../../src/match/space.ts";
import { wayId } from "../../../src/ways/way.ts";
import type { Vectors } from "./vectors.ts";

export type Ranker = {
  /** Rank of the best right node, 1 is first; a node's evidence is its maximum over the queries. */
  rank(queries: readonly Float32Array[], right: readonly string[]): number;
};

type NodeTexts = { readonly id: string; readonly aliases: readonly string[] };

export async function buildRanker(
  nodes: readonly NodeTexts[],
  passages: Vectors,
  calibration: Calibration,
): Promise<Ranker> {
  const coordinates = [];
  for (const { id, aliases } of nodes) {
    const raw: Float32Array[] = [];
    for (const text of aliases) raw.push(await passages.of(text));
    coordinates.push({ id: wayId(id), labels: aliases, rows: nodeRows(raw, calibration) });
  }
  passages.flush();
  const block: Block = buildBlock(coordinates, calibration.dimensions);
  return {
    rank: (queries, right) => {
      const best = new Map<string, number>();
      for (const query of queries)
        for (const { id, evidence } of scoreNodes(query, [block], calibration).ranked)
          best.set(id, Math.max(checked(evidence, id), best.get(id) ?? Number.NEGATIVE_INFINITY));
      const own = Math.max(...right.map((id) => best.get(id) ?? Number.NEGATIVE_INFINITY));
      if (own === Number.NEGATIVE_INFINITY) return nodes.length + 1;
      return 1 + [...best].filter(([id, evidence]) => evidence > own && !right.includes(id)).length;
    },
  };
}

/** NaN compares as false with everything, so a broken score would rank every right node first. */
function checked(evidence: number, id: string): number {
  if (!Number.isFinite(evidence)) throw new Error(`the evidence of ${id} is ${evidence}`);
  return evidence;
}
