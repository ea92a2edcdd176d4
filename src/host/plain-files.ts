// A folder tree as it lies on the disk, no link followed: for folders whose content is copied.
import { readdirSync } from "node:fs";
import { join } from "node:path";

export type PlainFiles = {
  /** From the root, `/`-separated. */
  readonly files: readonly string[];
  /** Links, pipes and the like. */
  readonly others: readonly string[];
};

/** A missing root is an empty tree. Stops at `limit` entries, so that a whole disk is not listed; what follows is left out. */
export function listPlain(root: string, skips: (name: string) => boolean, limit: number): PlainFiles {
  const files: string[] = [];
  const others: string[] = [];
  let left = limit;
  const enter = (folder: string, above: string) => {
    for (const entry of entriesOf(folder)) {
      if (skips(entry.name) || left-- <= 0) continue;
      const relative = above === "" ? entry.name : `${above}/${entry.name}`;
      if (entry.isDirectory()) enter(join(folder, entry.name), relative);
      else (entry.isFile() ? files : others).push(relative);
    }
  };
  enter(root, "");
  return { files, others };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
