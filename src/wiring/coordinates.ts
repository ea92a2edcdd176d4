// Coordinates of authors' texts before the pull, with as little embedding as possible: of shipped texts they are computed
// from the rows in the binary, of texts embedded before from the vector store; only the rest needs the model.
import { join } from "node:path";
import { ALIAS_KIND, embedMissing, type Progress, type RawVectors } from "../engine/refresh.ts";
import { WaysError } from "../errors.ts";
import { ensureDir } from "../host/files.ts";
import type { Block, Span } from "../match/block.ts";
import { type Rows, undoPull } from "../match/fidelity.ts";
import { aliasCoordinates, type Calibration } from "../match/space.ts";
import { once } from "../once.ts";
import { isCurrent, readScope } from "../store/corpus.ts";
import { corpusFolder } from "../store/rows.ts";
import { openVectorStore } from "../store/vectors.ts";
import type { Way } from "../ways/way.ts";
import { openTeamOf } from "./team.ts";
import type { World } from "./world.ts";

export type TextCoordinates = ReadonlyMap<string, Float32Array>;

/** Of all aliases of `ways`. Throws a WaysError without a usable model. */
export async function coordinatesOfTexts(
  world: World,
  ways: readonly Way[],
  progress: Progress,
): Promise<TextCoordinates> {
  const model = world.models.requireModel();
  const calibration = world.models.calibration();
  if (calibration === null) throw new WaysError("the model has no calibration", { hint: "install the model again" });
  const shipped = await shippedTexts(world, calibration, model.fingerprint);
  const texts = [...new Set(ways.flatMap((way) => way.aliases.map((alias) => alias.text)))];
  const found = new Map(
    texts.flatMap((text) => {
      const row = shipped(text);
      return row ? [[text, row] as const] : [];
    }),
  );
  const rest = texts.filter((text) => !found.has(text));
  const { raw, flush } = openRaw(world, model.fingerprint, calibration.dimensions);
  await embedMissing(rest, raw, openTeamOf(world), progress);
  flush();
  for (const text of rest) {
    const vector = raw.get(text);
    if (vector) found.set(text, aliasCoordinates(vector, calibration));
  }
  return found;
}

/** null when a text of the way has none. */
export function rowsOf(coordinates: TextCoordinates, way: Way): Rows | null {
  const rows = way.aliases.flatMap(({ text }) => coordinates.get(text) ?? []);
  return rows.length === way.aliases.length ? rows : null;
}

/** Looks texts of the shipped ways up; a node is computed at its first question. */
async function shippedTexts(world: World, calibration: Calibration, model: string) {
  const shipped = world.shipped();
  const file = await shipped.rows();
  const meta = { model, calibration: calibration.fingerprint, dimensions: calibration.dimensions };
  // Made on this machine for an earlier binary: rows and texts may not be in step.
  const isInStep = (file.meta["shipped"] ?? world.shippedHash()) === world.shippedHash();
  const block = isInStep && isCurrent(file, meta) ? readScope(file, "core", calibration.dimensions) : null;
  const ways = new Map(shipped.ways().map((way) => [way.id, way]));
  const places = new Map<string, () => Float32Array | undefined>();
  for (const span of block?.nodes ?? []) {
    const rows = once(() => (block ? undoPull(spanRows(block, span, calibration.dimensions), calibration) : []));
    for (const [i, { text }] of (ways.get(span.id)?.aliases ?? []).entries()) places.set(text, () => rows()[i]);
  }
  return (text: string) => places.get(text)?.();
}

/** Rows of one node, no longer rounded to whole numbers. */
export function spanRows({ rows, scales }: Block, { start, count }: Span, dimensions: number): Rows {
  return Array.from({ length: count }, (_, i) => {
    const at = (start + i) * dimensions;
    const scale = scales[start + i] ?? 0;
    return Float32Array.from(rows.slice(at, at + dimensions), (x) => x * scale);
  });
}

/** The user's vector store; where there is no place for it vectors live as long as the process. */
export function openRaw({ places, failure }: World, fingerprint: string, dimensions: number) {
  try {
    if (places === null) throw new Error("no home folder");
    ensureDir(corpusFolder(places));
    const raw = openVectorStore(join(corpusFolder(places), "vectors.bin"), fingerprint, ALIAS_KIND, dimensions);
    return { raw, flush: raw.flush };
  } catch (error) {
    failure("vectors", error);
    const kept = new Map<string, Float32Array>();
    const raw: RawVectors = {
      get: (text) => kept.get(text) ?? null,
      put: (text, vector) => void kept.set(text, vector),
    };
    return { raw, flush: () => {} };
  }
}
