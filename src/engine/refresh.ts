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

/** Those that embed side by side, at least one. */
export type Team = { readonly embedders: readonly Embedder[]; readonly close: () => void };

/** For so many texts. */
export type OpenTeam = (texts: number) => Promise<Team>;

/** Embeds what is missing; vectors are put in the order given, however many work on it. Returns how many texts were embedded. */
export async function embedMissing(
  texts: Iterable<string>,
  raw: RawVectors,
  open: OpenTeam,
  progress: Progress,
): Promise<number> {
  const missing = [...new Set(texts)].filter((text) => raw.get(text) === null);
  if (missing.length === 0) return 0;
  const { embedders, close } = await open(missing.length);
  const left = missing.entries(); // whoever is free takes the next
  const early = new Map<number, Float32Array | null>();
  let [done, put] = [0, 0];
  const work = async (embedder: Embedder) => {
    for (const [i, text] of left) {
      early.set(i, await embedder.embed(ALIAS_KIND, text));
      for (; early.has(put); put++) {
        const vector = early.get(put);
        early.delete(put);
        if (vector) raw.put(missing[put] ?? "", vector);
      }
      progress(++done, missing.length);
    }
  };
  try {
    await Promise.all(embedders.map(work));
  } finally {
    close();
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
    const labels = way.aliases.map(({ label }) => label);
    return [{ id: way.id, isShipped: way.aliasOrigin === "core", labels, rows: nodeRows(vectors, calibration, by) }];
  });
}
