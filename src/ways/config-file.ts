// The text of a configuration file (YAML) → one layer of configuration.
import type { Diagnostic } from "../diagnostics.ts";
import type { Entry } from "../validate.ts";
import { CONFIG_FIELDS, checkConfig } from "./config.ts";
import { buildDiagnostic } from "./rules.ts";
import { atTop, findTextProblem, normalizeText } from "./text.ts";
import { parseYaml } from "./yaml.ts";

export type ParsedConfig = {
  /** Keys that were written and can be used, for a `ConfigLayer`. */
  readonly entries: readonly Entry[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Never throws; an empty file configures nothing. */
export function parseConfig(text: string, file: string): ParsedConfig {
  const problem = findTextProblem(text);
  if (problem) return { entries: [], diagnostics: [atTop(file, problem)] };
  const { root, diagnostics } = parseYaml(normalizeText(text), file);
  if (root === null || (root.kind === "scalar" && root.value === null)) return { entries: [], diagnostics };
  if (root.kind !== "map") {
    const message = "the configuration must be `key: value` lines";
    return { entries: [], diagnostics: [...diagnostics, buildDiagnostic("yaml-syntax", { file, message })] };
  }
  const checked = checkConfig(root.entries.flatMap(dotted), file);
  return { entries: checked.entries, diagnostics: [...diagnostics, ...checked.diagnostics] };
}

/** `lanes: {command: false}` → `lanes.command`. */
function dotted(entry: Entry): readonly Entry[] {
  const { key, value } = entry;
  const isGroup = Object.keys(CONFIG_FIELDS).some((name) => name.startsWith(`${key}.`));
  return isGroup && value.kind === "map"
    ? value.entries.map((inner) => ({ ...inner, key: `${key}.${inner.key}` }))
    : [entry];
}
