// The kinds of values that tables of fields are made of: text, lists, numbers, choices. Each reads one located value.
import type { Field, JsonSchema, Located, Position, Report } from "../validate.ts";

type Row<T> = { readonly fallback: T; readonly meaning: string; readonly needsTrust?: boolean };

const TEXT: JsonSchema = { type: "string" };
const TEXTS: JsonSchema = { type: "array", items: TEXT };

export function text(row: Row<string>): Field<string> {
  return { ...row, type: "string", schema: TEXT, read: (value, report) => textOf(value, report) };
}

/** One string, or a list joined by spaces. */
export function words(row: Row<string>): Field<string> {
  return {
    ...row,
    type: "string or list",
    schema: { anyOf: [TEXT, TEXTS] },
    read: (value, report) => itemsOf(value, report)?.join(" "),
  };
}

export function texts(row: Row<readonly string[]>): Field<readonly string[]> {
  return {
    ...row,
    type: "list of strings",
    schema: TEXTS,
    read: (value, report) =>
      value.kind === "list"
        ? itemsOf(value, report)
        : wrong(report, value, "a list of strings", "write one `- …` line for each"),
  };
}

/** A list, or one string with commas; `allowed`: the only names that count. */
export function names<N extends string>(
  row: Row<readonly N[]> & { readonly isName: (text: string) => text is N; readonly allowed?: readonly N[] },
): Field<readonly N[]> {
  const { isName, allowed, ...rest } = row;
  const item: JsonSchema = allowed ? { enum: allowed } : TEXT;
  const list = allowed?.map((name) => `\`${name}\``).join(", ");
  const expected = `made of ${list ?? "names"}`;
  return {
    ...rest,
    type: list === undefined ? "list or comma string" : `list or comma string of ${list}`,
    schema: { anyOf: [TEXT, { type: "array", items: item }] },
    read: (value, report) => {
      const found = namesIn(value, report, expected).map(({ name }) => name);
      const good = found.filter(isName);
      const bad = found.filter((name) => !isName(name));
      if (bad.length > 0) wrong(report, value, expected, undefined, bad.join(", "));
      return good.length > 0 || (value.kind === "list" && value.items.length === 0) ? good : undefined;
    },
  };
}

export function flag(row: Row<boolean>): Field<boolean> {
  return {
    ...row,
    type: "true or false",
    schema: { type: "boolean" },
    read: (value, report) =>
      value.kind === "scalar" && typeof value.value === "boolean"
        ? value.value
        : wrong(report, value, "`true` or `false`"),
  };
}

type Range = { readonly min: number; readonly max: number; readonly integer?: boolean };

export function amount<T extends number | null>(row: Row<T> & Range): Field<T | number> {
  const { min, max, integer = false, ...rest } = row;
  const type = `${integer ? "whole number" : "number"} ${min}–${max}`;
  return {
    ...rest,
    type,
    schema: { type: integer ? "integer" : "number", minimum: min, maximum: max },
    read: (value, report) => numberOf(value, report, { min, max, integer }),
  };
}

export function choice<T extends string | null>(row: Row<T> & { readonly options: readonly (T & string)[] }): Field<T> {
  const { options, ...rest } = row;
  const list = options.map((option) => `\`${option}\``).join(" or ");
  return {
    ...rest,
    type: list,
    schema: { enum: options },
    read: (value, report) =>
      (value.kind === "scalar" ? options.find((option) => option === value.value) : undefined) ??
      wrong(report, value, list),
  };
}

/** A key of earlier versions. */
export function legacy(hint: string): Field<null> {
  return { type: "legacy", schema: {}, fallback: null, meaning: "no longer used", legacy: hint, read: () => undefined };
}

/** Any scalar is text as it was written; `404` and `yes` need no quotes. */
export function textOf(value: Located, report: Report): string | undefined {
  if (value.kind === "scalar") return value.source.trim();
  const [only, ...more] = value.kind === "map" ? value.entries : [];
  if (only?.value.kind === "scalar" && more.length === 0) {
    const whole = `${only.key}: ${only.value.source}`.trim();
    report({
      severity: "warning",
      code: "unquoted-colon",
      at: value.at,
      message: `holds \`: \` and is read as \`${whole}\``,
      hint: "put the value in quotes",
    });
    return whole;
  }
  return wrong(report, value, "a string");
}

/** The strings of a list or of one string. Items that are no text are reported and left out. */
export function itemsOf(value: Located, report: Report): string[] | undefined {
  if (value.kind !== "list") {
    const one = textOf(value, report);
    return one === undefined ? undefined : [one];
  }
  return value.items.flatMap((item) => {
    const one = textOf(item, report);
    if (one === "") reportEmpty(report, item);
    return one || [];
  });
}

/** The names of a list, or of one string with commas: what is no text or empty is reported as not `expected` and left out. */
export function namesIn(
  value: Located,
  report: Report,
  expected: string,
): readonly { readonly name: string; readonly at: Position }[] {
  const items = value.kind === "list" ? value.items : [value];
  return items.flatMap((item) => {
    if (item.kind !== "scalar") return wrong(report, item, expected, "write them with commas between") ?? [];
    const written = value.kind === "list" ? [item.source.trim()] : splitCommas(item.source);
    const found = written.filter((name) => name !== "");
    if (found.length === 0) reportEmpty(report, item);
    return found.map((name) => ({ name, at: item.at }));
  });
}

function reportEmpty(report: Report, { at }: Located): void {
  report({ severity: "warning", code: "empty-value", at, message: "holds an empty entry" });
}

/** Commas inside brackets of any kind belong to the item: `src/*.{ts,tsx}`, `a{1,2}`. */
export function splitCommas(line: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let item = "";
  for (const c of line) {
    if ("([{".includes(c)) depth++;
    if (")]}".includes(c)) depth = Math.max(0, depth - 1);
    if (c === "," && depth === 0) {
      items.push(item.trim());
      item = "";
    } else item += c;
  }
  return [...items, item.trim()];
}

export function numberOf(value: Located, report: Report, range: Range): number | undefined {
  const { min, max, integer = false } = range;
  const kind = integer ? "a whole number" : "a number";
  const n = value.kind === "scalar" ? value.value : undefined;
  if (typeof n !== "number") return wrong(report, value, kind, decimalHint(value));
  if (Number.isFinite(n) && n >= min && n <= max && (!integer || Number.isInteger(n))) return n;
  report({ code: "wrong-value", at: value.at, message: `must be ${kind} from ${min} to ${max}, found ${n}` });
  return undefined;
}

function decimalHint(value: Located): string | undefined {
  const source = value.kind === "scalar" ? value.source.replace(",", ".") : "";
  return source !== "" && Number.isFinite(Number(source))
    ? `write \`${source}\`, with a point and without quotes`
    : undefined;
}

/** Reports a wrong type; the result is undefined so that a `read` can return it. */
export function wrong(
  report: Report,
  value: Located,
  expected: string,
  hint?: string,
  found = foundText(value),
): undefined {
  const problem = { code: "wrong-type", at: value.at, message: `must be ${expected}, found ${found}` };
  report(hint === undefined ? problem : { ...problem, hint });
  return undefined;
}

export function foundText(value: Located): string {
  if (value.kind !== "scalar") return `a ${value.kind}`;
  const source = value.source.length > 40 ? `${value.source.slice(0, 40)}…` : value.source;
  return typeof value.value === "string" ? `the text \`${source}\`` : `\`${source}\``;
}
