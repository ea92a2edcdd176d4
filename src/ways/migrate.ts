// Files of earlier versions, rewritten (ADR-125, migration 2 and 3): keys that are gone, bars of BM25 and of other models,
// flags that regexes no longer need. Only those lines change; quoting, lists, line ends and comments stay as they are.
import { fixWay } from "./fix.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import { parseLocales } from "./locale.ts";
import { parseWay } from "./parse-way.ts";
import { wayId } from "./way.ts";

/** Findings that a migration puts right, so that their files are worth a look. */
export const MIGRATED: ReadonlySet<string> = new Set(["legacy-key", "legacy-threshold", "regex-flags"]);

export type Migration =
  | { readonly kind: "migrated"; readonly text: string }
  | { readonly kind: "unchanged" }
  /** It holds what should go, but not in a form that can be taken out safely. */
  | { readonly kind: "by-hand"; readonly why: string };

/** `text` as it is on disk. A second migration changes nothing. */
export function migrateWay(text: string): Migration {
  const before = legacyIn(text);
  if (before.length === 0) return { kind: "unchanged" };
  const fixed = fixWay(
    text,
    before.filter(({ code }) => code === "regex-flags"),
  ).text;
  const { entries } = parseFrontmatter(fixed, "");
  if (entries === null) return { kind: "unchanged" };
  const keyLines = entries.map(({ at }) => at.line);
  const gone = new Set(
    before
      .filter(({ code }) => code !== "regex-flags")
      .map(({ line }) => keyLines.findLast((keyLine) => keyLine <= line))
      .filter((line) => line !== undefined),
  );
  if ([...gone].some((line) => keyLines.filter((other) => other === line).length > 1))
    return { kind: "by-hand", why: "several keys stand on one line" };
  const migrated = withoutKeys(fixed, gone);
  if (migrated === text) return { kind: "unchanged" };
  const rest = legacyIn(migrated).filter(({ code }) => code !== "regex-flags");
  if (rest.length > 0 || errorsIn(migrated) > errorsIn(text))
    return { kind: "by-hand", why: "its frontmatter is written in a way that is not understood" };
  return { kind: "migrated", text: migrated };
}

function legacyIn(text: string) {
  return diagnosticsOf(text).filter(({ code }) => MIGRATED.has(code));
}

function errorsIn(text: string): number {
  return diagnosticsOf(text).filter(({ severity }) => severity === "error").length;
}

function diagnosticsOf(text: string) {
  return parseWay({ id: wayId("any"), parent: null, origin: "core", file: "any.md", text }).diagnostics;
}

/** Takes out each key that begins at one of the lines, with the indented lines and list items that are its value. */
function withoutKeys(text: string, keyLines: ReadonlySet<number>): string {
  const lines = text.split(/(?<=\n|\r(?!\n))/);
  let isGone = false;
  return lines
    .filter((line, i) => {
      const belongs = /^(?:[ \t]+\S|-[ \t])/.test(line);
      isGone = keyLines.has(i + 1) || (isGone && belongs);
      return !isGone;
    })
    .join("");
}

const BAR = String.raw`"embed_threshold"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[-+.\w]+)`;
/** With the comma behind it, or the one in front of it. Inside a string its quotes would be escaped. */
const BAR_FIELD = new RegExp(`(?<!\\\\)${BAR}\\s*,\\s*|\\s*,\\s*(?<!\\\\)${BAR}|(?<!\\\\)${BAR}`, "g");

/** Rows of `.locales.jsonl` without their own bars; all else as it was written. */
export function migrateLocales(text: string): Migration {
  const isLegacy = (rows: string) => parseLocales(rows, "").diagnostics.some(({ code }) => code === "legacy-threshold");
  if (!isLegacy(text)) return { kind: "unchanged" };
  const migrated = text
    .split(/(?<=\n|\r(?!\n))/)
    .map((line) => {
      const next = line.replace(BAR_FIELD, "");
      return isWithoutBar(line, next) ? next : line;
    })
    .join("");
  return isLegacy(migrated)
    ? { kind: "by-hand", why: "a row is written in a way that is not understood" }
    : { kind: "migrated", text: migrated };
}

/** The same row but for its bar; false for lines that are no rows. */
function isWithoutBar(before: string, after: string): boolean {
  try {
    const { embed_threshold: _, ...row } = JSON.parse(before.replace(/^\ufeff/, ""));
    return JSON.stringify(JSON.parse(after.replace(/^\ufeff/, ""))) === JSON.stringify(row);
  } catch {
    return false;
  }
}
