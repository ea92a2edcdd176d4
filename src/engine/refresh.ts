// Texts of ways → coordinates (ADR-109): only texts the vector store has never seen are embedded.
import { type Calibration, type NodeCoordinates, nodeRows, type Transform } from "../match/space.ts";
import type { Way } from "../ways/way.ts";
import type { Embedder, EmbedKind } from "./ports.ts";

/**
 * Aliases are phrasings as people type them, so they are put to the model as queries, too: measured against passages, half
 * again as many situations found their way at equal precision (docs/adr/0003).
 */
export const ALIAS_KIND: EmbedKind = "query";

export type RawVectors = { get(text: string): Float32Array | null; put(text: string, vector: Float32Array): void };

export type Progress = (done: number, total: number) => void;

/** Embeds what is missing, in the order given; returns how many texts were embedded. */
export async function embedMissing(
  texts: Iterable<string>,
  raw: RawVectors,
  embedder: () => Promise<Embedder>,
  progress: Progress,
): Promise<number> {
  const missing = [...new Set(texts)].filter((text) => raw.get(text) === null);
  if (missing.length === 0) return 0;
  const model = await embedder();
  for (const [i, text] of missing.entries()) {
    const vector = await model.embed(ALIAS_KIND, text);
    if (vector) raw.put(text, vector);
    progress(i + 1, missing.length);
  }
  return missing.length;
}

/** Coordinates of every way whose texts are all in the store. */
export function coordinatesOf(
  ways: readonly Way[],
  raw: Pick<RawVectors, "get">,
  calibration: Calibration,
  by?: Transform,
): readonly NodeCoordinates[] {
  return ways.flatMap((way) => {
    const vectors = way.aliases.flatMap((alias) => raw.get(alias.text) ?? []);
    if (vectors.length === 0 || vectors.length < way.aliases.length) return [];
    return [{ id: way.id, labels: way.aliases.map((a) => a.label), rows: nodeRows(vectors, calibration, by) }];
  });
}
