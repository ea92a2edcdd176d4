// A folder tree as a flat list of files. Links are followed, each real folder is entered once, loops and depth are bounded.
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Stamp } from "./stamps.ts";

export type WalkedFile = {
  /** From the root, `/`-separated. */
  readonly relative: string;
  readonly path: string;
  readonly stamp: Stamp;
};

export type WalkProblem = {
  readonly path: string;
  readonly what: "dangling" | "loop" | "too-deep" | "outside" | "unreadable" | "no-file";
};

export type Walk = { readonly files: readonly WalkedFile[]; readonly problems: readonly WalkProblem[] };

export type WalkOptions = {
  readonly skip: (name: string) => boolean;
  readonly wants: (name: string) => boolean;
  readonly maxDepth: number;
  /** Links that lead out of this folder are refused; null: they may lead anywhere. */
  readonly within: string | null;
};

/** In the order of names, so that two walks of one tree are equal. A missing root is an empty tree. */
export function walk(root: string, options: WalkOptions): Walk {
  const files: WalkedFile[] = [];
  const problems: WalkProblem[] = [];
  const entered = new Set<string>();
  const fence = options.within === null ? null : realOf(options.within);

  const enter = (folder: string, relative: string, depth: number) => {
    const real = realOf(folder);
    if (real === null) return;
    if (entered.has(real)) return void problems.push({ path: folder, what: "loop" });
    if (depth > options.maxDepth) return void problems.push({ path: folder, what: "too-deep" });
    entered.add(real);
    for (const entry of entriesOf(folder, problems)) look(entry, folder, relative, depth);
  };

  const look = (entry: Dirent, folder: string, relative: string, depth: number) => {
    const { name } = entry;
    if (options.skip(name)) return;
    const path = join(folder, name);
    const at = relative === "" ? name : `${relative}/${name}`;
    const isLink = entry.isSymbolicLink();
    if (!isLink && !entry.isDirectory() && !options.wants(name)) return;
    const target = statOf(path);
    if (target === null) return void problems.push({ path, what: isLink ? "dangling" : "unreadable" });
    if (isLink && fence !== null && !isInside(realOf(path), fence))
      return void problems.push({ path, what: "outside" });
    if (target.isDirectory()) return enter(path, at, depth + 1);
    if (!options.wants(name)) return;
    if (!target.isFile()) return void problems.push({ path, what: "no-file" });
    files.push({ relative: at, path, stamp: { size: target.size, mtimeMs: target.mtimeMs, inode: target.ino } });
  };

  enter(root, "", 0);
  return { files, problems };
}

function entriesOf(folder: string, problems: WalkProblem[]): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    problems.push({ path: folder, what: "unreadable" });
    return [];
  }
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return null; // dangling, a loop of links, or no permission
  }
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isInside(path: string | null, fence: string): boolean {
  return path !== null && (path === fence || path.startsWith(fence.endsWith("/") ? fence : `${fence}/`));
}
