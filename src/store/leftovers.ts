// Files in the cache that nobody will read again: of projects and models that are gone, and of processes that were killed.
import { join } from "node:path";
import { namesIn } from "../host/atomic.ts";
import { removeFile } from "../host/files.ts";
import type { Places } from "../host/paths.ts";
import { stampOf } from "../host/stamps.ts";
import { libraryFileName, libraryFolder } from "./overlay.ts";
import { keyOfRealPath, type ProjectKey } from "./projects.ts";
import { corpusFolder } from "./rows.ts";
import { listVisits, visitedFolder } from "./visited-projects.ts";

export type Leftover = { readonly path: string; readonly bytes: number };

/** A process that is still at work has touched its temporary file since. */
const ABANDONED_MS = 3_600_000;

/** `keys`: of all projects there are. `model`: fingerprint of the one in use; null: not known, and nothing is judged by it. */
export function findLeftovers(
  places: Places,
  keys: readonly ProjectKey[],
  model: string | null,
  now: number,
): readonly Leftover[] {
  const libraries = new Set(keys.map(libraryFileName));
  const library = libraryFolder(places);
  const users = corpusFolder(places);
  const folders = [places.cache, users, library, visitedFolder(users)];
  const isGone = (path: string) => !keys.includes(keyOfRealPath(path, process.platform));
  const paths = [
    ...folders.flatMap((folder) => filesIn(folder, isTemporary).filter(isAbandoned(now))),
    ...filesIn(library, (name) => name.endsWith(".bin") && !libraries.has(name)),
    ...filesIn(places.cache, (name) => isOfOtherModel(name, model)),
    ...listVisits(users).flatMap(({ file, path }) => (isGone(path) ? [file] : [])),
  ];
  return paths.map((path) => ({ path, bytes: stampOf(path)?.size ?? 0 }));
}

function filesIn(folder: string, isMeant: (name: string) => boolean): readonly string[] {
  return namesIn(folder)
    .filter(isMeant)
    .map((name) => join(folder, name));
}

function isAbandoned(now: number): (path: string) => boolean {
  return (path) => now - (stampOf(path)?.mtimeMs ?? now) > ABANDONED_MS;
}

/** What killed processes have left in one folder. */
export function removeAbandoned(folder: string, now: number): void {
  for (const path of filesIn(folder, isTemporary).filter(isAbandoned(now))) removeFile(path);
}

function isTemporary(name: string): boolean {
  return /^\..+\.tmp$/.test(name);
}

/** `embed/cache.ts` keeps the vectors of recent prompts by model, `embed/plain-tokenizer.ts` a part of its tokenizer. */
function isOfOtherModel(name: string, model: string | null): boolean {
  const print = /^(?:recent|tokenizer)-([\da-f]+)\.bin$/.exec(name)?.[1];
  return print !== undefined && model !== null && !model.startsWith(print);
}
