// Lines of JSON objects beside a way (`.locales.jsonl`, `.golden.jsonl`), each checked against a table of fields.
import type { Diagnostic } from "../diagnostics.ts";
import { locate, parseFields, type Table, type Values } from "../validate.ts";
import { buildDiagnostic } from "./rules.ts";
import { atTop, findTextProblem, normalizeText } from "./text.ts";

export type Row<T extends Table> = {
  readonly values: Values<T>;
  /** Keys that were written and could be used. */
  readonly given: ReadonlySet<string>;
  readonly line: number;
};

export type Rows<T extends Table> = { readonly rows: readonly Row<T>[]; readonly diagnostics: readonly Diagnostic[] };

/** Blank lines are skipped, broken ones reported. A row is left out if it lacks a key of `required`. Never throws. */
export function parseRows<T extends Table>(
  text: string,
  file: string,
  table: T,
  required: readonly (keyof T & string)[],
): Rows<T> {
  const problem = findTextProblem(text);
  if (problem) return { rows: [], diagnostics: [atTop(file, problem)] };
  const diagnostics: Diagnostic[] = [];
  const rows = normalizeText(text)
    .split("\n")
    .flatMap((content, i): Row<T>[] => {
      const at = { line: i + 1, column: 1 };
      if (content.trim() === "") return [];
      const value = parseJson(content);
      const row = value === undefined ? null : locate(value, at);
      if (row?.kind !== "map") {
        diagnostics.push(buildDiagnostic("json-syntax", { file, ...at, message: "this line is not one JSON object" }));
        return [];
      }
      const { values, given, places, diagnostics: found } = parseFields(row.entries, table, file);
      diagnostics.push(...found);
      const missing = required.filter((key) => !given.has(key));
      for (const key of missing.filter((k) => !places.has(k)))
        diagnostics.push(buildDiagnostic("wrong-type", { file, ...at, message: `\`${key}\` is missing` }));
      return missing.length > 0 ? [] : [{ values, given, line: i + 1 }];
    });
  return { rows, diagnostics };
}

/** undefined: no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
