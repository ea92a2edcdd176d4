// A tree → the text that JavaScript (flags `iu`) and our own parser both read, with the same meaning.
import { type CharSet, DOT, singleOf } from "./char-set.ts";
import type { Place, Regex } from "./syntax.ts";

const PLACES: Readonly<Record<Place, string>> = {
  "text-start": "^",
  "text-end": "$",
  "line-start": "(?m:^)",
  "line-end": "(?m:$)",
  edge: "\\b",
  inside: "\\B",
  // Only our own parser reads these two: the vetting never gives them to the native engine.
  "word-start": "\\b{start}",
  "word-end": "\\b{end}",
};

export function printRegex(regex: Regex): string {
  switch (regex.kind) {
    case "set":
      return printSet(regex.set);
    case "at":
      return PLACES[regex.place];
    case "any-of":
      return regex.items.map(printRegex).join("|");
    case "seq":
      return regex.items.map((item) => (item.kind === "any-of" ? group(item) : printRegex(item))).join("");
    case "repeat":
      return (
        (regex.item.kind === "set" ? printRegex(regex.item) : group(regex.item)) + quantifier(regex.min, regex.max)
      );
  }
}

function group(regex: Regex): string {
  return `(?:${printRegex(regex)})`;
}

function quantifier(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function printSet(set: CharSet): string {
  const single = singleOf(set);
  if (single !== null) return printChar(single, /[\^$\\.*+?()[\]{}|/]/);
  const inside = contents(set);
  if (set.negated && inside === DOT_INSIDE) return ".";
  if (inside === "") return set.negated ? "[\\s\\S]" : "[^\\s\\S]";
  const isOneClass = !set.negated && set.ranges.length === 0 && set.classes.length === 1;
  return isOneClass ? inside : `[${set.negated ? "^" : ""}${inside}]`;
}

const DOT_INSIDE = contents(DOT);

function contents(set: CharSet): string {
  const inClass = (code: number) => printChar(code, /[\\\][^-]/);
  const ranges = set.ranges.map(([low, high]) => (low === high ? inClass(low) : `${inClass(low)}-${inClass(high)}`));
  return ranges.join("") + set.classes.join("");
}

function printChar(code: number, syntax: RegExp): string {
  if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return String.fromCharCode(code);
  const isHidden = code < 32 || (code >= 127 && code < 160) || (code >= 0x2028 && code <= 0x2029);
  if (isHidden || (code >= 0xd800 && code <= 0xdfff)) return `\\u{${code.toString(16)}}`;
  const char = String.fromCodePoint(code);
  return syntax.test(char) ? `\\${char}` : char;
}
