// The files of a corpus in its folder (corpus.bin, embed-manifest.json, vectors.bin) and the model and calibration they belong to.
import { ALIAS_KIND, type RawVectors } from "../engine/refresh.ts";
import { messageOf, WaysError } from "../errors.ts";
import { ensureDir, errorCode, realPathOr, writeAtomic } from "../host/files.ts";
import type { Places } from "../host/paths.ts";
import type { Block } from "../match/block.ts";
import type { Calibration } from "../match/space.ts";
import { type CorpusMeta, corpusBytes, isCurrent } from "../store/corpus.ts";
import { formatManifest, type Manifest, manifestIn, readManifest } from "../store/manifest.ts";
import { corpusFolder, corpusIn, openCorpus } from "../store/rows.ts";
import type { Sections } from "../store/sections.ts";
import { openVectorStore, vectorsIn } from "../store/vectors.ts";
import type { World } from "./world.ts";

/** What is needed to make rows. */
export type Tools = {
  readonly places: Places;
  readonly model: string;
  readonly calibration: Calibration;
  readonly meta: CorpusMeta;
};

/** Throws a WaysError when there is none. */
export function requirePlaces({ places }: World): Places {
  if (places !== null) return places;
  throw new WaysError("there is no home folder to keep a corpus in", { hint: "set HOME to an absolute path" });
}

/** Throws a WaysError when there is no usable model, or no place to write. */
export function requireTools(world: World): Tools {
  const { models } = world;
  const places = requirePlaces(world);
  const model = models.requireModel().fingerprint;
  const calibration = models.calibration();
  if (calibration === null) throw new WaysError("the model has no calibration", { hint: "install the model again" });
  const { fingerprint, dimensions } = calibration;
  return { places, model, calibration, meta: { model, calibration: fingerprint, dimensions } };
}

export type Before = { readonly manifest: Manifest; readonly corpus: Sections };

/** Manifest and corpus, if they belong to each other and to this model; null: everything is made anew. */
export function readBefore(folder: string, meta: CorpusMeta): Before | null {
  const manifest = readManifest(manifestIn(folder));
  const corpus = openCorpus(corpusIn(folder));
  if (manifest === null || corpus === null || corpus.meta["build"] !== manifest.corpus) return null;
  const isOfModel = manifest.model === meta.model && manifest.calibration === meta.calibration;
  return isOfModel && isCurrent(corpus, meta) ? { manifest, corpus } : null;
}

/** The corpus first: a manifest without its corpus does not count, and the other way round. */
export function writeCorpus(
  folder: string,
  meta: CorpusMeta,
  shipped: string,
  scopes: ReadonlyMap<string, Block>,
  manifest: Omit<Manifest, "corpus" | "model" | "calibration">,
): void {
  const { model, calibration } = meta;
  const content = { ...manifest, model, calibration };
  const corpus = new Bun.CryptoHasher("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
  ensureDir(folder);
  writeAtomic(corpusIn(folder), corpusBytes({ ...meta, build: corpus, shipped }, scopes));
  writeAtomic(manifestIn(folder), formatManifest({ ...content, corpus }));
}

/** A read-only folder, a full disk. */
export function unwritable(folder: string, error: unknown): WaysError {
  return new WaysError(`the corpus in \`${folder}\` cannot be written: ${messageOf(error)}`, {
    cause: error,
    hint: "make room or allow writing there; until then agents are answered from the corpus as it is",
  });
}

/** An error of the system, not of ours. */
export function isRefusal(error: unknown): boolean {
  return errorCode(error) !== "" && !(error instanceof WaysError);
}

export type Raw = RawVectors & { readonly flush: () => void };

/**
 * The raw vectors of a corpus folder. A folder of its own looks into the user's, too, and writes to its own only; `isFull`: nothing
 * that is known counts.
 */
export function openRaw(folder: string, { places, meta }: Tools, isFull: boolean): Raw {
  const open = (at: string) => openVectorStore(vectorsIn(at), meta.model, ALIAS_KIND, meta.dimensions);
  ensureDir(folder);
  const own = open(folder);
  const shared = isCanonical(folder, places) ? own : open(corpusFolder(places));
  const made = new Set<string>();
  return {
    get: (text) => (isFull && !made.has(text) ? null : (own.get(text) ?? shared.get(text))),
    put: (text, vector) => {
      made.add(text);
      own.put(text, vector);
    },
    flush: own.flush,
  };
}

/** True for the folder that hooks read. */
export function isCanonical(folder: string, places: Places): boolean {
  return realPathOr(folder) === realPathOr(corpusFolder(places));
}
