// A folder tree as a flat list of files. Links are followed, each real folder is entered once, loops and depth are bounded.
// Links come after everything else: a folder that is in the tree anyway keeps its own place, whatever links lead to it.
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { realPath } from "./files.ts";
import { type Stamp, stampFrom } from "./stamps.ts";

export type WalkedFile = {
  /** From the root, `/`-separated. */
  readonly relative: string;
  readonly path: string;
  readonly stamp: Stamp;
};

export type WalkProblem = {
  readonly path: string;
  /** "again": a link to a folder that is in the tree already; "loop": to one that the link itself is in. */
  readonly what: "dangling" | "loop" | "again" | "too-deep" | "outside" | "unreadable" | "no-file";
};

export type WalkedFolder = { readonly path: string; readonly stamp: Stamp };

export type Walk = {
  readonly files: readonly WalkedFile[];
  /** Every folder that was read, stamped before it was: what is put there later changes the stamp. */
  readonly folders: readonly WalkedFolder[];
  readonly problems: readonly WalkProblem[];
};

export type WalkOptions = {
  readonly skip: (name: string) => boolean;
  readonly wants: (name: string) => boolean;
  readonly maxDepth: number;
  /** Links (the root, too) that lead out of this folder are refused; null: they may lead anywhere. */
  readonly within: string | null;
};

/** `real`: its real path, where the way down to it says so. */
type Folder = {
  readonly path: string;
  readonly relative: string;
  readonly depth: number;
  readonly real: string | null;
};

/** In the order of paths, so that two walks of one tree are equal. A missing root is an empty tree. */
export function walk(root: string, options: WalkOptions): Walk {
  const files: WalkedFile[] = [];
  const folders: WalkedFolder[] = [];
  const problems: WalkProblem[] = [];
  const entered = new Set<string>();
  const linked: Folder[] = [];
  const fence = options.within === null ? null : (realOf(options.within) ?? options.within);
  const refuse = (path: string, what: WalkProblem["what"]) => void problems.push({ path, what });

  const enter = (folder: Folder) => {
    const { path, depth } = folder;
    const real = folder.real ?? realOf(path);
    if (real === null) return unlessAbsent(path, refuse);
    if (fence !== null && !isInside(real, fence)) return refuse(path, "outside");
    if (entered.has(real)) return refuse(path, isInside(realOf(dirname(path)) ?? "", real) ? "loop" : "again");
    if (depth > options.maxDepth) return refuse(path, "too-deep");
    entered.add(real);
    const stat = statOf(path);
    if (stat !== null) folders.push({ path, stamp: stampFrom(stat) });
    const entries = entriesOf(path);
    if (entries === null) return refuse(path, "unreadable");
    for (const entry of entries) look(entry, folder, real);
  };

  const look = (entry: Dirent, folder: Folder, real: string) => {
    const { name } = entry;
    const isLink = entry.isSymbolicLink();
    if (options.skip(name) || !(isLink || entry.isDirectory() || options.wants(name))) return;
    const path = join(folder.path, name);
    const relative = folder.relative === "" ? name : `${folder.relative}/${name}`;
    const target = statOf(path);
    if (target === null) return refuse(path, isLink ? "dangling" : "unreadable");
    if (target.isDirectory()) {
      const next = { path, relative, depth: folder.depth + 1, real: isLink ? null : join(real, name) };
      return isLink ? void linked.push(next) : enter(next);
    }
    if (!options.wants(name)) return;
    if (isLink && fence !== null && !isInside(realOf(path) ?? "", fence)) return refuse(path, "outside");
    if (!target.isFile()) return refuse(path, "no-file");
    files.push({ relative, path, stamp: stampFrom(target) });
  };

  enter({ path: root, relative: "", depth: 0, real: null });
  for (const folder of linked) enter(folder); // which may find further links
  return { files: files.sort((a, b) => (a.relative < b.relative ? -1 : 1)), folders, problems };
}

function entriesOf(folder: string): readonly Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return null;
  }
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return null; // dangling, a loop of links, or no permission
  }
}

/** Where nothing is there is no problem. */
function unlessAbsent(path: string, refuse: (path: string, what: WalkProblem["what"]) => void): void {
  try {
    if (realPath(path) === null) refuse(path, "dangling");
  } catch {
    refuse(path, "unreadable");
  }
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
