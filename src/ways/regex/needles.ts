// Short texts of which every match must hold at least one. Looking for them first spares a hook compiling most patterns.
import { foldText } from "../pattern.ts";
import { singleOf } from "./char-set.ts";
import { foldChar } from "./character.ts";
import type { Regex } from "./syntax.ts";

const MAX = 16;

/** In the spelling of `foldText`; empty: there is no such set of texts. */
export function needlesOf(regex: Regex): readonly string[] {
  return find(regex) ?? [];
}

function find(regex: Regex): readonly string[] | null {
  switch (regex.kind) {
    case "at":
      return null;
    case "set": {
      const char = letterOf(regex);
      return char === null ? null : [char];
    }
    case "any-of": {
      const all = regex.items.map(find);
      const flat = all.flatMap((needles) => needles ?? []);
      return all.includes(null) || flat.length > MAX ? null : flat;
    }
    case "repeat":
      return regex.min > 0 ? find(regex.item) : null;
    case "seq":
      return bestOf(regex.items);
  }
}

/** Of all that must be there, the longest: neighbouring characters count as one, `git commit` in `git commit\b`. */
function bestOf(items: readonly Regex[]): readonly string[] | null {
  let best: readonly string[] | null = null;
  let run = "";
  for (const item of items) {
    const char = item.kind === "set" ? letterOf(item) : null;
    // Places consume nothing: the run goes on across them.
    if (char === null && item.kind !== "at") run = "";
    if (char !== null) run += char;
    const found = run === "" ? find(item) : [run];
    if (found !== null && (best === null || shortest(found) > shortest(best))) best = found;
  }
  return best;
}

function shortest(needles: readonly string[]): number {
  return needles.length === 1 ? (needles[0]?.length ?? 0) : Math.min(...needles.map((needle) => needle.length));
}

/** Only characters whose folding lower-casing a text reproduces: ASCII, and scripts without case. */
function letterOf(regex: Regex & { readonly kind: "set" }): string | null {
  const code = singleOf(regex.set);
  if (code === null) return null;
  const char = String.fromCodePoint(code);
  if (code < 128) return String.fromCodePoint(foldChar(code));
  return char.toLowerCase() === char && char.toUpperCase() === char && foldText(char) === char ? char : null;
}
