// Reads a fixture folder as the store would: ways, locale rows, golden prompts and, if there is one, a configuration.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Diagnostic } from "../../src/diagnostics.ts";
import type { ConfigLayer } from "../../src/ways/config.ts";
import { parseConfig } from "../../src/ways/config-file.ts";
import { type Golden, parseGolden } from "../../src/ways/golden.ts";
import { lintConfig } from "../../src/ways/lint/config.ts";
import { lintNames } from "../../src/ways/lint/names.ts";
import { byPlace, lintLibrary } from "../../src/ways/lint.ts";
import { type LocaleRow, parseLocales } from "../../src/ways/locale.ts";
import { type ParsedWay, parseWay } from "../../src/ways/parse-way.ts";
import { decodeText } from "../../src/ways/text.ts";
import { buildLibrary, type Layer } from "../../src/ways/tree.ts";
import { type Origin, type WayId, wayId } from "../../src/ways/way.ts";

export type FixtureLibrary = {
  readonly layer: Layer;
  readonly golden: ReadonlyMap<WayId, Golden>;
  readonly diagnostics: readonly Diagnostic[];
};

function readFixture(root: string, origin: Origin = "project"): FixtureLibrary {
  const ways: ParsedWay[] = [];
  const locales = new Map<WayId, readonly LocaleRow[]>();
  const golden = new Map<WayId, Golden>();
  const config: ConfigLayer[] = [];
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
  const diagnostics = [...lintNames(files, (path) => path)];
  for (const file of files) {
    const id = wayId(dirname(file));
    const stem = basename(id);
    const { text, problem } = decodeText(readFileSync(join(root, file)));
    if (problem) diagnostics.push({ severity: "error", file, line: 1, column: 1, ...problem });
    else if (basename(file) === `${stem}.md`) ways.push(parseWay({ id, parent: null, origin, file, text }));
    else if (basename(file) === `${stem}.locales.jsonl`) {
      const parsed = parseLocales(text, file);
      locales.set(id, parsed.rows);
      diagnostics.push(...parsed.diagnostics);
    } else if (basename(file) === `${stem}.golden.jsonl`) golden.set(id, parseGolden(text, file));
    else if (file === "config.yaml") {
      const parsed = parseConfig(text, file);
      config.push({ origin: file, entries: parsed.entries, isTrusted: true });
      diagnostics.push(...parsed.diagnostics);
    }
  }
  for (const found of [...ways, ...golden.values()]) diagnostics.push(...found.diagnostics);
  const layer = { origin, ways, locales };
  for (const file of config) diagnostics.push(...lintConfig(file, buildLibrary([layer])));
  return { layer, golden, diagnostics };
}

/** Golden prompts count as read only where a fixture has some, so that most fixtures need none. */
export function lintFixture(root: string, isGoldenRead = false): readonly Diagnostic[] {
  const { layer, golden, diagnostics } = readFixture(root);
  const found = lintLibrary([layer], isGoldenRead || golden.size > 0 ? golden : null);
  return [...diagnostics, ...found].sort(byPlace);
}
