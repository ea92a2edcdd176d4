// Projects in which somebody has asked for a refresh: an agent need not keep a list of them, and of two refreshes at once neither knows
// the other's. One file each, written before a refresh looks around; the time of the folder tells a later look of it.
//   <corpus folder>/projects/<hash of the path>   the path
import { join } from "node:path";
import { namesIn, readTextOr } from "../host/atomic.ts";
import { ensureDir, realPathOr, writeAtomic } from "../host/files.ts";
import { stampOf } from "../host/stamps.ts";
import { projectWays } from "./projects.ts";

export function visitedFolder(folder: string): string {
  return join(folder, "projects");
}

/** A project without ways need not be known. Best effort: where nothing can be written no refresh succeeds. */
export function rememberVisit(folder: string, project: string): void {
  if (stampOf(projectWays(project)) === null) return;
  const path = realPathOr(project);
  const name = nameOf(path);
  if (visitIn(folder, name) === path) return;
  try {
    ensureDir(visitedFolder(folder));
    writeAtomic(join(visitedFolder(folder), name), path);
  } catch {
    // the refresh itself will say why
  }
}

export function readVisited(folder: string): readonly string[] {
  return listVisits(folder).map((visit) => visit.path);
}

/** Other files there, temporary ones for example, do not count. */
export function listVisits(folder: string): readonly { readonly file: string; readonly path: string }[] {
  return namesIn(visitedFolder(folder)).flatMap((name) => {
    const path = visitIn(folder, name);
    return name === nameOf(path) ? [{ file: join(visitedFolder(folder), name), path }] : [];
  });
}

function visitIn(folder: string, name: string): string {
  return readTextOr(join(visitedFolder(folder), name), "");
}

function nameOf(path: string): string {
  return new Bun.CryptoHasher("sha256").update(path).digest("hex").slice(0, 16);
}
