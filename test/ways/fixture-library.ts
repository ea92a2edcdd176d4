// What lint says about a fixture folder: ways, what lies beside them and, if there is one, a configuration.
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Diagnostic } from "../../src/diagnostics.ts";
import { readLayer } from "../../src/store/layers.ts";
import { parseConfig } from "../../src/ways/config-file.ts";
import { lintConfig } from "../../src/ways/lint/config.ts";
import { byPlace, lintLibrary } from "../../src/ways/lint.ts";
import { buildLibrary, type Layer } from "../../src/ways/tree.ts";

/** Golden prompts count as read only where a fixture has some, so that most fixtures need none. */
export function lintFixture(root: string): readonly Diagnostic[] {
  const label = (path: string) => relative(root, path).replaceAll("\\", "/");
  const { layer, golden, diagnostics } = readLayer("project", root, null, label, true);
  const found = lintLibrary([layer], golden.size > 0 ? golden : null);
  return [...diagnostics, ...lintConfigIn(root, layer), ...found].sort(byPlace);
}

function lintConfigIn(root: string, layer: Layer): readonly Diagnostic[] {
  const origin = "config.yaml";
  const path = join(root, origin);
  if (!existsSync(path)) return [];
  const { entries, diagnostics } = parseConfig(readFileSync(path, "utf8"), origin);
  return [...diagnostics, ...lintConfig({ origin, entries, isTrusted: true }, buildLibrary([layer]))];
}
