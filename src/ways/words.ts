// Words of vocabularies and how much two ways share (ADR-105: siblings stay below a Jaccard similarity of .15).
import { siblingGroups } from "./graph.ts";
import type { Way, WayId } from "./way.ts";

export const MAX_OVERLAP = 0.15;

/** A word that more siblings than this share says nothing about a pair, and would make the search quadratic. */
const MAX_SHARERS = 50;

export type Overlap = {
  readonly a: WayId;
  readonly b: WayId;
  /** Shared words ÷ all words of both. */
  readonly jaccard: number;
  readonly shared: readonly string[];
};

/** Lower case, NFC, without repetition. */
export function wordsOf(vocabulary: string): ReadonlySet<string> {
  return new Set(
    vocabulary
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+(?:[-'.+#][\p{L}\p{M}\p{N}]+)*/gu) ?? [],
  );
}

/** Shared words ÷ all words of both; 0 for two empty sets. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = a.intersection(b).size;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}

/** Pairs of siblings that share at least `limit` of their vocabulary, most first. */
export function findOverlaps(ways: ReadonlyMap<WayId, Way>, limit = MAX_OVERLAP): readonly Overlap[] {
  return siblingGroups(ways)
    .flatMap((group) => overlapsIn(group, ways, limit))
    .sort((x, y) => y.jaccard - x.jaccard || (x.a < y.a ? -1 : 1));
}

function overlapsIn(group: readonly WayId[], ways: ReadonlyMap<WayId, Way>, limit: number): readonly Overlap[] {
  const words = new Map(group.map((id) => [id, wordsOf(ways.get(id)?.vocabulary ?? "")]));
  const owners = new Map<string, WayId[]>();
  for (const [id, own] of words)
    for (const word of own) owners.set(word, [...(owners.get(word) ?? []).slice(0, MAX_SHARERS), id]);
  return group.flatMap((a) => {
    const own = words.get(a) ?? new Set<string>();
    const rivals = new Set([...own].flatMap((word) => neighbours(owners.get(word) ?? [], a)));
    return [...rivals].flatMap((b): Overlap[] => {
      const other = words.get(b) ?? new Set<string>();
      const overlap = jaccard(own, other);
      return overlap >= limit ? [{ a, b, jaccard: overlap, shared: [...own.intersection(other)] }] : [];
    });
  });
}

/** Each pair once, at its earlier id. */
function neighbours(sharers: readonly WayId[], a: WayId): readonly WayId[] {
  return sharers.length > MAX_SHARERS ? [] : sharers.filter((b) => a < b);
}
