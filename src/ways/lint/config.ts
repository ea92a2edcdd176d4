// Names in a configuration that name nothing here: well written, and without any effect.
import { type Diagnostic, nearest } from "../../diagnostics.ts";
import { parseLabel } from "../alias-label.ts";
import { type ConfigLayer, isDisabled } from "../config.ts";
import { namesIn } from "../kinds.ts";
import { keepLanguages } from "../languages.ts";
import { buildDiagnostic } from "../rules.ts";
import type { Way, WayId } from "../way.ts";

/** `ways`: all that may be shown where the configuration holds. */
export function lintConfig(layer: ConfigLayer, ways: ReadonlyMap<WayId, Way>): readonly Diagnostic[] {
  const ids = [...ways.keys()];
  const rows = [...ways.values()].flatMap(({ aliases }) => aliases.filter(({ label }) => languageOf(label) !== null));
  return [
    ...findMissing(layer, "disabled", {
      isKnown: (name) => ids.some((id) => isDisabled({ disabled: [name] }, id)),
      known: ids.flatMap(withFolders),
      message: (name) => `there is no way and no folder \`${name}\` here`,
      hint: "`ways list` names them all",
    }),
    ...findMissing(layer, "languages", {
      isKnown: (name) => keepLanguages(rows, [name]).length > 0,
      known: [], // two letters are within two letters of any other two
      message: (name) => `no way here has a row in \`${name}\``,
      hint: "write language tags, as `ja` or `pt-BR`",
    }),
  ];
}

type Names = {
  readonly isKnown: (name: string) => boolean;
  readonly known: readonly string[];
  readonly message: (name: string) => string;
  readonly hint: string;
};

function findMissing({ origin, entries }: ConfigLayer, key: string, names: Names): readonly Diagnostic[] {
  const written = entries.flatMap((entry) => (entry.key === key ? namesIn(entry.value, () => {}, "") : []));
  return written
    .filter(({ name }) => !names.isKnown(name))
    .map(({ name, at }) => {
      const near = nearest(name, new Set(names.known));
      const hint = near === undefined ? names.hint : `did you mean \`${near}\`?`;
      return buildDiagnostic("config-missing", { file: origin, ...at, message: names.message(name), hint });
    });
}

/** `a/b/c` → `a/b/c`, `a/b`, `a`. */
function withFolders(id: string): readonly string[] {
  const end = id.lastIndexOf("/");
  return end < 0 ? [id] : [id, ...withFolders(id.slice(0, end))];
}

function languageOf(label: string): string | null {
  return parseLabel(label).lang;
}
