// The inclusion marker of a project, `<project>/.claude/.ways-embed` (ADR-109): `include` or `disinclude`, written by us only
// where there is none yet, or when a person says so.
import { join } from "node:path";
import { createExclusive, readTextOr } from "../host/atomic.ts";
import { ensureDir, writeAtomic } from "../host/files.ts";

/** `unclear`: something else stands there; a person who wrote it did not ask for embedding. */
export type Marker = "none" | "include" | "disinclude" | "unclear";

const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

export function markerPath(project: string): string {
  return join(project, ".claude", ".ways-embed");
}

/** An empty file says nothing against it. */
export function readMarker(project: string): Marker {
  const text = readTextOr(markerPath(project), null);
  if (text === null) return "none";
  const word = text
    .replace(/^\uFEFF/, "")
    .trim()
    .toLowerCase();
  if (word === "include" || word === "disinclude") return word;
  return word === "" ? "include" : "unclear";
}

/** Whether ways of a project with this marker are embedded; a project without one gets `include`. */
export function includes(marker: Marker): boolean {
  return marker === "none" || marker === "include";
}

/** Throws when the project cannot be written. */
export function writeMarker(project: string, marker: "include" | "disinclude"): void {
  const path = markerPath(project);
  ensureDir(join(path, ".."), FOLDER_MODE);
  writeAtomic(path, `${marker}\n`, FILE_MODE);
}

/** Writes `include` where there is no marker; false when the project cannot be written. What somebody else wrote meanwhile stays. */
export function createMarker(project: string): boolean {
  try {
    createExclusive(markerPath(project), "include\n", FILE_MODE);
    return true;
  } catch {
    return false;
  }
}
