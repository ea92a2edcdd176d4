// Kinds of values that only ways have: regexes, file entries, states, conditions.
import type { Field, Located, Report } from "../validate.ts";
import { parseFileTrigger } from "./file-trigger.ts";
import { itemsOf, numberOf, splitCommas, textOf, wrong } from "./kinds.ts";
import { checkPattern } from "./pattern-check.ts";
import type { PatternReader } from "./pattern-reader.ts";
import type { Pattern } from "./regex.ts";
import type { FileTrigger, When } from "./way.ts";

const TRIGGERS = ["session-start", "context-threshold", "file-exists"] as const;
export type TriggerName = (typeof TRIGGERS)[number];

/** `trigger:` may be a word, with `threshold` and `path` beside it, or a map that holds them. */
export type TriggerValue = { readonly name: TriggerName; readonly threshold?: number; readonly path?: string };

export function patterns(meaning: string, reader: PatternReader): Field<readonly Pattern[]> {
  return {
    type: "regex or list",
    schema: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    fallback: [],
    meaning,
    read: (value, report) =>
      eachText(value, report, (line, reportAt) => {
        if (/^\/.*\/[a-z]*$/.test(line))
          reportAt({
            severity: "warning",
            code: "regex-slashes",
            message: `\`${line}\` stands between slashes, which belong to the pattern here`,
            hint: `write \`${line.replace(/^\/(.*)\/[a-z]*$/, "$1")}\``,
          });
        return checkPattern(backspaceToEdge(line, reportAt), reportAt, reader);
      }),
  };
}

export function files(meaning: string, reader: PatternReader): Field<readonly FileTrigger[]> {
  return {
    type: "glob or regex, or list",
    schema: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    fallback: [],
    meaning,
    read: (value, report) => {
      const split = value.kind === "scalar" ? splitScalar(value) : value;
      return eachText(split, report, (line, reportAt) =>
        parseFileTrigger(backspaceToEdge(line, reportAt), reportAt, reader),
      );
    },
  };
}

/** `a.ts, b.ts` is a list; a single regex between slashes is not. */
function splitScalar(value: Located & { readonly kind: "scalar" }): Located {
  if (/^\/.*\/$/.test(value.source)) return value;
  const items = splitCommas(value.source).map((source): Located => ({ ...value, value: source, source }));
  return items.length > 1 ? { kind: "list", items, at: value.at } : value;
}

/** Reads every text of a string or list; what cannot be used is left out, so that one bad entry never costs the others. */
function eachText<T>(value: Located, report: Report, read: (line: string, report: Report) => T | null): readonly T[] {
  const items = value.kind === "list" ? value.items : [value];
  return items.flatMap((item) => {
    const reportAt: Report = (problem) => report({ at: item.at, ...problem });
    const [line] = itemsOf(item.kind === "list" ? item : { kind: "list", items: [item], at: item.at }, reportAt) ?? [];
    return line === undefined ? [] : (read(line, reportAt) ?? []);
  });
}

/** YAML turns `\b` in double quotes into a backspace, which no text holds. */
function backspaceToEdge(line: string, report: Report): string {
  if (!line.includes("\b")) return line;
  const meant = line.replaceAll("\b", "\\b");
  report({
    severity: "warning",
    code: "double-quoted-escape",
    message: "holds `\\b` in double quotes, a backspace in YAML; it is read as a word edge here",
    hint: `write '${meant}' in single quotes`,
  });
  return meant;
}

export function when(meaning: string): Field<When | null> {
  const schema = {
    type: "object",
    properties: { project: { type: "string" }, file_exists: { type: "string" } },
    additionalProperties: false,
  };
  return {
    type: "map of `project`, `file_exists`",
    schema,
    fallback: null,
    meaning,
    read: (value, report) => {
      if (value.kind !== "map") return wrong(report, value, "a map of `project: <path>` and `file_exists: <path>`");
      const texts = new Map<string, string>();
      for (const { key, at, value: item } of value.entries) {
        const line = textOf(item, report);
        if (key !== "project" && key !== "file_exists")
          report({ code: "unknown-key", at, message: `has no \`${key}\``, hint: "known: `project`, `file_exists`" });
        else if (line) texts.set(key, line);
      }
      const [project, fileExists] = [texts.get("project"), texts.get("file_exists")];
      return { ...(project === undefined ? {} : { project }), ...(fileExists === undefined ? {} : { fileExists }) };
    },
  };
}

export function trigger(meaning: string): Field<TriggerValue | null> {
  const list = TRIGGERS.map((name) => `\`${name}\``).join(", ");
  return {
    type: list,
    schema: { enum: TRIGGERS },
    fallback: null,
    meaning,
    read: (value, report) => {
      const nameOf = (source: string) => TRIGGERS.find((name) => name === source);
      if (value.kind === "scalar") {
        const name = nameOf(value.source);
        return name ? { name } : wrong(report, value, `one of ${list}`);
      }
      if (value.kind !== "map") return wrong(report, value, `one of ${list}`);
      return triggerMap(value, report, nameOf) ?? wrong(report, value, `one of ${list}`);
    },
  };
}

/** Older spellings: `{type: context-threshold, threshold: 80}` and `{context-threshold: 80}`. */
function triggerMap(
  value: Located & { readonly kind: "map" },
  report: Report,
  nameOf: (source: string) => TriggerName | undefined,
): TriggerValue | undefined {
  let result: Partial<TriggerValue> = {};
  for (const { key, value: item } of value.entries) {
    const own =
      nameOf(key) ?? (item.kind === "scalar" && /^(?:type|kind|name|on)$/.test(key) ? nameOf(item.source) : undefined);
    if (own) result = { ...result, name: own };
    if (key === "threshold" || key === "context-threshold") {
      const threshold = numberOf(item, report, { min: 0, max: 100 });
      if (threshold !== undefined) result = { ...result, threshold };
    }
    if (key === "path" || key === "file-exists") {
      const path = textOf(item, report);
      if (path !== undefined) result = { ...result, path };
    }
  }
  return result.name === undefined ? undefined : { ...result, name: result.name };
}

export function redisclose(meaning: string): Field<number | "never"> {
  return {
    type: "whole number 1–100, or `never`",
    schema: { anyOf: [{ type: "integer", minimum: 1, maximum: 100 }, { enum: ["never"] }] },
    fallback: 25,
    meaning,
    read: (value, report) =>
      value.kind === "scalar" && value.value === "never"
        ? "never"
        : numberOf(value, report, { min: 1, max: 100, integer: true }),
  };
}
