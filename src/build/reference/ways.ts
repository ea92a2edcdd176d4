// Reference of what authors write: frontmatter, rows beside a way, the manifest of a package, rules of lint.

import type { Field, Table } from "../../validate.ts";
import { FIELDS } from "../../ways/fields.ts";
import { FIXABLE } from "../../ways/fix.ts";
import { GOLDEN_FIELDS } from "../../ways/golden.ts";
import { LOCALE_FIELDS } from "../../ways/locale.ts";
import { MIGRATED } from "../../ways/migrate.ts";
import { PACKAGE_FIELDS } from "../../ways/package-manifest.ts";
import { RULES, type Rule } from "../../ways/rules.ts";
import { FINDING_CODES } from "../../wiring/finding-codes.ts";
import { code, renderTable } from "./markdown.ts";

export function wayBlocks(): ReadonlyMap<string, string> {
  return new Map([
    ["frontmatter", fieldTable(FIELDS)],
    ["locales", fieldTable(LOCALE_FIELDS)],
    ["golden", fieldTable(GOLDEN_FIELDS)],
    ["manifest", fieldTable(PACKAGE_FIELDS)],
    ["rules", ruleTable()],
  ]);
}

export function fieldTable(fields: Table): string {
  const rows = Object.entries(fields).map(([key, field]) => [
    code(key),
    field.type,
    defaultOf(field),
    field.legacy === undefined ? field.meaning : `${field.meaning}: ${field.legacy}`,
  ]);
  return renderTable(["Key", "Type", "Default", "Meaning"], rows);
}

function defaultOf({ fallback }: Field<unknown>): string {
  const isNothing = fallback === null || fallback === "" || (Array.isArray(fallback) && fallback.length === 0);
  return isNothing ? "–" : code(Array.isArray(fallback) ? fallback.join(", ") : String(fallback));
}

function ruleTable(): string {
  const rules: Readonly<Record<string, Rule>> = RULES;
  const rows = [...FINDING_CODES].map(([id, meaning]) => {
    const { severity = "warning", costs = "nothing" } = rules[id] ?? {};
    const repair = FIXABLE.has(id) ? "`ways lint --fix`" : MIGRATED.has(id) ? "`ways migrate`" : "";
    return [code(id), severity === "info" ? "note" : severity, costs, meaning, repair];
  });
  return renderTable(["Code", "Severity", "Costs", "Rule", "Repaired by"], rows);
}

/** For editors that complete frontmatter. */
export function frontmatterSchema(): string {
  const properties = Object.entries<Field<unknown>>(FIELDS).map(([key, { schema, meaning, legacy, fallback }]) => [
    key,
    {
      description: meaning,
      ...schema,
      ...(legacy === undefined
        ? fallback === null || fallback === ""
          ? {}
          : { default: fallback }
        : { deprecated: true }),
    },
  ]);
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Frontmatter of a way",
    description: "What stands between the two `---` lines of a way for coding agents",
    type: "object",
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
