// What a cached library says about itself: what it was made from, and whether any trigger of it can match. Most tool calls need no more.
import { join } from "node:path";
import { mapFile } from "../host/bytes.ts";
import type { Places } from "../host/paths.ts";
import { stampOf } from "../host/stamps.ts";
import type { ConfigLayer } from "../ways/config.ts";
import type { Gate } from "../ways/gate.ts";
import { encodeProjectKey, type ProjectKey } from "./projects.ts";
import { jsonBytes, readSections, type Sections } from "./sections.ts";
import { areFresh, type FileStamp } from "./stamps.ts";

/** `session`: every file is looked at; `event`: of many the configuration only, so that a hook in mid-session stays cheap. */
export type Freshness = "session" | "event";

/** Files and folders a mid-session event looks at; an edit of a way in a larger library is seen at the next session start. */
const LOOKED_AT = 256;

/** UTF-16 units of a project's key in a file name: at most three bytes each. */
const KEPT = 60;

/** Everything a cached library says about where it came from; what grows with it is read when it is asked for. */
export type Overlay = {
  readonly shipped: string;
  readonly config: readonly ConfigLayer[];
  /** False: no user or project ways, the shipped library is used as it is. */
  readonly isMerged: boolean;
  /** Of the files and folders to look at; null: damaged. */
  readonly stamps: (freshness: Freshness) => readonly FileStamp[] | null;
  readonly gate: () => Gate | null;
};

/** What a library was made from. */
export type Stamps = { readonly configuration: readonly FileStamp[]; readonly ways: readonly FileStamp[] };

/** The meta and sections that `readCached` reads back. */
export function overlayParts(overlay: Pick<Overlay, "shipped" | "config" | "isMerged">, stamps: Stamps, gate: Gate) {
  const session = [...stamps.configuration, ...stamps.ways];
  const event = session.length > LOOKED_AT ? stamps.configuration : session;
  return {
    meta: { overlay },
    sections: { session: jsonBytes(session), event: jsonBytes(event), gate: jsonBytes(gate) },
  };
}

/** Without reading the library; null: not cached, or files have changed. */
export function freshOverlay(places: Places, project: string, shipped: string): Overlay | null {
  const cached = readCached(libraryPath(places, project));
  return cached && isFresh(cached.overlay, shipped, "event") ? cached.overlay : null;
}

export function libraryFolder(places: Places): string {
  return join(places.cache, "library");
}

export function libraryPath(places: Places, project: string): string {
  return join(libraryFolder(places), libraryFileName(encodeProjectKey(project)));
}

/** File systems stop at 255 bytes: of a key the end, which has the project's name and the hash of its whole path. */
export function libraryFileName(key: ProjectKey): string {
  return `${key.slice(-KEPT).toWellFormed()}.bin`;
}

export function isFresh(overlay: Overlay, shipped: string, freshness: Freshness): boolean {
  if (overlay.shipped !== shipped) return false;
  const stamps = overlay.stamps(freshness);
  return stamps !== null && areFresh(stamps);
}

export function readCached(path: string): { readonly sections: Sections; readonly overlay: Overlay } | null {
  if (stampOf(path) === null) return null;
  try {
    return readOverlay(readSections(mapFile(path)));
  } catch {
    return null;
  }
}

export function readOverlay(
  sections: Sections | null,
): { readonly sections: Sections; readonly overlay: Overlay } | null {
  const about = sections?.meta["overlay"];
  if (sections === null || !isAbout(about)) return null;
  return {
    sections,
    overlay: {
      ...about,
      stamps: (freshness) => sections.json(freshness) as readonly FileStamp[] | null,
      gate: () => sections.json("gate") as Gate | null,
    },
  };
}

function isAbout(value: unknown): value is Pick<Overlay, "shipped" | "config" | "isMerged"> {
  return typeof value === "object" && value !== null && "shipped" in value && "config" in value && "isMerged" in value;
}
