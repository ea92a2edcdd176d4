// The shipped library → dist/library.blob: parsed ways, their texts and bodies, and the coordinates of their aliases.
import { join } from "node:path";
import { renderDiagnostic } from "../diagnostics.ts";
import { openScorer } from "../embed/kernel/scorer.ts";
import { openModel } from "../embed/model.ts";
import { coordinatesOf } from "../engine/refresh.ts";
import { writeAtomic } from "../host/files.ts";
import { findAnchors, phrasingsOf } from "../match/anchors.ts";
import { buildBlock } from "../match/space.ts";
import { readCalibration } from "../store/calibration.ts";
import { corpusBytes } from "../store/corpus.ts";
import { readLayer } from "../store/layers.ts";
import { libraryBytes } from "../store/library.ts";
import type { ShippedTexts } from "../store/shipped.ts";
import { buildLibrary } from "../ways/tree.ts";
import type { Way } from "../ways/way.ts";
import { builtKernel } from "./built-kernel.ts";
import { readCalibrationSources } from "./calibration-files.ts";
import { rawVectors } from "./vectors.ts";

export type ShippedLibrary = { readonly ways: readonly Way[]; readonly core: string };

/** Throws with every finding when a way of the library is broken. */
export function readShippedLibrary(): ShippedLibrary {
  const { layer, core, diagnostics } = readLayer("core", "ways", null, (path) => `core:${path}`);
  const errors = diagnostics.filter((d) => d.severity === "error");
  if (errors.length > 0) throw new Error(errors.map(renderDiagnostic).join("\n"));
  return { ways: [...buildLibrary([layer]).values()], core: core ?? "" };
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
  const { vectors, count } = await rawVectors(
    ways.flatMap((w) => w.aliases.map((a) => a.text)),
    progress,
  );
  const block = buildBlock(coordinatesOf(ways, vectors, calibration), calibration.dimensions);
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
  const anchors = findAnchors(phrasingsOf(ways, vectors.get), calibration, openScorer(builtKernel()));
  const shipped: ShippedTexts = { ways, lessons: { sources: readCalibrationSources(), anchors } };
  writeAtomic(out.texts, JSON.stringify(shipped), 0o644);
  progress(`evidence: ${anchors.right.toFixed(3)} where a way is right, ${anchors.wrong.toFixed(3)} where it is wrong`);
  progress(`${ways.length} ways, ${block.scales.length} aliases (${count} embedded now)`);
  return meta.hash;
}
