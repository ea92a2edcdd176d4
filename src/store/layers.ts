// A root of ways on disk → a layer for the merge, with everything that is wrong in it. Loads the YAML parser: not for hooks
// that find a fresh cache.
import { basename, dirname, join } from "node:path";
import type { Diagnostic } from "../diagnostics.ts";
import { readTextOr } from "../host/atomic.ts";
import { type WalkedFile, type WalkProblem, walk } from "../host/walk.ts";
import { type LocaleRow, parseLocales } from "../ways/locale.ts";
import { parseWay } from "../ways/parse-way.ts";
import type { Layer } from "../ways/tree.ts";
import { type Origin, type WayId, wayId } from "../ways/way.ts";
import { type FileStamp, packStamp, stampFile } from "./stamps.ts";

const SKIPPED = new Set([".git", "node_modules", ".obsidian", ".trash", "backup", "bak", ".backup", ".sync", "logseq"]);
const MAX_DEPTH = 16;
/** Larger files are no ways; the parser would refuse them, too, but reading them costs. */
const MAX_BYTES = 1 << 20;

export type ReadLayer = {
  readonly layer: Layer;
  readonly core: string | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly stamps: readonly FileStamp[];
};

/** `within`: links that lead out of it are refused; null for roots the person controls. A missing root is an empty layer. */
export function readLayer(
  origin: Origin,
  root: string,
  within: string | null,
  label: (path: string) => string,
): ReadLayer {
  const { files, problems } = walk(root, {
    skip: (name) => SKIPPED.has(name) || name.includes(".sync-conflict-") || /\(conflicted copy/i.test(name),
    wants: (name) => name.endsWith(".md") || name.endsWith(".locales.jsonl"),
    maxDepth: MAX_DEPTH,
    within,
  });
  const diagnostics: Diagnostic[] = problems.map((p) => linkDiagnostic(p, label));
  const ways: Layer["ways"][number][] = [];
  const locales = new Map<WayId, readonly LocaleRow[]>();
  let core: string | null = null;
  for (const file of files) {
    const kind = kindOf(file);
    if (kind === "other") continue;
    const text = file.stamp.size > MAX_BYTES ? null : readTextOr(file.path, null);
    if (text === null) {
      diagnostics.push(unreadable(label(file.path), file.stamp.size));
      continue;
    }
    const id = wayId(dirname(file.relative));
    if (kind === "core") core = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
    else if (kind === "locales") {
      const parsed = parseLocales(text, label(file.path));
      locales.set(id, parsed.rows);
      diagnostics.push(...parsed.diagnostics);
    } else {
      const parsed = parseWay({ id, parent: null, origin, file: label(file.path), text });
      ways.push(parsed);
      diagnostics.push(...parsed.diagnostics);
    }
  }
  const folders = new Set([root, ...files.map((f) => dirname(f.path))]);
  return {
    layer: { origin, ways, locales },
    core,
    diagnostics,
    stamps: [...[...folders].map(stampFile), ...files.map((f) => packStamp(f.path, f.stamp))],
  };
}

/** Only `<folder>/<folder>.md` is a way; other markdown is ignored. */
function kindOf(file: WalkedFile): "way" | "locales" | "core" | "other" {
  if (file.relative === "core.md") return "core";
  const name = basename(file.relative);
  const folder = basename(dirname(file.relative)).normalize("NFC");
  if (name.normalize("NFC") === `${folder}.md`) return "way";
  return name.normalize("NFC") === `${folder}.locales.jsonl` ? "locales" : "other";
}

const LINK_MESSAGES: Readonly<Record<WalkProblem["what"], string>> = {
  dangling: "the link leads nowhere",
  loop: "the link leads to a folder that it stands in itself",
  again: "this folder was read already under another name",
  "too-deep": `folders are nested more than ${MAX_DEPTH} levels deep`,
  outside: "the link leads out of the project and is not followed",
  unreadable: "it cannot be read",
  "no-file": "it is neither a file nor a folder",
};

function linkDiagnostic({ path, what }: WalkProblem, label: (path: string) => string): Diagnostic {
  return {
    severity: "warning",
    code: `walk-${what}`,
    file: label(path),
    line: 1,
    column: 1,
    message: LINK_MESSAGES[what],
  };
}

function unreadable(file: string, size: number): Diagnostic {
  const message = size > MAX_BYTES ? `${size} bytes are too many for a way` : "it cannot be read";
  return {
    severity: "error",
    code: size > MAX_BYTES ? "too-large" : "walk-unreadable",
    file,
    line: 1,
    column: 1,
    message,
  };
}

export function projectWays(project: string): string {
  return join(project, ".claude", "ways");
}
