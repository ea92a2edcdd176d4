// The roots core < packages < user < project merged into one library: the whole way of a later root replaces an earlier one with the
// same id; aliases alone, in a file or in locale rows, add to it (ADR-125). Parents are found after the merge.
import { parentAmong } from "./graph.ts";
import type { LocaleRow } from "./locale.ts";
import type { ParsedWay } from "./parse-way.ts";
import type { Alias, Origin, Way, WayId } from "./way.ts";

/** One root as it was read. */
export type Layer = {
  readonly origin: Origin;
  readonly ways: readonly ParsedWay[];
  /** Locale rows by the id of the folder they stand in, with or without a way beside them. */
  readonly locales: ReadonlyMap<WayId, readonly LocaleRow[]>;
};

/** Earlier layers first. In the order of ids, so that the library does not depend on how a disk lists its files. */
export function buildLibrary(layers: readonly Layer[]): ReadonlyMap<WayId, Way> {
  const ways = new Map<WayId, Way>();
  for (const { origin, ways: parsed, locales } of layers) {
    for (const { id, way, isExtension } of parsed) {
      const earlier = ways.get(id);
      if (way === null || (isExtension && !earlier)) continue;
      ways.set(id, earlier && isExtension ? extended(earlier, origin, way.aliases) : way);
    }
    for (const [id, rows] of locales) {
      const way = ways.get(id);
      const aliases = rows.flatMap((row) => row.aliases);
      if (way) ways.set(id, extended(way, origin, aliases));
    }
  }
  const ids = [...ways.keys()].sort();
  return new Map(
    ids.flatMap((id) => {
      const way = ways.get(id);
      return way ? [[id, { ...way, parent: parentAmong(id, ways) }] as const] : [];
    }),
  );
}

/** Labels of another root's aliases say which: `project ja`, `user alias 1`. */
function extended(way: Way, origin: Origin, more: readonly Alias[]): Way {
  const prefix = origin === way.origin ? "" : `${origin} `;
  const aliases = more.map(({ label, text }) => ({ label: prefix + label, text }));
  return { ...way, aliasOrigin: origin, aliases: [...way.aliases, ...aliases] };
}
