// The text of a configuration file (YAML) → one layer of configuration.
import type { Diagnostic } from "../diagnostics.ts";
import type { Entry } from "../validate.ts";
import { CONFIG_FIELDS, checkConfig } from "./config.ts";
import { foundText } from "./kinds.ts";
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
  const parts = root.entries.map((entry) => readEntry(entry, file));
  return {
    entries: parts.flatMap((part) => part.entries),
    diagnostics: [...diagnostics, ...parts.flatMap((part) => part.diagnostics)],
  };
}

/** `lanes: {command: false}` is `lanes.command`. */
function readEntry(entry: Entry, file: string): ParsedConfig {
  const { key, at, value } = entry;
  const inner = Object.keys(CONFIG_FIELDS).flatMap((name) =>
    name.startsWith(`${key}.`) ? [name.slice(key.length + 1)] : [],
  );
  if (inner.length === 0) return checkConfig([entry], file);
  if (value.kind === "map") {
    const entries = value.entries.map((one) => ({ ...one, key: `${key}.${one.key}` }));
    return checkConfig(entries, file);
  }
  const isEmpty = value.kind === "scalar" && value.source.trim() === "";
  const list = inner.map((name) => `\`${name}\``).join(", ");
  const problem = isEmpty
    ? buildDiagnostic("empty-value", { file, ...at, message: `\`${key}\` has no value` })
    : buildDiagnostic("wrong-type", {
        file,
        ...value.at,
        message: `\`${key}\` must be a map of ${list}, found ${foundText(value)}`,
        hint: `write \`${key}: {${inner[0]}: …}\``,
      });
  return { entries: [], diagnostics: [problem] };
}
