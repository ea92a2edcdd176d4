// One character of a text: is it in a set, and what kind of neighbour is it to a word edge. Independent of the locale.
import type { CharSet } from "./char-set.ts";

/** Simple case folding: `ΣΑΣ` = `σας`, `ẞ` = `ß`; but `ß` ≠ `ss`, and Turkish `ı`, `İ` fold to themselves only. */
export function foldChar(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  if (code === 0x131 || code === 0x130) return code;
  return single(single(code, "toUpperCase"), "toLowerCase");
}

function single(code: number, change: "toUpperCase" | "toLowerCase"): number {
  const text = String.fromCodePoint(code)[change]();
  const first = text.codePointAt(0) ?? code;
  return text.length === (first > 0xffff ? 2 : 1) ? first : code;
}

/** Membership ignoring case, for any code point. */
export function hasChar(set: CharSet, code: number): boolean {
  if (code < 128) return ((set.ascii >> BigInt(code)) & 1n) === 1n;
  const fold = foldChar(code);
  const forms = [code, fold, fold === code ? single(code, "toUpperCase") : single(fold, "toUpperCase")];
  const isIn =
    set.ranges.some(([low, high]) =>
      low === high ? foldChar(low) === fold : forms.some((form) => form >= low && form <= high),
    ) || set.classes.some((name) => forms.some((form) => isInClass(name, form)));
  return isIn !== set.negated;
}

/** The Unicode meanings of the three short classes; `\p{…}` has its own. */
const CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ["\\w", /[\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\u200c\u200d]/u],
  ["\\d", /\p{Nd}/u],
  ["\\s", /\s/u],
]);

function isInClass(name: string, code: number): boolean {
  const char = String.fromCodePoint(code);
  const positive = CLASSES.get(name.toLowerCase());
  if (positive) return positive.test(char) === (name === name.toLowerCase());
  return new RegExp(name, "u").test(char);
}

/** What a neighbour means to `\b`: no word character, a letter of a script with spaces, or one of a script without. */
export const EDGE_KIND = { none: 0, spaced: 1, unspaced: 2 } as const;
export type EdgeKind = (typeof EDGE_KIND)[keyof typeof EDGE_KIND];

export function edgeKindOf(code: number): EdgeKind {
  if (code >= 128 && UNSPACED.some(([low, high]) => code >= low && code <= high)) return EDGE_KIND.unspaced;
  const isWord = code < 128 ? /\w/.test(String.fromCharCode(code)) : isInClass("\\w", code);
  return isWord ? EDGE_KIND.spaced : EDGE_KIND.none;
}

/**
 * Thai, Lao, Myanmar, Hangul, Khmer, Han, Kana: words there follow one another, or take their endings, without a space
 * (`我需要开发票`, `커밋해줘`, `今日のdecision`), so every position beside such a letter counts as a word edge (field case G1).
 */
const UNSPACED: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1100, 0x11ff],
  [0x1780, 0x17ff],
  [0x2e80, 0x2fdf],
  [0x3005, 0x3007],
  [0x3021, 0x3035],
  [0x3040, 0x30ff],
  [0x3130, 0x318f],
  [0x31f0, 0x31ff],
  [0x3400, 0x9fff],
  [0xa960, 0xa97f],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
  [0xffa0, 0xffdc],
  [0x1b000, 0x1b16f],
  [0x20000, 0x3ffff],
];
