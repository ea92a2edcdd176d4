// Makes a pattern smaller without changing which texts hold a match: for a yes-or-no search `.*foo+` is `foo`.
import { isWordOnly } from "./char-set.ts";
import { anyOf, EMPTY, type Regex, repeatOf, seqOf } from "./syntax.ts";

export function trimRegex(regex: Regex): Regex {
  return trimEnd(trimStart(plainEdges(regex)));
}

function trimStart(regex: Regex): Regex {
  if (regex.kind === "any-of") return anyOf(regex.items.map(trimStart));
  const [first, ...rest] = regex.kind === "seq" ? regex.items : [regex];
  if (first?.kind !== "repeat" || first.min === first.max) return regex;
  return trimStart(seqOf([fewest(first), ...rest]));
}

function trimEnd(regex: Regex): Regex {
  if (regex.kind === "any-of") return anyOf(regex.items.map(trimEnd));
  const items = regex.kind === "seq" ? regex.items : [regex];
  const before = items.slice(0, -1);
  const last = items.at(-1);
  if (last?.kind === "any-of") return seqOf([...before, trimEnd(last)]);
  if (last?.kind !== "repeat" || last.min === last.max) return regex;
  return trimEnd(seqOf([...before, fewest(last)]));
}

/** At an open end of a search the fewest repetitions decide. */
function fewest(repeat: Regex & { readonly kind: "repeat" }): Regex {
  return repeat.min === 0 ? EMPTY : repeatOf(repeat.item, repeat.min, repeat.min);
}

/** `\<git\>` is `\bgit\b`: beside a word character the two mean the same. */
function plainEdges(regex: Regex): Regex {
  if (regex.kind === "any-of") return anyOf(regex.items.map(plainEdges));
  if (regex.kind === "repeat") return repeatOf(plainEdges(regex.item), regex.min, regex.max);
  if (regex.kind !== "seq") return regex;
  return seqOf(
    regex.items.map((item, i): Regex => {
      if (item.kind !== "at") return plainEdges(item);
      const neighbour =
        item.place === "word-start" ? regex.items[i + 1] : item.place === "word-end" ? regex.items[i - 1] : EMPTY;
      return neighbour?.kind === "set" && isWordOnly(neighbour.set) ? { kind: "at", place: "edge" } : item;
    }),
  );
}
