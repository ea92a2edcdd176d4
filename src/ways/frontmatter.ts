// A markdown file → its frontmatter (located values) and its body. One parser for every command.
// What strict YAML refuses but people write all the time is repaired once, with a warning (field cases A1, A6).
import type { Diagnostic } from "../diagnostics.ts";
import type { Entry, Problem } from "../validate.ts";
import { parsePlainYaml } from "./plain-yaml.ts";
import { atTop, normalizeText } from "./text.ts";
import { parseYaml } from "./yaml.ts";

export type Split = {
  /** null: none, or never closed; `problem` says which. */
  readonly header: string | null;
  /** Exactly what follows the closing `---` line; `---` further down is the author's. */
  readonly body: string;
  /** Line of the file at which the body begins. */
  readonly bodyLine: number;
  readonly problem: Problem | null;
};

/** The frontmatter stands between a first line `---` and the next one. */
export function splitFrontmatter(text: string): Split {
  const normal = normalizeText(text);
  const open = /^---[ \t]*\n/.exec(normal);
  if (!open) return { header: null, body: normal, bodyLine: 1, problem: noFrontmatter(normal) };
  const rest = normal.slice(open[0].length);
  const close = /^---[ \t]*(?:\n|$)/m.exec(rest);
  if (!close) {
    const problem = {
      code: "frontmatter-unclosed",
      message: "the frontmatter is never closed",
      hint: "end it with a line `---`",
    };
    return { header: null, body: "", bodyLine: 1, problem };
  }
  const header = rest.slice(0, close.index);
  const bodyLine = header.split("\n").length + 2;
  return { header, body: rest.slice(close.index + close[0].length), bodyLine, problem: null };
}

function noFrontmatter(text: string): Problem {
  const isLate = /^\s+---[ \t]*\n/.test(text);
  return {
    code: "frontmatter-missing",
    message: "the file does not begin with frontmatter",
    hint: isLate ? "`---` must be the very first line" : "begin with a line `---`, then `description: …`, then `---`",
  };
}

export type Frontmatter = Split & {
  /** null: not usable, and an error says why. */
  readonly entries: readonly Entry[] | null;
  readonly diagnostics: readonly Diagnostic[];
};

/** Never throws. */
export function parseFrontmatter(text: string, file: string): Frontmatter {
  const split = splitFrontmatter(text);
  const fail = (problem: Problem): Frontmatter => ({
    ...split,
    entries: null,
    diagnostics: [atTop(file, problem)],
  });
  if (split.header === null) return fail(split.problem ?? noFrontmatter(text));
  const plain = parsePlainYaml(split.header, 2);
  const strict = plain === null ? parseYaml(split.header, file, 2) : { root: plain, diagnostics: [] };
  const { root, diagnostics } = strict.root === null ? repaired(split.header, file, strict) : strict;
  if (root === null) return { ...split, entries: null, diagnostics };
  if (root.kind === "map") return { ...split, entries: root.entries, diagnostics };
  if (root.kind === "scalar" && root.value === null) return { ...split, entries: [], diagnostics };
  return fail({ code: "yaml-syntax", message: "the frontmatter must be a list of `key: value` lines" });
}

type Yaml = ReturnType<typeof parseYaml>;

/** The second and last attempt; the strict reading's errors stay when it does not help. */
function repaired(header: string, file: string, strict: Yaml): Yaml {
  const warnings: Diagnostic[] = [];
  const text = header
    .split("\n")
    .map((line, i) => {
      const fix = repairLine(line, header);
      if (fix) warnings.push({ severity: "warning", file, line: i + 2, column: fix.column, ...fix.problem });
      return fix ? fix.line : line;
    })
    .join("\n");
  if (warnings.length === 0) return strict;
  const again = parseYaml(text, file, 2);
  return again.root === null ? strict : { root: again.root, diagnostics: [...warnings, ...again.diagnostics] };
}

/** What YAML has no meaning for in double quotes: `"\s+"` was meant as a regex. */
const UNKNOWN_ESCAPE = /\\[^0abtnvfre "/\\N_LPxuU]/;

type Repair = { readonly line: string; readonly column: number; readonly problem: Problem };

/** Quotes the one-line value of `key: value` or `- value` where the meaning is plain: the rest of the line. */
function repairLine(line: string, header: string): Repair | null {
  const parts = /^(\s*(?:- +)*(?:[\w-]+:[ \t]+)?)(\S.*?)[ \t]*$/.exec(line);
  const [, lead = "", value = ""] = parts ?? [];
  if (lead.trim() === "") return null;
  const repair = (code: string, message: string, text: string): Repair => ({
    line: `${lead}'${text.replaceAll("'", "''")}'`,
    column: lead.length + 1,
    problem: { code, message, hint: `write \`${lead.trim()} '${text.replaceAll("'", "''")}'\`` },
  });
  if (/^"[^"]*"$/.test(value) && UNKNOWN_ESCAPE.test(value))
    return repair(
      "double-quoted-escape",
      "`\\` in double quotes is a YAML escape; it is read as written here",
      value.slice(1, -1),
    );
  if (value.startsWith("*") && !header.includes(`&${value.slice(1).split(/[\s,]/, 1)[0]}`))
    return repair(
      "unquoted-asterisk",
      "a value that begins with `*` is an alias in YAML; it is read as text here",
      value,
    );
  const isPlain = !/^[[{|>&*!'"%@`#?-]/.test(value) && !/\s#/.test(value);
  if (isPlain && /:(?:\s|$)/.test(value))
    return repair("unquoted-colon", "the value holds `: ` and is read as the rest of the line", value);
  return null;
}
