// "Is there a file like this?" within a bound: a hook must not walk a monorepo to find that there is none.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { stampOf } from "./stamps.ts";

const ENTRIES = 4_000;
const SKIPPED = new Set([".git", "node_modules"]);

/** A plain path is one look-up; a glob is searched breadth first over at most 4,000 entries. */
export function fileExists(root: string, pattern: string): boolean {
  if (!/[*?[{]/.test(pattern)) return stampOf(join(root, pattern)) !== null;
  const glob = new Bun.Glob(pattern);
  const folders = [""];
  let seen = 0;
  for (let folder = folders.shift(); folder !== undefined && seen < ENTRIES; folder = folders.shift()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (glob.match(path)) return true;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
      if (++seen >= ENTRIES) break;
    }
  }
  return false;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
