// Checks a record that a person wrote (frontmatter, configuration, a JSON row) against a table of fields.
// The tables are data: the same rows give unknown-key hints, the reference page and the JSON Schema.
import { type Diagnostic, nearest, type Severity } from "./diagnostics.ts";

/** 1-based line and column (UTF-16 units). */
export type Position = { readonly line: number; readonly column: number };

/** A plain value that remembers where it was written. */
export type Located = { readonly at: Position } & (
  | { readonly kind: "scalar"; readonly value: string | number | boolean | null; readonly source: string }
  | { readonly kind: "list"; readonly items: readonly Located[] }
  | { readonly kind: "map"; readonly entries: readonly Entry[] }
);
export type Entry = { readonly key: string; readonly at: Position; readonly value: Located };

export type Problem = {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly severity?: Severity;
  readonly at?: Position;
};
export type Report = (problem: Problem) => void;

export type JsonSchema = { readonly [key: string]: unknown };

export type Field<T> = {
  /** The type as people read it: "list of strings". */
  readonly type: string;
  readonly schema: JsonSchema;
  readonly fallback: T;
  readonly meaning: string;
  /** A key of earlier versions: accepted with a warning, its value is not used; says what to do. */
  readonly legacy?: string;
  /** Only from places the person controls, or after `ways trust`. */
  readonly needsTrust?: boolean;
  /** undefined: not usable, and reported. */
  readonly read: (value: Located, report: Report) => T | undefined;
};
export type Table = { readonly [key: string]: Field<unknown> };
export type Values<T extends Table> = { readonly [K in keyof T]: T[K] extends Field<infer V> ? V : never };

export type Checked<T extends Table> = {
  readonly values: Values<T>;
  /** Keys that were written and could be used. */
  readonly given: ReadonlySet<string>;
  /** Where each value stands: `key`, and `key[0]`, `key[1]` … for the items of a list. */
  readonly places: ReadonlyMap<string, Position>;
  readonly diagnostics: readonly Diagnostic[];
};

/** Every key of the table gets a value: the one written, or the row's fallback. Never throws on content. */
export function parseFields<T extends Table>(entries: readonly Entry[], table: T, file: string): Checked<T> {
  const diagnostics: Diagnostic[] = [];
  const places = new Map<string, Position>();
  const written = new Map<string, unknown>();
  for (const { key, at, value } of entries) {
    const report: Report = ({ severity = "error", code, message, hint, at: place = value.at }) =>
      diagnostics.push({ severity, code, file, ...place, message, ...(hint === undefined ? {} : { hint }) });
    const field = Object.hasOwn(table, key) ? table[key] : undefined;
    if (field === undefined) {
      report({ code: "unknown-key", at, message: `unknown key \`${key}\``, ...unknownKeyHint(key, table) });
      continue;
    }
    places.set(key, value.at);
    if (value.kind === "list") for (const [i, item] of value.items.entries()) places.set(`${key}[${i}]`, item.at);
    if (field.legacy !== undefined) {
      report({
        severity: "warning",
        code: "legacy-key",
        at,
        message: `\`${key}\` is no longer used`,
        hint: field.legacy,
      });
    } else if (value.kind === "scalar" && value.source.trim() === "") {
      report({ severity: "warning", code: "empty-value", at, message: `\`${key}\` has no value` });
    } else {
      const read = field.read(value, (problem) => report({ ...problem, message: `\`${key}\` ${problem.message}` }));
      if (read !== undefined) written.set(key, read);
    }
  }
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(table)) values[key] = written.has(key) ? written.get(key) : field.fallback;
  if (!isComplete(values, table)) throw new Error("every row of the table has a value");
  return { values, given: new Set(written.keys()), places, diagnostics };
}

/** The rows themselves guarantee each value's type; this guarantees that none is missing. */
function isComplete<T extends Table>(values: unknown, table: T): values is Values<T> {
  if (typeof values !== "object" || values === null) return false;
  for (const key of Object.keys(table)) if (!Object.hasOwn(values, key)) return false;
  return true;
}

function unknownKeyHint(key: string, table: Table): { readonly hint: string } {
  const current = Object.keys(table).filter((name) => table[name]?.legacy === undefined);
  const near = nearest(key, current);
  return {
    hint: near ? `did you mean \`${near}\`?` : `known keys: ${current.map((name) => `\`${name}\``).join(", ")}`,
  };
}

/** A value without positions of its own (a parsed JSON row): everything stands at `at`. Nesting beyond 16 levels reads as null. */
export function locate(value: unknown, at: Position, depth = 0): Located {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return { kind: "scalar", value, source: String(value), at };
  if (typeof value !== "object" || value === null || depth > 16) return { kind: "scalar", value: null, source: "", at };
  if (Array.isArray(value)) return { kind: "list", items: value.map((item) => locate(item, at, depth + 1)), at };
  const entries = Object.entries(value).map(([key, item]) => ({ key, at, value: locate(item, at, depth + 1) }));
  return { kind: "map", entries, at };
}
