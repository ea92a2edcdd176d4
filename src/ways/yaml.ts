// The one door of `yaml`: text → plain values with positions. The text is not trusted: size and nesting are checked before
// the recursive part of the parser sees anything, and anchors are expanded here, against a budget, not by the library.
import { Composer, CST, type Document, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, Parser } from "yaml";
import type { Diagnostic } from "../diagnostics.ts";
import type { Entry, Located, Position, Problem } from "../validate.ts";

/** UTF-16 units; open flow brackets; columns of indentation; `- - -` on one line; levels and values after expansion. */
const LIMIT = { size: 32 * 1024, flow: 32, indent: 128, compact: 16, depth: 64, values: 5_000 } as const;

export type Yaml = {
  /** null: not usable, and a diagnostic says why. */
  readonly root: Located | null;
  readonly diagnostics: readonly Diagnostic[];
};

type ReportAt = (problem: Problem, offset: number) => void;

/** YAML 1.2, one document. Never throws. `firstLine`: the line of the file at which `text` begins. */
export function parseYaml(text: string, file: string, firstLine = 1): Yaml {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const placeOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line) + firstLine - 1, column: Math.max(1, col) };
  };
  const diagnostics: Diagnostic[] = [];
  const report: ReportAt = ({ code, message, hint, severity = "error" }, offset) =>
    diagnostics.push({ severity, code, file, ...placeOf(offset), message, ...(hint === undefined ? {} : { hint }) });
  let root: Located | null = null;
  try {
    const document = compose(text, lines, report);
    if (document) root = convert(document, text, placeOf, report);
  } catch {
    report({ code: "yaml-syntax", message: "this YAML cannot be read" }, 0);
  }
  return { root: diagnostics.some((d) => d.severity === "error") ? null : root, diagnostics };
}

function compose(text: string, lines: LineCounter, report: ReportAt): Document.Parsed | null {
  if (text.length > LIMIT.size) {
    report({ code: "too-large", message: `more than ${LIMIT.size / 1024} KB of YAML` }, 0);
    return null;
  }
  const parser = new Parser(lines.addNewLine);
  const isTooDeep = nestingGuard();
  const tokens: CST.Token[] = [];
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (isTooDeep(lexeme)) {
      report({ code: "yaml-nesting", message: "the values are nested too deeply" }, offset);
      return null;
    }
    tokens.push(...parser.next(lexeme));
    if (!MARKERS.has(lexeme)) offset += lexeme.length;
  }
  tokens.push(...parser.end());
  const [document, second] = new Composer({ version: "1.2", uniqueKeys: false }).compose(tokens, true, text.length);
  if (!document) return null;
  if (second) report({ code: "yaml-syntax", message: "a second document begins here" }, second.range[0]);
  for (const problem of [...document.errors, ...document.warnings])
    report({ code: "yaml-syntax", message: lowerFirst(problem.message), ...hintFor(problem.code) }, problem.pos[0]);
  return document.errors.length + document.warnings.length > 0 ? null : document;
}

/** Lexemes that stand for no text of their own. */
const MARKERS: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

/** Sees the lexemes in turn; true from the first that opens too many levels. Scalars may hold any brackets. */
function nestingGuard(): (lexeme: string) => boolean {
  let flow = 0;
  let compact = 0;
  let isScalarNext = false;
  return (lexeme) => {
    if (isScalarNext) {
      isScalarNext = false;
      return false;
    }
    if (lexeme === CST.SCALAR) isScalarNext = true;
    else if (lexeme === "[" || lexeme === "{") flow++;
    else if (lexeme === "]" || lexeme === "}") flow--;
    else if (lexeme.endsWith("\n")) compact = 0;
    else if (flow <= 0 && (lexeme === "-" || lexeme === "?" || lexeme === ":")) compact++;
    else if (lexeme.length > LIMIT.indent && lexeme.trim() === "") return true;
    return flow > LIMIT.flow || compact > LIMIT.compact;
  };
}

