// The text of one file → a way. Whatever is wrong becomes a diagnostic; a broken trigger costs that trigger, not the way.
import type { Diagnostic } from "../diagnostics.ts";
import { type Entry, type Position, parseFields, type Values } from "../validate.ts";
import { FIELDS, type Fields } from "./fields.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import { blankComments, hasText, parseSections, parseSeeAlso, type Section } from "./markdown.ts";
import { buildDiagnostic, type RuleCode } from "./rules.ts";
import { atTop, findTextProblem } from "./text.ts";
import { type Alias, type Origin, type StateTrigger, type Way, type WayId, wayId } from "./way.ts";

export type WayInput = {
  readonly id: WayId;
  /** As far as the reader knows; `buildLibrary` decides after all roots are merged. */
  readonly parent: WayId | null;
  readonly origin: Origin;
  readonly file: string;
  readonly text: string;
};

export type ParsedWay = {
  readonly id: WayId;
  readonly origin: Origin;
  readonly file: string;
  /** null: the file cannot be used at all, and an error says why. */
  readonly way: Way | null;
  /** Frontmatter with nothing but `aliases`, and no text: under an id of an earlier root it adds to that way (ADR-125). */
  readonly isExtension: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Where each value stands, for later rules: `pattern`, `aliases[2]`. */
  readonly places: ReadonlyMap<string, Position>;
  /** Line of the file at which the body begins, and lines of the whole file. */
  readonly bodyLine: number;
  readonly lines: number;
  readonly sections: readonly Section[];
};

/** Never throws. */
export function parseWay({ id, parent, origin, file, text }: WayInput, fields: Fields = FIELDS): ParsedWay {
  const nothing = {
    id,
    origin,
    file,
    way: null,
    isExtension: false,
    places: new Map(),
    bodyLine: 1,
    lines: 0,
    sections: [],
  };
  const unreadable = findTextProblem(text);
  if (unreadable) return { ...nothing, diagnostics: [atTop(file, unreadable)] };
  const { entries, body: written, bodyLine, diagnostics } = parseFrontmatter(text, file);
  if (entries === null) return { ...nothing, diagnostics };
  const { values, given, places, diagnostics: fieldProblems } = parseFields(entries, fields, file);
  const report = (code: RuleCode, key: string, message: string, hint: string) =>
    found.push(buildDiagnostic(code, { file, ...places.get(key), message, hint }));
  const found: Diagnostic[] = [...diagnostics, ...fieldProblems];
  if (stemOf(file) !== id.split("/").at(-1))
    report(
      "stem-differs",
      "",
      `\`${stemOf(file)}.md\` is not called like its folder`,
      `call it \`${id.split("/").at(-1)}.md\``,
    );
  const body = blankComments(written);
  const sections = parseSections(body);
  const way: Way = {
    id,
    parent,
    origin,
    aliasOrigin: origin,
    file,
    triggers: {
      pattern: values.pattern,
      commands: values.commands,
      files: values.files,
      errors: values.errors,
      state: stateOf(values, places, report),
    },
    bar: barOf(values, entries, report),
    scope: values.scope,
    when: values.when,
    requiresParent: values.requires_parent,
    macro: values.macro,
    redisclose: values.redisclose,
    stages: values.stages,
    seeAlso: parseSeeAlso(sections).links.map((link) => wayId(link.id)),
    description: values.description,
    vocabulary: values.vocabulary,
    aliases: aliasesOf(values.description, values.vocabulary, values.aliases),
    body,
  };
  const isEmpty = !hasText(body);
  const isExtension = isEmpty && given.size === 1 && given.has("aliases");
  if (isEmpty && !isExtension)
    report(
      "body-empty",
      "",
      "the way has no text to show",
      "write what an agent should be reminded of when it comes up",
    );
  return {
    id,
    origin,
    file,
    way: isEmpty && !isExtension ? null : way,
    isExtension,
    diagnostics: found,
    places,
    bodyLine,
    lines: lineCount(body) + bodyLine - 1,
    sections,
  };
}

/** ADR-125: the canonical text first, then each further phrasing under its own label. */
export function aliasesOf(
  description: string,
  vocabulary: string,
  more: readonly string[],
  prefix = "",
): readonly Alias[] {
  const canonical = [description, vocabulary].filter((text) => text !== "").join(" ");
  const label = (text: string) => (prefix === "" ? text : `${prefix} ${text}`);
  return [
    ...(canonical === "" ? [] : [{ label: prefix || "canonical", text: canonical }]),
    ...more.map((text, i) => ({ label: label(`alias ${i + 1}`), text })),
  ];
}

type FieldValues = Values<Fields>;
type ReportAt = (code: RuleCode, key: string, message: string, hint: string) => void;

function stateOf(values: FieldValues, places: ReadonlyMap<string, Position>, report: ReportAt): StateTrigger | null {
  const { trigger } = values;
  const threshold = trigger?.threshold ?? values.threshold;
  const path = trigger?.path ?? values.path;
  if (trigger?.name !== "context-threshold" && places.has("threshold"))
    report(
      "legacy-threshold",
      "threshold",
      "`threshold` was a bar of BM25 and is not used",
      "`ways migrate` removes it",
    );
  if (trigger?.name !== "file-exists" && places.has("path"))
    report("unused-key", "path", "`path` does nothing here", "it belongs to `trigger: file-exists`");
  switch (trigger?.name) {
    case "session-start":
      return { kind: "session-start" };
    case "context-threshold":
      if (threshold !== null) return { kind: "context-threshold", percent: threshold };
      report(
        "wrong-type",
        "trigger",
        "`trigger: context-threshold` needs `threshold`",
        "write `threshold: 80`, percent of the window",
      );
      return null;
    case "file-exists":
      if (path !== "") return { kind: "file-exists", glob: path };
      report("wrong-type", "trigger", "`trigger: file-exists` needs `path`", "write `path: <glob in the project>`");
      return null;
    default:
      return null;
  }
}

/** A bar beside keys of earlier versions was measured on another model's scale: it would silence the way or make it shout. */
function barOf(values: FieldValues, entries: readonly Entry[], report: ReportAt): number | null {
  const isLegacy = entries.some(
    ({ key }) => key === "scan_exclude" || key === "match" || (key === "threshold" && values.trigger === null),
  );
  if (!isLegacy || values.embed_threshold === null) return values.embed_threshold;
  report(
    "legacy-threshold",
    "embed_threshold",
    "`embed_threshold` beside keys of earlier versions belongs to another model and is not used",
    "`ways migrate` removes it",
  );
  return null;
}

function lineCount(body: string): number {
  return body.replace(/\n$/, "").split("\n").length;
}

function stemOf(file: string): string {
  return (file.split(/[/\\:]/).at(-1) ?? "").replace(/\.md$/i, "").normalize("NFC");
}
