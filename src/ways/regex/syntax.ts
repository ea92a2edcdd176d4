// The tree of a pattern. Flags, groups and names are gone: only what a yes-or-no search needs is left.
import type { CharSet } from "./char-set.ts";

/** Zero-width conditions. `edge`/`inside` are `\b`/`\B`; `word-start`/`word-end` are `\<`/`\>`. */
export type Place =
  | "text-start"
  | "text-end"
  | "line-start"
  | "line-end"
  | "edge"
  | "inside"
  | "word-start"
  | "word-end";

export type Regex =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "seq"; readonly items: readonly Regex[] }
  | { readonly kind: "any-of"; readonly items: readonly Regex[] }
  /** `max` may be Infinity. */
  | { readonly kind: "repeat"; readonly item: Regex; readonly min: number; readonly max: number }
  | { readonly kind: "at"; readonly place: Place };

export const EMPTY: Regex = { kind: "seq", items: [] };

/** Flat: no sequence inside a sequence, no sequence of one. */
export function seqOf(items: readonly Regex[]): Regex {
  const flat = flattened(items, "seq");
  const [only] = flat;
  return only !== undefined && flat.length === 1 ? only : { kind: "seq", items: flat };
}

export function anyOf(items: readonly Regex[]): Regex {
  const flat = flattened(items, "any-of");
  const [only] = flat;
  return only !== undefined && flat.length === 1 ? only : { kind: "any-of", items: flat };
}

function flattened(items: readonly Regex[], kind: "seq" | "any-of"): readonly Regex[] {
  if (!items.some((item) => item.kind === kind)) return items;
  return items.flatMap((item) => (item.kind === kind ? item.items : [item]));
}

export function repeatOf(item: Regex, min: number, max: number): Regex {
  return min === 1 && max === 1 ? item : { kind: "repeat", item, min, max };
}

export function isNullable(regex: Regex): boolean {
  switch (regex.kind) {
    case "set":
      return false;
    case "at":
      return true;
    case "seq":
      return regex.items.every(isNullable);
    case "any-of":
      return regex.items.some(isNullable);
    case "repeat":
      return regex.min === 0 || isNullable(regex.item);
  }
}
