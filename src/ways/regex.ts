// Patterns of ways: parsed and vetted once, when a way is read; run in every hook. Two engines with one meaning: the native
// one for ASCII text and patterns proven harmless, our linear one for everything else, so no text can make a hook hang.
import { isExplosive } from "./regex/ambiguity.ts";
import type { RegexProblem } from "./regex/cursor.ts";
import { compileLinear } from "./regex/linear.ts";
import { foldText, needlesOf } from "./regex/needles.ts";
import { parseRegex } from "./regex/parse.ts";
import { printRegex } from "./regex/print.ts";
import { buildProgram } from "./regex/program.ts";
import { isNullable } from "./regex/syntax.ts";
import { trimRegex } from "./regex/trim.ts";
import { isSafeNatively } from "./regex/vet.ts";

export type { RegexProblem } from "./regex/cursor.ts";

/** A verdict that can be stored as JSON. */
export type Pattern = {
  /** As JavaScript reads it with the flags `iu`; ours reads the same text. Trimmed: the same texts match, not the same parts of them. */
  readonly source: string;
  /** `native`: harmless in a backtracking engine on ASCII text of any length a hook looks at. */
  readonly engine: "native" | "linear";
  /** Every match holds one of these (see `foldText`); empty: not known. */
  readonly needles: readonly string[];
};

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

/** A yes-or-no search; `text` in NFC and bounded by the caller. Engines are made at the first text that may match. */
export function compilePattern(pattern: Pattern): (text: string) => boolean {
  let native: RegExp | null = null;
  let linear: ((text: string) => boolean) | null = null;
  return (text) => {
    if (pattern.needles.length > 0) {
      const folded = foldText(text);
      if (!pattern.needles.some((needle) => folded.includes(needle))) return false;
    }
    if (pattern.engine === "native" && isAscii(text)) {
      native ??= new RegExp(pattern.source, "iu");
      return native.test(text);
    }
    linear ??= linearOf(pattern.source);
    return linear(text);
  };
}

function linearOf(source: string): (text: string) => boolean {
  const { regex } = parseRegex(source);
  return (regex && compileLinear(regex)) ?? (() => false);
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  return /^[\u0000-\u007f]*$/.test(text);
}
