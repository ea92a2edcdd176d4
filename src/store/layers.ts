// A root of ways on disk → a layer for the merge, with everything that is wrong in it. Loads the YAML parser: not for hooks
// that find a fresh cache.
import { basename, dirname, join } from "node:path";
import type { Diagnostic } from "../diagnostics.ts";
import { factsOf } from "../host/files.ts";
import { type WalkedFile, type WalkProblem, walk } from "../host/walk.ts";
import { buildFields } from "../ways/fields.ts";
import { type Golden, parseGolden } from "../ways/golden.ts";
import { lintNames } from "../ways/lint/names.ts";
import { type LocaleRow, parseLocales } from "../ways/locale.ts";
import { type ParsedWay, parseWay } from "../ways/parse-way.ts";
import { openPatternReader } from "../ways/pattern-reader.ts";
import { buildDiagnostic } from "../ways/rules.ts";
import { atTop } from "../ways/text.ts";
import type { Layer } from "../ways/tree.ts";
import { type Origin, type WayId, wayId } from "../ways/way.ts";
import { type FileStamp, packStamp, stampFile } from "./stamps.ts";
import { MACROS, macroIn, readMacro, readWrittenText } from "./written.ts";

const SKIPPED = new Set([".git", "node_modules", ".obsidian", ".trash", "backup", "bak", ".backup", ".sync", "logseq"]);
const MAX_DEPTH = 16;

export type ReadLayer = {
  readonly layer: Layer;
  readonly core: string | null;
  /** By the id of the folder they stand in; empty unless read for authors. */
  readonly golden: ReadonlyMap<WayId, Golden>;
  readonly diagnostics: readonly Diagnostic[];
  readonly stamps: readonly FileStamp[];
};

/**
 * `within`: links that lead out of it are refused; null for roots the person controls. A missing root is an empty layer.
 * Golden prompts and macros are read for authors only: what a hook decides does not depend on them.
 */
export function readLayer(
  origin: Origin,
  root: string,
  within: string | null,
  label: (path: string) => string,
  forAuthors = false,
): ReadLayer {
  const { files, problems, stamps } = walkWays(root, within, forAuthors);
  const diagnostics: Diagnostic[] = problems.map((p) => linkDiagnostic(p, label));
  const paths = files.map((file) => file.relative);
  diagnostics.push(...lintNames(paths, (path) => label(join(root, path))));
  const fields = buildFields(openPatternReader());
  const ways: Layer["ways"][number][] = [];
  const locales = new Map<WayId, readonly LocaleRow[]>();
  const golden = new Map<WayId, Golden>();
  let core: string | null = null;
  for (const file of files) {
    const kind = kindOf(file);
    if (kind === "other") continue;
    const { text, problem } = readWrittenText(file.path, file.stamp.size);
    if (problem !== null) {
      diagnostics.push(atTop(label(file.path), problem));
      continue;
    }
    const id = wayId(dirname(file.relative));
    if (kind === "core") core = text;
    else if (kind === "locales") {
      const parsed = parseLocales(text, label(file.path));
      locales.set(id, parsed.rows);
      diagnostics.push(...parsed.diagnostics);
    } else if (kind === "golden") {
      const parsed = parseGolden(text, label(file.path));
      golden.set(id, parsed);
      diagnostics.push(...parsed.diagnostics);
    } else {
      const parsed = parseWay({ id, parent: null, origin, file: label(file.path), text }, fields);
      ways.push(parsed);
      diagnostics.push(...parsed.diagnostics);
      if (forAuthors) diagnostics.push(...lintMacro(parsed, dirname(file.path), label));
    }
  }
  return { layer: { origin, ways, locales }, core, golden, diagnostics, stamps };
}

/** A macro that cannot be run costs its output: its way is shown without. */
function lintMacro(
  { way, file, places }: ParsedWay,
  folder: string,
  label: (path: string) => string,
): readonly Diagnostic[] {
  if (way === null || way.macro === null) return [];
  const path = macroIn(folder);
  const { bytes, problem } = readMacro(path);
  if (problem !== null) return [atTop(label(path), { ...problem, code: "macro-unusable" })];
  if (bytes !== null || MACROS.some((name) => factsOf(join(folder, name)) !== null)) return [];
  const message = `\`macro: ${way.macro}\` does nothing: there is no macro beside the way`;
  const hint = "put a `macro.sh` there, `macro.ps1` for Windows, or delete the line";
  return [buildDiagnostic("macro-missing", { file, ...places.get("macro"), message, hint })];
}

export type WalkedWays = {
  readonly files: readonly WalkedFile[];
  readonly problems: readonly WalkProblem[];
  /** Of all files and folders, taken before they were read; an absent root, and what leads nowhere yet, belong to them. */
  readonly stamps: readonly FileStamp[];
};

/** What lies in a root, unread. */
export function walkWays(root: string, within: string | null, forAuthors = false): WalkedWays {
  const { files, folders, problems } = walk(root, {
    skip: isSkipped,
    wants: (name) => name.endsWith(".md") || name.endsWith(".locales.jsonl") || (forAuthors && isGolden(name)),
    maxDepth: MAX_DEPTH,
    within,
  });
  const stamps = [
    ...(folders.length === 0 ? [stampFile(root)] : []),
    ...[...folders, ...files].map(({ path, stamp }) => packStamp(path, stamp)),
    ...problems.map(({ path }) => stampFile(path)),
  ];
  return { files, problems, stamps };
}

/** Copies and tools' folders, which nobody means as ways. */
export function isSkipped(name: string): boolean {
  return SKIPPED.has(name) || name.includes(".sync-conflict-") || /\(conflicted copy/i.test(name);
}

/** Only `<folder>/<folder>.md` is a way; other markdown is ignored. */
export function kindOf({ relative }: Pick<WalkedFile, "relative">): "way" | "locales" | "golden" | "core" | "other" {
  if (relative === "core.md") return "core";
  const name = basename(relative).normalize("NFC");
  const folder = basename(dirname(relative)).normalize("NFC");
  if (name === `${folder}.md`) return "way";
  if (name === `${folder}.locales.jsonl`) return "locales";
  return name === `${folder}.golden.jsonl` ? "golden" : "other";
}

function isGolden(name: string): boolean {
  return name.endsWith(".golden.jsonl");
}

/** What is wrong about a file or link before anybody reads it, by code. */
export const WALK_RULES: Readonly<Record<`walk-${WalkProblem["what"]}`, string>> = {
  "walk-dangling": "the link leads nowhere",
  "walk-loop": "the link leads to a folder that it stands in itself",
  "walk-again": "this folder was read already under another name",
  "walk-too-deep": `folders are nested more than ${MAX_DEPTH} levels deep`,
  "walk-outside": "the link leads out of the project and is not followed",
  "walk-unreadable": "it cannot be read",
  "walk-no-file": "it is neither a file nor a folder",
};

function linkDiagnostic({ path, what }: WalkProblem, label: (path: string) => string): Diagnostic {
  const code = `walk-${what}` as const;
  return { severity: "warning", code, file: label(path), line: 1, column: 1, message: WALK_RULES[code] };
}
