// The shipped library → dist/library.blob: parsed ways, their texts and bodies, and the coordinates of their aliases.
// Raw vectors are kept in dist/ between builds, so that an edit embeds one text.
import { join } from "node:path";
import { renderDiagnostic } from "../diagnostics.ts";
import { openModel } from "../embed/model.ts";
import { ALIAS_KIND, coordinatesOf } from "../engine/refresh.ts";
import { ensureDir, writeAtomic } from "../host/files.ts";
import { buildBlock } from "../match/space.ts";
import { readCalibration } from "../store/calibration.ts";
import { corpusBytes } from "../store/corpus.ts";
import { readLayer } from "../store/layers.ts";
import { libraryBytes } from "../store/library.ts";
import { openVectorStore } from "../store/vectors.ts";
import { buildLibrary } from "../ways/tree.ts";
import type { Way } from "../ways/way.ts";

export type ShippedLibrary = { readonly ways: readonly Way[]; readonly core: string };

/** Throws with every finding when a way of the library is broken. */
export function readShippedLibrary(): ShippedLibrary {
  const { layer, core, diagnostics } = readLayer("core", "ways", null, (path) => `core:${path}`);
  const errors = diagnostics.filter((d) => d.severity === "error");
  if (errors.length > 0) throw new Error(errors.map(renderDiagnostic).join("\n"));
  return { ways: [...buildLibrary([layer]).values()], core: core ?? "" };
}

/** Texts a thread is given at once: small enough that an interrupted build loses little. */
const PORTION = 200;

/** Raw vectors of texts, from dist/ where they are known, else by the kernel on all cores. */
export async function rawVectors(texts: readonly string[], progress: (line: string) => void) {
  const model = openModel("models");
  ensureDir("dist");
  const path = join("dist", "vectors.bin");
  const store = openVectorStore(path, model.fingerprint, ALIAS_KIND, model.manifest.dimensions);
  const missing = [...new Set(texts)].filter((text) => store.get(text) === null);
  const portions = Array.from({ length: Math.ceil(missing.length / PORTION) }, (_, i) =>
    missing.slice(i * PORTION, (i + 1) * PORTION),
  );
  let done = 0;
  const work = async () => {
    const worker = new Worker(new URL("./embed-worker.ts", import.meta.url).href);
    for (let portion = portions.shift(); portion !== undefined; portion = portions.shift()) {
      const vectors = await answerOf(worker, portion);
      for (const [i, text] of portion.entries()) store.put(text, vectors[i] ?? new Float32Array());
      store.flush();
      done += portion.length;
      progress(`embedded ${done} of ${missing.length} texts`);
    }
    worker.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(portions.length, navigator.hardwareConcurrency) }, work));
  return { store, count: missing.length };
}

function answerOf(worker: Worker, texts: readonly string[]): Promise<readonly Float32Array[]> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(texts);
  });
}

export type LibraryFiles = { readonly library: string; readonly rows: string; readonly texts: string };

/** Returns the hash by which caches know the library. */
export async function buildShippedLibrary(
  out: LibraryFiles,
  version: string,
  progress: (line: string) => void,
): Promise<string> {
  const { ways, core } = readShippedLibrary();
  const model = openModel("models");
  const calibration = readCalibration(join("models", model.manifest.calibration), model.fingerprint);
  if (calibration === null)
    throw new Error("models/calibration.bin is missing or belongs to another model: run `make calibrate`");
  const { store, count } = await rawVectors(
    ways.flatMap((w) => w.aliases.map((a) => a.text)),
    progress,
  );
  const block = buildBlock(coordinatesOf(ways, store, calibration), calibration.dimensions);
  const texts = JSON.stringify([ways, core]);
  const meta = {
    version,
    hash: new Bun.CryptoHasher("sha256").update(texts).update(calibration.fingerprint).digest("hex"),
    model: model.fingerprint,
    calibration: calibration.fingerprint,
  };
  writeAtomic(out.library, libraryBytes(ways, core, meta), 0o644);
  writeAtomic(
    out.rows,
    corpusBytes({ ...meta, dimensions: calibration.dimensions }, new Map([["core", block]])),
    0o644,
  );
  writeAtomic(out.texts, JSON.stringify(ways), 0o644);
  progress(`${ways.length} ways, ${block.scales.length} aliases (${count} embedded now)`);
  return meta.hash;
}
