// Patterns of ways: parsed and vetted once, when a way is read; run in every hook. Two engines with one meaning: the native
// one for ASCII text and patterns proven harmless, our linear one for everything else, so no text can make a hook hang.
import { buildMatcher, buildSubject, type Pattern } from "./pattern.ts";
import { isExplosive } from "./regex/ambiguity.ts";
import type { RegexProblem } from "./regex/cursor.ts";
import { compileLinear } from "./regex/linear.ts";
import { needlesOf } from "./regex/needles.ts";
import { parseRegex } from "./regex/parse.ts";
import { printRegex } from "./regex/print.ts";
import { buildProgram } from "./regex/program.ts";
import { isNullable } from "./regex/syntax.ts";
import { trimRegex } from "./regex/trim.ts";
import { isSafeNatively } from "./regex/vet.ts";

export type { Pattern } from "./pattern.ts";
export type { RegexProblem } from "./regex/cursor.ts";

export type ParsedPattern = {
  /** null: not usable, and `problem` says why. */
  readonly pattern: Pattern | null;
  readonly problem: RegexProblem | null;
  /** Inline flags that do nothing here. */
  readonly flags: readonly string[];
  /** Would hang a backtracking engine; harmless in ours, but a mistake. */
  readonly isExplosive: boolean;
  readonly consumesNothing: boolean;
};

/**
 * Always ignoring case (simple folding, the same in every locale: `SSH` = `ssh`, `ẞ` = `ß`, but `straße` ≠ `STRASSE`), `^` and `$` are
 * the ends of the text unless `(?m)`, `.` ends at a line, `\w \d \s \b` know all scripts. NFC. Never throws.
 */
export function parsePattern(text: string): ParsedPattern {
  const { regex, problem, flags } = parseRegex(text.normalize("NFC"));
  if (regex === null) return { pattern: null, problem, flags, isExplosive: false, consumesNothing: false };
  const trimmed = trimRegex(regex);
  const isNative = isSafeNatively(trimmed);
  if (!isNative && buildProgram(trimmed) === null) {
    const hint = "split it into a list of patterns, or repeat less";
    const tooLarge: RegexProblem = { code: "regex-too-large", message: "is too large", hint, offset: 0 };
    return { pattern: null, problem: tooLarge, flags, isExplosive: false, consumesNothing: false };
  }
  const pattern: Pattern = {
    source: printRegex(trimmed),
    engine: isNative ? "native" : "linear",
    needles: needlesOf(trimmed),
  };
  return { pattern, problem: null, flags, isExplosive: isExplosive(regex), consumesNothing: isNullable(trimmed) };
}

/** A yes-or-no search; `text` in NFC and bounded by the caller. */
export function compilePattern(pattern: Pattern): (text: string) => boolean {
  const matcher = buildMatcher(pattern, linearOf);
  return (text) => matcher(buildSubject(text));
}

/** The linear engine for a pattern's source. */
export function linearOf(source: string): (text: string) => boolean {
  const { regex } = parseRegex(source);
  return (regex && compileLinear(regex)) ?? (() => false);
}
