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

/** `earlier`: the layers below this one. Texts in other languages than `languages` are left out. */
export function readScopeWays(
  { layer, diagnostics }: ReadLayer,
  earlier: readonly Layer[],
  languages: readonly string[],
): ScopeWays {
  const ways = buildLibrary([...earlier, layer]);
  const failed = failedFiles(layer, ways, diagnostics);
  const own = [...ways.values()].filter((way) => way.aliasOrigin === layer.origin && !failed.has(way.file));
  const ids = new Set(layer.ways.flatMap(({ id, isExtension }) => (isExtension ? [] : [id])));
  return {
    ways: own.flatMap((way) => {
      const aliases = keepLanguages(way.aliases, languages);
      return aliases.length === 0 ? [] : [{ ...way, aliases }];
    }),
    failed: [...failed].sort(),
    extends: layer.ways.some((parsed) => parsed.isExtension) || [...layer.locales.keys()].some((id) => !ids.has(id)),
  };
}
