// The text of a configuration file (YAML) → one layer of configuration.
import type { Diagnostic } from "../diagnostics.ts";
import { type Entry, type Field, parseFields } from "../validate.ts";
import { CONFIG_FIELDS, checkConfig } from "./config.ts";
import { wrong } from "./kinds.ts";
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
  const [grouped = [], plain = []] = [true, false].map((is) => root.entries.filter((e) => GROUPS.has(e.key) === is));
  const groups = parseFields(grouped, Object.fromEntries(GROUPS), file);
  const checked = checkConfig([...plain, ...Object.values(groups.values).flat()], file);
  return { entries: checked.entries, diagnostics: [...diagnostics, ...groups.diagnostics, ...checked.diagnostics] };
}

/** `lanes: {command: false}` → `lanes.command`. */
const GROUPS: ReadonlyMap<string, Field<readonly Entry[]>> = new Map(
  [...Map.groupBy(Object.keys(CONFIG_FIELDS), (key) => key.split(".", 1)[0] ?? "")].flatMap(([group, keys]) =>
    keys.includes(group)
      ? []
      : [
          [
            group,
            groupOf(
              keys.map((key) => key.slice(group.length + 1)),
              group,
            ),
          ],
        ],
  ),
);

function groupOf(keys: readonly string[], group: string): Field<readonly Entry[]> {
  const type = `a map of ${keys.map((key) => `\`${key}\``).join(", ")}`;
  return {
    type,
    schema: { type: "object" },
    fallback: [],
    meaning: "",
    read: (value, report) =>
      value.kind === "map"
        ? value.entries.map((inner) => ({ ...inner, key: `${group}.${inner.key}` }))
        : wrong(report, value, type, `write \`${group}: {${keys[0]}: …}\``),
  };
}