function convert(
  document: Document.Parsed,
  text: string,
  placeOf: (offset: number) => Position,
  report: ReportAt,
): Located {
  const anchors = new Map<string, unknown>();
  const open = new Set<unknown>();
  let values = 0;

  const visit = (node: unknown, depth: number): Located => {
    const offset = hasRange(node) ? node.range[0] : 0;
    const at = placeOf(offset);
    const nothing = nullAt(at);
    if (values > LIMIT.values) return nothing;
    if (++values > LIMIT.values || depth > LIMIT.depth) {
      values = LIMIT.values + 1;
      report({ code: "yaml-aliases", message: "anchors and aliases expand to too many values" }, offset);
      return nothing;
    }
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) return unquotedAsterisk(`*${node.source}`, at, () => report(ASTERISK, offset));
      if (!open.has(target)) return visit(target, depth + 1);
      report({ code: "yaml-aliases", message: `\`*${node.source}\` holds itself` }, offset);
      return nothing;
    }
    if (isScalar(node) || isMap(node) || isSeq(node)) if (node.anchor) anchors.set(node.anchor, node);
    if (isScalar(node)) {
      const { value } = node;
      if (/^ +#\S/.test(text.slice(node.range?.[1] ?? 0, (node.range?.[1] ?? 0) + 200))) report(COMMENT, offset);
      if (typeof value === "string") return { kind: "scalar", value, source: value, at };
      if (typeof value !== "number" && typeof value !== "boolean") return nothing;
      return { kind: "scalar", value, source: node.source ?? String(value), at };
    }
    open.add(node);
    let result: Located = nothing;
    if (isSeq(node)) result = { kind: "list", items: node.items.map((item) => visit(item, depth + 1)), at };
    if (isMap(node)) result = { kind: "map", entries: entriesOf(node.items, depth), at };
    open.delete(node);
    return result;
  };

  const entriesOf = (pairs: readonly { readonly key: unknown; readonly value: unknown }[], depth: number): Entry[] => {
    const seen = new Set<string>();
    return pairs.flatMap(({ key, value }) => {
      const offset = hasRange(key) ? key.range[0] : 0;
      if (!isScalar(key)) {
        report({ code: "yaml-syntax", message: "a key must be a plain word" }, offset);
        return [];
      }
      const name = key.source ?? String(key.value ?? "");
      if (seen.has(name)) report({ code: "duplicate-key", message: `\`${name}\` is written twice` }, offset);
      seen.add(name);
      const at = placeOf(offset);
      return {
        key: name,
        at,
        value: value === null ? nullAt(at) : visit(value, depth + 1),
      };
    });
  };

  return visit(document.contents, 0);
}

function nullAt(at: Position): Located {
  return { kind: "scalar", value: null, source: "", at };
}

const ASTERISK: Problem = {
  severity: "warning",
  code: "unquoted-asterisk",
  message: "a value that begins with `*` is an alias in YAML; it is read as text here",
  hint: "put the value in quotes",
};
const COMMENT: Problem = {
  severity: "warning",
  code: "comment-in-value",
  message: "the value ends before ` #`, where YAML begins a comment",
  hint: "put the value in quotes, or a space after `#`",
};

function unquotedAsterisk(source: string, at: Position, report: () => void): Located {
  report();
  return { kind: "scalar", value: source, source, at };
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
}

function hintFor(code: string): { readonly hint?: string } {
  if (code === "BAD_DQ_ESCAPE") return { hint: "in double quotes `\\` begins a YAML escape: use single quotes" };
  if (code === "TAB_AS_INDENT") return { hint: "indent with spaces" };
  const isAboutAPlainValue = ["BAD_SCALAR_START", "TAG_RESOLVE_FAILED", "UNEXPECTED_TOKEN", "BLOCK_AS_IMPLICIT_KEY"];
  return isAboutAPlainValue.includes(code) ? { hint: "put the value in quotes" } : {};
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
