// Files of ways that commands write: a new one, or a corrected one in place of the old, with its mode and through its links.
import { dirname } from "node:path";
import { WaysError } from "../errors.ts";
import { ensureDir, factsOf, readText, realPathOr, writeAtomic, writeInPlace } from "../host/files.ts";

const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

/** null when there is none. With its byte order mark and line ends. */
export function readWayFile(path: string): string | null {
  return readText(path);
}

/** Throws a WaysError for a file that is protected against writing. */
export function replaceWayFile(path: string, text: string): void {
  const target = realPathOr(path);
  const facts = factsOf(target);
  if (facts?.readOnly)
    throw new WaysError(`\`${path}\` is protected against writing`, { hint: "make it writable, then run this again" });
  if (facts?.shared) writeInPlace(target, text);
  else writeAtomic(target, text, facts?.mode ?? FILE_MODE);
}

/** Makes its folders, too. */
export function createWayFile(path: string, text: string): void {
  ensureDir(dirname(path), FOLDER_MODE);
  writeAtomic(path, text, FILE_MODE);
}
