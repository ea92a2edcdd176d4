// The shipped library → dist/library.blob: parsed ways, their texts and bodies, and the coordinates of their aliases.
// Raw vectors are kept in dist/ between builds, so that an edit embeds one text.
import { join } from "node:path";
import { renderDiagnostic } from "../diagnostics.ts";
import { openEmbedder } from "../embed/embedder.ts";
import { compileKernel } from "../embed/kernel/module.ts";
import { openModel } from "../embed/model.ts";
import { ALIAS_KIND, coordinatesOf, embedMissing } from "../engine/refresh.ts";
import { mapFile } from "../host/bytes.ts";
import { ensureDir, writeAtomic } from "../host/files.ts";
import { buildBlock } from "../match/space.ts";
import { readCalibration } from "../store/calibration.ts";
import { corpusBytes } from "../store/corpus.ts";
import { readLayer } from "../store/layers.ts";
import { libraryBytes } from "../store/library.ts";
import { openVectorStore } from "../store/vectors.ts";
import { buildLibrary } from "../ways/tree.ts";
import type { Way } from "../ways/way.ts";

/** The kernel as build/kernel.ts has just left it. */
const kernel = () =>
  compileKernel({ relaxed: mapFile("dist/kernel/relaxed.wasm"), plain: mapFile("dist/kernel/plain.wasm") });

export type ShippedLibrary = { readonly ways: readonly Way[]; readonly core: string };

/** Throws with every finding when a way of the library is broken. */
export function readShippedLibrary(): ShippedLibrary {
  const { layer, core, diagnostics } = readLayer("core", "ways", null, (path) => `core:${path}`);
  const errors = diagnostics.filter((d) => d.severity === "error");
  if (errors.length > 0) throw new Error(errors.map(renderDiagnostic).join("\n"));
  return { ways: [...buildLibrary([layer]).values()], core: core ?? "" };
}

/** Raw vectors of texts by the kernel, from dist/ where they are known. */
export async function rawVectors(texts: readonly string[], progress: (line: string) => void) {
  const model = openModel("models");
  const path = join("dist", "vectors.bin");
  const store = openVectorStore(path, model.fingerprint, ALIAS_KIND, model.manifest.dimensions);
  const embedder = () => openEmbedder(model, "kernel", { kernel, ortWasm: "" });
  ensureDir("dist");
  const count = await embedMissing(texts, store, embedder, (done, total) => {
    if (done % 500 === 0) {
      store.flush();
      progress(`embedded ${done} of ${total} texts`);
    }
  });
  store.flush();
  return { store, count };
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
