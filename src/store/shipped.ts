// The library in the binary, in three files by who needs them: every hook reads nodes and bodies, a prompt the rows,
// people's commands the texts.
import { join } from "node:path";
import { openBytes } from "../host/bytes.ts";
import { readEmbedded, readEmbeddedSoon } from "../host/embedded.ts";
import { ensureDir, writeAtomic } from "../host/files.ts";
import { stampOf } from "../host/stamps.ts";
import type { Anchors } from "../match/anchors.ts";
import type { CalibrationSources } from "../match/calibration-sources.ts";
import type { Way } from "../ways/way.ts";
import { CORPUS_KIND } from "./corpus.ts";
import { type LibraryFile, readLibrary } from "./library.ts";
import { openSections, readSections, type Sections } from "./sections.ts";

export type Shipped = LibraryFile & {
  /** Every shipped way with its texts. */
  ways(): readonly Way[];
  /** What another model is calibrated with. */
  lessons(): Lessons;
  /** Coordinates of scope "core". */
  rows(): Promise<Sections>;
};

/** The texts of models/calibration, and where the shipped model's evidence lies. */
export type Lessons = { readonly sources: CalibrationSources; readonly anchors: Anchors };

/** What `texts.blob` holds. */
export type ShippedTexts = { readonly ways: readonly Way[]; readonly lessons: Lessons };

export type ShippedFiles = { readonly library: string; readonly rows: string; readonly texts: string };

/** `cache`: folder for a copy of the rows; null: there is none. */
export function openShipped(files: ShippedFiles, cache: string | null): Shipped {
  const sections = readSections(readEmbedded(files.library));
  const library = sections && readLibrary(sections);
  if (library === null) throw new Error("the library in the binary cannot be read");
  const texts = (): ShippedTexts => JSON.parse(new TextDecoder().decode(readEmbedded(files.texts)));
  return {
    ...library,
    ways: () => texts().ways,
    lessons: () => texts().lessons,
    rows: async () => {
      const copy = cache === null ? null : join(cache, "shipped-rows.bin");
      const known = copy && wholeCopy(copy, library.meta["hash"]);
      if (known) return known;
      const bytes = await readEmbeddedSoon(files.rows);
      const rows = readSections(bytes);
      if (rows === null) throw new Error("the coordinates in the binary cannot be read");
      if (copy !== null) keep(copy, bytes);
      return rows;
    },
  };
}

/** A file is read by position; what is inside the executable has to be copied, which took a hook longer than scoring all of it. */
function wholeCopy(path: string, hash: unknown): Sections | null {
  if (stampOf(path) === null) return null;
  try {
    const copy = openSections(openBytes(path));
    if (copy === null || copy.meta["kind"] !== CORPUS_KIND || copy.meta["hash"] !== hash) return null;
    for (const name of copy.names)
      if (!name.startsWith("rows ") && !name.startsWith("labels ") && copy.bytes(name) === null) return null;
    return copy;
  } catch {
    return null;
  }
}

function keep(path: string, bytes: Uint8Array): void {
  try {
    ensureDir(join(path, ".."));
    writeAtomic(path, bytes);
  } catch {
    // a cache that cannot be written: read from the binary next time
  }
}
