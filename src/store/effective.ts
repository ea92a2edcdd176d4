// The library that competes at a place: core < packages < user < project, merged, with its configuration; cached per project and
// trusted while the files it was made from look the same (docs/adr/0002: when an edit is seen).
import { join } from "node:path";
import type { Library } from "../engine/ports.ts";
import type { Env } from "../host/env.ts";
import { ensureDir, writeAtomic } from "../host/files.ts";
import type { Places } from "../host/paths.ts";
import { mergeConfig, parseEnvironment } from "../ways/config.ts";
import { type LibraryFile, readLibrary } from "./library.ts";
import { type Freshness, isFresh, libraryPath, type Overlay, readCached, readOverlay } from "./overlay.ts";
import { readSections } from "./sections.ts";
import type { Shipped } from "./shipped.ts";

export type EffectiveInput = {
  readonly shipped: Shipped;
  readonly places: Places | null;
  readonly project: string;
  readonly env: Env;
  /** Told of files of ours that cannot be read when the library is made anew. */
  readonly failure?: (step: string, error: unknown) => void;
};

export async function loadEffective(input: EffectiveInput, freshness: Freshness): Promise<Library> {
  const { places, project, shipped } = input;
  const path = places === null ? null : libraryPath(places, project);
  const cached = path === null ? null : readCached(path);
  const file =
    cached && isFresh(cached.overlay, String(shipped.meta["hash"]), freshness) ? readLibrary(cached.sections) : null;
  if (cached && file) return asLibrary(file, cached.overlay, input);
  const { buildOverlay } = await import("./merge.ts");
  const bytes = buildOverlay(input);
  if (path !== null) writeCached(path, bytes);
  const built = readOverlay(readSections(bytes));
  const merged = built && readLibrary(built.sections);
  if (built === null || merged === null) throw new Error("the merged library cannot be read back");
  return { ...asLibrary(merged, built.overlay, input), isNew: true };
}

function asLibrary(file: LibraryFile, overlay: Overlay, { shipped, env }: EffectiveInput): Library {
  const { config } = mergeConfig([...overlay.config, parseEnvironment(env).layer]);
  const { nodes, core, body, print } = overlay.isMerged ? file : shipped;
  return { nodes, core, body, print, config };
}

function writeCached(path: string, bytes: Uint8Array): void {
  try {
    ensureDir(join(path, ".."));
    writeAtomic(path, bytes);
  } catch {
    // a read-only cache: parsed again next time
  }
}
