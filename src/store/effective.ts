// The library that competes at a place: core < packages < user < project, merged, with its configuration; cached per project and
// trusted while the files it was made from look the same (docs/adr/0002: when an edit is seen).
import { join } from "node:path";
import type { Library } from "../engine/ports.ts";
import { mapFile } from "../host/bytes.ts";
import type { Env } from "../host/env.ts";
import { ensureDir, writeAtomic } from "../host/files.ts";
import type { Places } from "../host/paths.ts";
import { stampOf } from "../host/stamps.ts";
import { type ConfigLayer, mergeConfig, parseEnvironment } from "../ways/config.ts";
import type { Gate } from "../ways/gate.ts";
import { type LibraryFile, readLibrary } from "./library.ts";
import { encodeProjectKey, type ProjectKey } from "./projects.ts";
import { readSections } from "./sections.ts";
import type { Shipped } from "./shipped.ts";
import { areFresh, type FileStamp } from "./stamps.ts";

/** `session`: every file is looked at; `event`: only if there are few, so that a hook in mid-session stays cheap. */
export type Freshness = "session" | "event";

/** Files and folders a mid-session event looks at; an edit in a larger library is seen at the next session start. */
const LOOKED_AT = 256;

/** UTF-16 units of a project's key in a file name: at most three bytes each. */
const KEPT = 60;

export type EffectiveInput = {
  readonly shipped: Shipped;
  readonly places: Places | null;
  readonly project: string;
  readonly env: Env;
};

/** Everything a cached library says about where it came from. */
export type Overlay = {
  readonly shipped: string;
  readonly stamps: readonly FileStamp[];
  readonly config: readonly ConfigLayer[];
  /** False: no user or project ways, the shipped library is used as it is. */
  readonly isMerged: boolean;
  readonly gate: Gate;
};

/** What a cached library says about itself, without reading the library; null: not cached, or files have changed. */
export function freshOverlay(places: Places, project: string, shipped: string): Overlay | null {
  const cached = readCached(pathOf(places, project));
  return cached && isFresh(cached.overlay, shipped, "event") ? cached.overlay : null;
}

export function libraryFolder(places: Places): string {
  return join(places.cache, "library");
}

function pathOf(places: Places, project: string): string {
  return join(libraryFolder(places), libraryFileName(encodeProjectKey(project)));
}

export async function loadEffective(input: EffectiveInput, freshness: Freshness): Promise<Library> {
  const { places, project, shipped } = input;
  const path = places === null ? null : pathOf(places, project);
  const cached = path === null ? null : readCached(path);
  const file =
    cached && isFresh(cached.overlay, String(shipped.meta["hash"]), freshness) ? readLibrary(cached.sections) : null;
  if (cached && file) return asLibrary(file, cached.overlay, input);
  const { buildOverlay } = await import("./merge.ts");
  const built = buildOverlay(input);
  if (path !== null) writeCached(path, built.bytes);
  const sections = readSections(built.bytes);
  const merged = sections && readLibrary(sections);
  if (merged === null) throw new Error("the merged library cannot be read back");
  return { ...asLibrary(merged, built.overlay, input), isNew: true };
}

/** File systems stop at 255 bytes: of a key the end, which has the project's name and the hash of its whole path. */
export function libraryFileName(key: ProjectKey): string {
  return `${key.slice(-KEPT).toWellFormed()}.bin`;
}

function asLibrary(file: LibraryFile, overlay: Overlay, { shipped, env }: EffectiveInput): Library {
  const { config } = mergeConfig([...overlay.config, parseEnvironment(env).layer]);
  const { nodes, core, body } = overlay.isMerged ? file : shipped;
  return { nodes, core, body, config };
}

function isFresh(overlay: Overlay, shipped: string, freshness: Freshness): boolean {
  if (overlay.shipped !== shipped) return false;
  if (freshness === "event" && overlay.stamps.length > LOOKED_AT) return true;
  return areFresh(overlay.stamps);
}

function readCached(path: string) {
  if (stampOf(path) === null) return null;
  try {
    const sections = readSections(mapFile(path));
    const overlay = sections?.meta["overlay"];
    return sections && isOverlay(overlay) ? { sections, overlay } : null;
  } catch {
    return null;
  }
}

function isOverlay(value: unknown): value is Overlay {
  return (
    typeof value === "object" &&
    value !== null &&
    ["shipped", "stamps", "config", "isMerged", "gate"].every((key) => key in value)
  );
}

function writeCached(path: string, bytes: Uint8Array): void {
  try {
    ensureDir(join(path, ".."));
    writeAtomic(path, bytes);
  } catch {
    // a read-only cache: parsed again next time
  }
}
