// Where the right node ranks: the product's coordinates (src/match/space.ts), means taken from the data at hand.
import { readFileSync } from "node:fs";
import { nearest } from "../../../src/match/score.ts";
import { type Calibration, type CorpusNode, nodeCoordinates, queryCoordinates, sum } from "../../../src/match/space.ts";
import { wayId } from "../../../src/ways/way.ts";
import { parseRows } from "./library.ts";
import type { Vectors } from "./vectors.ts";

export type Ranker = {
  /** Rank of the best right node, 1 is first; the score of a node is its maximum over the queries. */
  rank(queries: readonly Float32Array[], right: readonly string[]): number;
};

type NodeTexts = { readonly id: string; readonly aliases: readonly string[] };

/** Centring and pull; the language directions and the null node do not change ranks enough to matter here. */
export async function buildRanker(nodes: readonly NodeTexts[], vectors: Vectors, genericFile: string): Promise<Ranker> {
  const embedAll = async (kind: "query" | "passage", texts: readonly string[]) => {
    const out: Float32Array[] = [];
    for (const text of texts) out.push(await vectors.of(kind, text));
    return out;
  };
  const generic = parseRows(readFileSync(genericFile, "utf8")).map((r) => String(r["text"]));
  const rows: { readonly id: string; readonly vectors: Float32Array[] }[] = [];
  for (const node of nodes) rows.push({ id: node.id, vectors: await embedAll("passage", node.aliases) });
  const n = vectors.dimensions;
  const calibration: Calibration = {
    dimensions: n,
    fingerprint: "",
    queryMean: mean(await embedAll("query", generic), n),
    passageMean: mean(rows.flatMap((r) => r.vectors), n),
    directions: new Float32Array(),
    pull: 0.5,
    nullWeight: 0,
    floor: 0,
    bar: 0,
    second: 0,
    nullRows: new Float32Array(),
  };
  const corpus = rows.map(
    (r): CorpusNode => ({ id: wayId(r.id), labels: [], rows: nodeCoordinates(r.vectors, calibration) }),
  );
  return {
    rank: (queries, right) => {
      if (queries.length === 0) return corpus.length + 1;
      const own = queries.map((q) => queryCoordinates(q, calibration));
      const scores = corpus.map((c) => ({
        id: c.id,
        score: Math.max(...own.map((q) => nearest(q, c.rows).cosine)),
      }));
      scores.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
      return 1 + scores.findIndex((s) => right.includes(s.id));
    },
  };
}

function mean(rows: readonly Float32Array[], dimensions: number): Float32Array {
  return sum(rows, dimensions).map((x) => x / rows.length);
}
