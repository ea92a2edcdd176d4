// Every rule a way, a locale row, a golden prompt or the configuration can break: the one list behind lint, its fixtures in
// `test/fixtures/broken/<code>/`, SARIF and the reference page.
import type { Diagnostic, Severity } from "../diagnostics.ts";

export type Rule = {
  readonly severity: Severity;
  /** What stops working: the whole way, the one trigger, or nothing. */
  readonly costs: "way" | "trigger" | "nothing";
  readonly meaning: string;
};

const error = (costs: Rule["costs"], meaning: string): Rule => ({ severity: "error", costs, meaning });
const warning = (meaning: string): Rule => ({ severity: "warning", costs: "nothing", meaning });
const info = (meaning: string): Rule => ({ severity: "info", costs: "nothing", meaning });

export const RULES = {
  // The file as a whole
  encoding: error("way", "a file is UTF-8 text"),
  "too-large": error("way", "a file has at most 256 KB, its YAML at most 32 KB"),
  "frontmatter-missing": error("way", "a way begins with frontmatter between two `---` lines"),
  "frontmatter-unclosed": error("way", "the frontmatter ends with a `---` line"),
  "yaml-syntax": error("way", "frontmatter and configuration are YAML 1.2"),
  "yaml-nesting": error("way", "YAML values are not nested dozens of levels deep"),
  "yaml-aliases": error("way", "YAML anchors do not expand to thousands of values"),
  "duplicate-key": error("way", "a key is written once"),
  "stem-differs": warning("a way is called like its folder: `<folder>/<folder>.md`"),
  "stem-shared": info("no two ways have the same file name"),
  // Values
  "unknown-key": error("way", "every key is one of the reference page"),
  "wrong-type": error("way", "a value has the type of its key"),
  "wrong-value": error("way", "a number lies in the range of its key"),
  "empty-value": warning("a key that is written has a value"),
  "unused-key": warning("a key stands where it does something: beside its trigger, below a parent"),
  "unquoted-colon": warning("a value with `: ` in it is quoted"),
  "unquoted-asterisk": warning("a value that begins with `*` is quoted"),
  "double-quoted-escape": warning("a regex stands in single quotes"),
  "comment-in-value": warning("` #` inside a value is quoted"),
  "legacy-key": warning("keys of earlier versions are gone; `ways migrate` rewrites them"),
  "legacy-threshold": warning("bars of earlier models and of BM25 are gone; `ways migrate` removes them"),
  // Triggers
  "regex-syntax": error("trigger", "a regex is well-formed"),
  "regex-unsupported": error("trigger", "a regex needs no look-around and no backreference"),
  "regex-too-large": error("trigger", "a regex is small"),
  "regex-explosive": error("nothing", "a regex has no repetition that splits the same text in many ways, as `(a+)+`"),
  "regex-empty": error("trigger", "a regex says something: it does not match every text"),
  "regex-edge": warning("`\\b` does not stand beside a letter outside ASCII"),
  "regex-flags": info("inline flags that change nothing are left out"),
  "regex-slashes": warning("slashes around a regex belong to `files` only"),
  "over-broad": warning("a trigger stays silent on ordinary prompts and commands"),
  "glob-syntax": error("trigger", "a glob is well-formed and without `!(…)`"),
  "files-never": warning("an entry of `files` can match a path"),
  "files-regex": info("an entry of `files` that is read as a regex says so with `/…/`"),
  "files-root": info("a glob without `/` is meant for the project's root"),
  "never-fires": error("way", "something can bring a way up"),
  // Configuration
  "config-missing": warning("the configuration names ways, folders and languages that there are"),
  // Texts for matching
  "description-missing": warning("a way has a description"),
  "alias-negative": warning("an alias says what the situation is, not what it is not"),
  "alias-duplicate": warning("no two aliases are equal, in one way or in several"),
  "bar-below-parent": warning("a child's `embed_threshold` is not below its parent's"),
  crowding: warning("siblings share less than 15 % of their vocabulary (ADR-105)"),
  // Body
  "body-empty": error("way", "a way has text below its headings: comments are none"),
  "body-too-large": warning("a way fits into a message of its own, whole"),
  "body-long": warning("a way has at most 80 lines"),
  "path-budget": warning("a way and its ancestors have at most 1,200 tokens (ADR-105)"),
  "tree-budget": warning("a tree has at most 4,000 tokens (ADR-105)"),
  "tree-small": warning("one concern that fits into 80 lines stays one way (ADR-105)"),
  "see-also-missing": warning("See Also names ways that exist"),
  "see-also-shape": warning("See Also lists `- id — label`"),
  "rationalizations-shape": warning("`## Common Rationalizations` is a table: excuse, why it fails"),
  "rationalizations-place": warning("rationalization tables stand in leaves (ADR-105)"),
  "stages-missing": warning("a way with `stages: true` has `## Stage: …` sections"),
  // What lies beside a way
  "macro-unusable": error("nothing", "a macro is a file that can be read, of at most 100,000 bytes"),
  "macro-missing": warning("a way with `macro:` has a macro beside it"),
  "json-syntax": error("nothing", "a line of a `.jsonl` file is one JSON object"),
  "locale-language": error("nothing", "`lang` is a language tag such as `ja` or `pt-BR`"),
  "locale-duplicate": warning("a language has one row"),
  "locale-orphan": warning("a `.locales.jsonl` stands beside its way"),
  "golden-missing": info("a way has golden prompts"),
  "golden-one-sided": info("golden prompts hold some that fire the way"),
  "golden-duplicate": warning("a golden prompt is written once"),
  "golden-is-alias": warning("a golden prompt is no alias: it would test nothing"),
  "golden-also-missing": warning("`also` of a golden prompt names ways that exist"),
} as const satisfies { readonly [code: string]: Rule };

export type RuleCode = keyof typeof RULES;

/** Rules about trees of ways, by the verb that shows what they are about. */
export const TREE_RULES = {
  tree: ["tree-small", "bar-below-parent", "rationalizations-place"],
  budget: ["path-budget", "tree-budget", "body-long", "body-too-large"],
  crowding: ["crowding"],
} as const satisfies Readonly<Record<string, readonly RuleCode[]>>;

export type Finding = {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  readonly hint?: string;
};

/** A diagnostic with the severity its rule has. */
export function buildDiagnostic(code: RuleCode, { line = 1, column = 1, ...rest }: Finding): Diagnostic {
  return { severity: RULES[code].severity, code, line, column, ...rest };
}

/** True if a way with these diagnostics is not embedded (ADR-109, inclusion): a broken trigger costs its trigger only. */
export function hasBlockingError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === "error" && costsWay(d.code));
}

function costsWay(code: string): boolean {
  const rules: { readonly [code: string]: Rule } = RULES;
  return !Object.hasOwn(rules, code) || rules[code]?.costs === "way";
}
