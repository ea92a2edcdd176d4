// The projects that Claude Code keeps sessions of (ADR-109), from its folder alone: no project is touched here but by the last
// resort. A folder in `~/.claude/projects` is named after its project, not reversibly: the real path stands in
// `sessions-index.json`, else in the lines of a transcript. Both files are the agent's own and may change: best effort.
import { isAbsolute, join } from "node:path";
import { namesIn, readTextOr, sizeOf } from "../host/atomic.ts";
import { foldersIn } from "../host/files.ts";
import { readHead } from "../host/stamps.ts";
import { decodePath, isNameOf } from "./decode-path.ts";

export type KnownFolder = {
  /** The folder of its sessions. */
  readonly folder: string;
  /** Several where two projects share a name; empty when nothing tells. */
  readonly paths: readonly string[];
};

/** Bytes of an index that are read at most, and of the head of a transcript. */
const INDEX = 8_000_000;
const HEAD = 1 << 16;
/** Transcripts that are asked for one project. */
const ASKED = 5;

export function projectsFolder(claude: string): string {
  return join(claude, "projects");
}

/** `isRemote`: paths whose folders must not be listed. */
export function findKnownProjects(claude: string, isRemote: (path: string) => boolean): readonly KnownFolder[] {
  const root = projectsFolder(claude);
  const list = (folder: string) => (isRemote(folder) ? [] : foldersIn(folder));
  return foldersIn(root)
    .toSorted()
    .map((name) => {
      const folder = join(root, name);
      const told = [indexedPaths, transcriptPaths].map((read) => fitting(name, read(folder))).find((p) => p.length > 0);
      const guessed = told === undefined ? decodePath(name, list) : null;
      return { folder, paths: told ?? (guessed === null ? [] : [guessed]) };
    });
}

/** A session may have moved to another folder: of several paths those count that have this name; if none has, the first. */
function fitting(name: string, paths: readonly string[]): readonly string[] {
  const absolute = [...new Set(paths)].filter((path) => isAbsolute(path));
  const named = absolute.filter((path) => isNameOf(name, path));
  return named.length > 0 ? named : absolute.slice(0, 1);
}

function indexedPaths(folder: string): readonly string[] {
  const file = join(folder, "sessions-index.json");
  if (sizeOf(file) > INDEX) return [];
  const index = parseJson(readTextOr(file, ""));
  const entries = get(index, "entries");
  return [index, ...(Array.isArray(entries) ? entries : [])].flatMap((entry) =>
    ["originalPath", "projectPath"].flatMap((key) => textOf(get(entry, key))),
  );
}

function transcriptPaths(folder: string): readonly string[] {
  const transcripts = namesIn(folder).filter((name) => name.endsWith(".jsonl"));
  return transcripts
    .toSorted()
    .slice(0, ASKED)
    .flatMap((name) => headLines(join(folder, name)).flatMap((line) => textOf(get(parseJson(line), "cwd"))));
}

function headLines(file: string): readonly string[] {
  try {
    return new TextDecoder().decode(readHead(file, HEAD)).split("\n");
  } catch {
    return [];
  }
}

/** null for what is no JSON: the last line of a head is usually cut. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function get(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function textOf(value: unknown): readonly string[] {
  return typeof value === "string" ? [value] : [];
}
