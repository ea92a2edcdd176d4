// The one table of frontmatter keys: it drives the parser, unknown-key hints, the reference page and the JSON Schema.
import { amount, choice, flag, legacy, names, text, texts, words } from "./kinds.ts";
import { type PatternReader, PLAIN_READER } from "./pattern-reader.ts";
import { SCOPES, type Scope } from "./way.ts";
import { files, patterns, redisclose, trigger, when } from "./way-kinds.ts";

export type Fields = ReturnType<typeof buildFields>;

/** `reader` remembers patterns where many ways are read at once. */
export function buildFields(reader: PatternReader) {
  return {
    description: text({
      fallback: "",
      meaning: "one natural sentence: when this applies; first half of the canonical alias",
    }),
    vocabulary: words({ fallback: "", meaning: "words people use; second half of the canonical alias" }),
    aliases: texts({
      fallback: [],
      meaning: "further phrasings, each embedded on its own: situations as a person would put them",
    }),
    embed_threshold: amount({
      fallback: null,
      min: 0,
      max: 1,
      meaning: "the way's own bar; without it the system default holds",
    }),
    pattern: patterns("prompts and tool descriptions that bring the way up whatever the score", reader),
    commands: patterns(
      "shell invocations that bring the way up; sees the invocation, not heredoc bodies or quoted prose",
      reader,
    ),
    files: files("edited paths: a glob on the project-relative path, or `/regex/` on the absolute one", reader),
    errors: patterns("error texts of failed tool calls that bring the way up", reader),
    scope: names<Scope>({
      fallback: ["agent"],
      meaning: "who the way is for",
      allowed: SCOPES,
      isName: (name): name is Scope => SCOPES.some((scope) => scope === name),
    }),
    when: when("conditions that must all hold: `project: <path>`, `file_exists: <path in the project>`"),
    trigger: trigger(
      "a state that brings the way up; `context-threshold` needs `threshold`, `file-exists` needs `path`",
    ),
    threshold: amount({
      fallback: null,
      min: 0,
      max: 100,
      meaning: "percent of the context window, for `trigger: context-threshold`",
    }),
    path: text({ fallback: "", meaning: "a glob in the project, for `trigger: file-exists`" }),
    requires_parent: flag({ fallback: false, meaning: "withheld until the parent has been shown" }),
    macro: choice<"prepend" | "append" | null>({
      fallback: null,
      options: ["prepend", "append"],
      meaning: "run the macro beside the way when it is shown, and put its output before or after",
    }),
    redisclose: redisclose(
      "percent of the context window that must pass before the way may be shown again, or `never`",
    ),
    stages: flag({ fallback: false, meaning: "think strategy: the `## Stage: name` sections are shown one at a time" }),
    scan_exclude: legacy("delete the line"),
    match: legacy(
      "delete the line: matching by meaning is always on, triggers are `pattern`, `commands`, `files`, `errors`",
    ),
  } as const;
}

export const FIELDS = buildFields(PLAIN_READER);
