// Where the right node ranks: the product's own coordinates and scores, without bars, since a reducer only feeds ranking.
import type { Block } from "../../../src/match/block.ts";
import { scoreNodes } from "../../../src/match/score.ts";
import { buildBlock, type Calibration, nodeRows } from "../../../src/match/space.ts";
import { wayId } from "../../../src/ways/way.ts";
import type { Vectors } from "./vectors.ts";

export type Ranked = { readonly id: string; readonly evidence: number };

/** Best evidence first; a node's evidence is its maximum over the queries. */
export type Ranker = (queries: readonly Float32Array[]) => readonly Ranked[];

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
  return (queries) => {
    const best = new Map<string, number>();
    for (const query of queries)
      for (const { id, evidence } of scoreNodes(query, [block], calibration).ranked)
        best.set(id, Math.max(checked(evidence, id), best.get(id) ?? Number.NEGATIVE_INFINITY));
    return [...best].map(([id, evidence]) => ({ id, evidence })).sort((a, b) => b.evidence - a.evidence);
  };
}

/** Rank of the best right node, 1 is first; behind everything when nothing was embedded. */
export function rankOf(ranked: readonly Ranked[], right: readonly string[]): number {
  const at = ranked.findIndex(({ id }) => right.includes(id));
  return 1 + (at < 0 ? Number.MAX_SAFE_INTEGER - 1 : at);
}

/** NaN compares as false with everything, so a broken score would rank every right node first. */
function checked(evidence: number, id: string): number {
  if (!Number.isFinite(evidence)) throw new Error(`the evidence of ${id} is ${evidence}`);
  return evidence;
}
