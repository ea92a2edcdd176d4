// What a backslash means, outside and inside `[…]`: the spellings of RE2, Rust, PCRE and JavaScript that agree with each other.
import type { Place } from "./syntax.ts";

export type Escape =
  | { readonly kind: "char"; readonly code: number }
  | { readonly kind: "class"; readonly name: string }
  | { readonly kind: "at"; readonly place: Place }
  | { readonly kind: "quote" }
  | { readonly kind: "problem"; readonly code: "regex-syntax" | "regex-unsupported"; readonly message: string };
export type ReadEscape = Escape & { readonly length: number };

const PLACES: ReadonlyMap<string, Place> = new Map([
  ["b{start}", "word-start"],
  ["b{end}", "word-end"],
  ["b", "edge"],
  ["B", "inside"],
  ["<", "word-start"],
  [">", "word-end"],
  ["A", "text-start"],
  ["z", "text-end"],
  ["Z", "text-end"],
]);
const CHARS: ReadonlyMap<string, number> = new Map([
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13],
  ["a", 7],
  ["e", 27],
]);

/** Reads the escape that begins with the backslash at `index`. Inside a class `\b` is no place but an error. */
export function readEscape(text: string, index: number, isInClass: boolean): ReadEscape {
  const rest = text.slice(index + 1, index + 64);
  const code = rest.codePointAt(0);
  if (code === undefined) return problem("regex-syntax", "ends with a lone `\\`", 1);
  const first = String.fromCodePoint(code);
  const found = (meaning: Escape, length = first.length): ReadEscape => ({ ...meaning, length: length + 1 });

  for (const [spelling, place] of isInClass ? [] : PLACES)
    if (rest.startsWith(spelling)) return found({ kind: "at", place }, spelling.length);
  if (/[wWdDsS]/.test(first)) return found({ kind: "class", name: `\\${first}` });
  if (/[pP]/.test(first)) return readProperty(rest);
  const control = CHARS.get(first);
  if (control !== undefined) return found({ kind: "char", code: control });
  if (first === "Q" && !isInClass) return found({ kind: "quote" });
  if (/[1-9k]/.test(first))
    return problem(
      "regex-unsupported",
      `refers back to a group with \`\\${first}\`, which no linear-time engine can do`,
    );
  const numeric = /^(?:0|x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})/.exec(
    rest,
  );
  if (numeric) {
    const value = Number.parseInt(numeric.slice(1).find((digits) => digits !== undefined) ?? "0", 16);
    if (value <= 0x10ffff) return found({ kind: "char", code: value }, numeric[0].length);
  }
  if (/[a-zA-Z0-9]/.test(first)) return problem("regex-syntax", `has \`\\${first}\`, which means nothing here`);
  return found({ kind: "char", code });
}

function problem(code: "regex-syntax" | "regex-unsupported", message: string, length = 2): ReadEscape {
  return { kind: "problem", code, message, length };
}

/** `\pL`, `\p{Lu}`, `\p{Greek}`, `\P{…}`, `\p{^…}` → the property in JavaScript's spelling. */
function readProperty(rest: string): ReadEscape {
  const [whole = "", letter = "", caret = "", long, short] = /^([pP])(?:\{(\^?)([\w=]+)\}|([A-Z]))/.exec(rest) ?? [];
  const name = long ?? short;
  if (name === undefined) return problem("regex-syntax", "has `\\p` without a property, as in `\\p{L}`");
  const isNegated = (letter === "P") !== (caret === "^");
  const known = [name, `Script=${name}`].map((n) => `\\${isNegated ? "P" : "p"}{${n}}`).find(isProperty);
  if (known === undefined) return problem("regex-syntax", `asks for \`${name}\`, which is no Unicode property`);
  return { kind: "class", name: known, length: whole.length + 1 };
}

function isProperty(source: string): boolean {
  try {
    return new RegExp(source, "u") !== null;
  } catch {
    return false;
  }
}
