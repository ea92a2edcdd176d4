// Patterns that explode in any backtracking engine: `(a+)+`, `(\w+\s?)*`, `(a|a)*`. Ours runs them in linear time,
// but lint refuses them: they never say what their author meant, and other tools hang on them.
import { isNullable, type Regex } from "./syntax.ts";

/** True if some unbounded repetition can split the same characters among its rounds in several ways. */
export function isExplosive(regex: Regex): boolean {
  switch (regex.kind) {
    case "set":
    case "at":
      return false;
    case "seq":
    case "any-of":
      return regex.items.some(isExplosive);
    case "repeat":
      return isExplosive(regex.item) || (regex.max > 9 && canSplit(regex.item, firstOf(regex.item, 0n)));
  }
}

/** Inside one round of a repetition: a loop that may hand its characters to what `follows`, or two equal alternatives. */
function canSplit(regex: Regex, follows: bigint): boolean {
  switch (regex.kind) {
    case "set":
    case "at":
      return false;
    case "any-of":
      return regex.items.some((item) => canSplit(item, follows)) || hasTwins(regex.items);
    case "seq": {
      let next = follows;
      return regex.items.toReversed().some((item) => {
        const found = canSplit(item, next);
        next = firstOf(item, next);
        return found;
      });
    }
    case "repeat":
      if (regex.max > 9 && (firstOf(regex.item, 0n) & follows) !== 0n) return true;
      return canSplit(regex.item, follows | firstOf(regex.item, 0n));
  }
}

function hasTwins(items: readonly Regex[]): boolean {
  let seen = 0n;
  return items.some((item) => {
    if (item.kind !== "set") return false;
    const overlaps = (seen & item.set.ascii) !== 0n;
    seen |= item.set.ascii;
    return overlaps;
  });
}

/** ASCII characters that `regex` followed by `next` can begin with. */
function firstOf(regex: Regex, next: bigint): bigint {
  switch (regex.kind) {
    case "set":
      return regex.set.ascii;
    case "at":
      return next;
    case "any-of":
      return regex.items.reduce((mask, item) => mask | firstOf(item, next), 0n);
    case "seq":
      return regex.items.reduceRight((mask, item) => firstOf(item, mask), next);
    case "repeat": {
      const own = firstOf(regex.item, 0n);
      return regex.min === 0 || isNullable(regex.item) ? own | next : own;
    }
  }
}
