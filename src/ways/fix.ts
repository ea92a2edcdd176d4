// Findings that have one right answer, put right in the file's own text: everything around a corrected value stays as it
// was, byte for byte, line ends included. What could be meant in two ways is left to the author.
import type { Diagnostic } from "../diagnostics.ts";
import { splitCommas } from "./kinds.ts";
import { parseWay } from "./parse-way.ts";
import { quoteScalar, renderScalar } from "./plain-yaml.ts";
import { wayId } from "./way.ts";

/** By code of the finding: what the value at its place should be; null: not clear enough. */
const FIXES: ReadonlyMap<string, (scalar: Scalar) => string | null> = new Map([
  ["unquoted-colon", ({ value }) => value],
  ["unquoted-asterisk", ({ value }) => value],
  ["double-quoted-escape", ({ value }) => value],
  ["regex-flags", ({ value }) => value.replace(/^\(\?i\)/, "") || null],
  ["regex-slashes", ({ value }) => value.replace(/^\/(.+)\/[a-z]*$/, "$1")],
  ["files-regex", ({ value }) => (splitCommas(value).length === 1 ? `/${value}/` : null)],
] as const);

export const FIXABLE: ReadonlySet<string> = new Set(FIXES.keys());

export type Fixed = { readonly text: string; readonly done: readonly Diagnostic[] };

/** `found`: diagnostics of this file. The text comes back unchanged when a correction would bring a new error. */
export function fixWay(text: string, found: readonly Diagnostic[]): Fixed {
  const lines = text.split(/(?<=\n|\r(?!\n))/);
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const done = found.filter(({ code, line, column }) => {
    const fix = FIXES.get(code);
    const whole = lines[line - 1];
    if (fix === undefined || whole === undefined) return false;
    const at = column - 1 + (line === 1 ? start : 0);
    const scalar = scalarAt(whole, at);
    const value = scalar && fix(scalar);
    if (scalar === null || value === null) return false;
    const written = scalar.isPlain ? renderScalar(value) : quoteScalar(value);
    const next = whole.slice(0, at) + written + whole.slice(scalar.end);
    lines[line - 1] = next;
    return next !== whole;
  });
  const fixed = lines.join("");
  return errorsOf(fixed) > errorsOf(text) ? { text, done: [] } : { text: fixed, done };
}

function errorsOf(text: string): number {
  const { diagnostics } = parseWay({ id: wayId("any"), parent: null, origin: "core", file: "any.md", text });
  return diagnostics.filter((d) => d.severity === "error").length;
}

type Scalar = { readonly value: string; readonly end: number; readonly isPlain: boolean };

/** The one-line scalar that begins at `at`; null inside `[…]` or `{…}`, where it might end anywhere. */
function scalarAt(line: string, at: number): Scalar | null {
  if (/[[{]/.test(line.slice(0, at))) return null;
  const [whole, single, double, plain] =
    /^(?:'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)"|([^'"].*?))(?=\s*$)/.exec(line.slice(at)) ?? [];
  if (whole === undefined) return null;
  const value = plain ?? single?.replaceAll("''", "'") ?? meantBy(double ?? "");
  return value === null ? null : { value, end: at + whole.length, isPlain: plain !== undefined };
}

/** Double quotes around a regex: escapes that YAML knows and no regex needs are rare enough to leave alone. */
function meantBy(inner: string): string | null {
  const isYaml = /^(?:[^\\]|\\[\\"b])*$/.test(inner);
  if (isYaml) return inner.replace(/\\([\\"])/g, "$1");
  return /\\\\|\\"/.test(inner) ? null : inner;
}
