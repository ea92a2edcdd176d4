// The ways of one scope with the texts that are embedded: read, merged over the earlier roots, linted, in the configured languages.
import { failedFiles } from "../ways/inclusion.ts";
import { keepLanguages } from "../ways/languages.ts";
import { buildLibrary, type Layer } from "../ways/tree.ts";
import type { Way } from "../ways/way.ts";
import type { ReadLayer } from "./layers.ts";

export type ScopeWays = {
  readonly ways: readonly Way[];
  /** Way files that failed lint. */
  readonly failed: readonly string[];
  /** True when it adds aliases to ways of earlier roots. */
  readonly extends: boolean;
};

/** `roots`: the layers of the scope; `earlier`: those below them. Texts in other languages than `languages` are left out. */
export function readScopeWays(
  roots: readonly ReadLayer[],
  earlier: readonly Layer[],
  languages: readonly string[],
): ScopeWays {
  const layers = roots.map(({ layer }) => layer);
  const ways = buildLibrary([...earlier, ...layers]);
  const failed = new Set(roots.flatMap(({ layer, diagnostics }) => [...failedFiles(layer, ways, diagnostics)]));
  const origins = new Set(layers.map(({ origin }) => origin));
  const own = [...ways.values()].filter((way) => origins.has(way.aliasOrigin) && !failed.has(way.file));
  return {
    ways: own.flatMap((way) => {
      const aliases = keepLanguages(way.aliases, languages);
      return aliases.length === 0 ? [] : [{ ...way, aliases }];
    }),
    failed: [...failed].sort(),
    extends: layers.some(isExtending),
  };
}

function isExtending({ ways, locales }: Layer): boolean {
  const ids = new Set(ways.flatMap(({ id, isExtension }) => (isExtension ? [] : [id])));
  return ways.some((parsed) => parsed.isExtension) || [...locales.keys()].some((id) => !ids.has(id));
}
