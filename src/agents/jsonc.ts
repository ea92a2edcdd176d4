// JSON text edited in place: the one door of jsonc-parser. Its own `modify` re-formats the lines it touches; these edits only add
// text, and `removeChild` takes away exactly what `insertLast` added, so that removing restores a file byte for byte.
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";

export type JsonNode = Node;
type JsonPath = readonly (string | number)[];
type JsonProblem = { readonly message: string; readonly offset: number };

/** Comments and trailing commas are allowed; `root` is undefined for a text without a value. No BOM, please. */
export function parseTreeOf(text: string): {
  readonly root: JsonNode | undefined;
  readonly problem: JsonProblem | null;
} {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const first = errors[0];
  if (first === undefined) return { root, problem: null };
  return { root, problem: { message: sentence(printParseErrorCode(first.error)), offset: first.offset } };
}

/** `file:line:column`, 1-based. */
export function placeIn(file: string, text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|[\r\n]/);
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** `CommaExpected` → `comma expected`. */
function sentence(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

export function nodeAt(text: string, path: JsonPath): JsonNode | undefined {
  const root = parseTreeOf(text).root;
  return root === undefined ? undefined : findNodeAtLocation(root, [...path]);
}

export function contentOf(node: JsonNode | undefined): unknown {
  return node === undefined ? undefined : getNodeValue(node);
}

export function childrenOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.children ?? [];
}

/** Key of a property node. */
export function keyOf(property: JsonNode): string {
  const key: unknown = childrenOf(property)[0]?.value;
  return typeof key === "string" ? key : "";
}

/** Adds a member (with `key`) or an element (`key` null) at the end of a container, in the manner of its neighbours. */
export function insertLast(text: string, container: JsonNode, key: string | null, value: unknown): string {
  const style = styleOf(text);
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  const item = (indent: string) =>
    (key === null ? "" : `${JSON.stringify(key)}:${style.space}`) + render(value, style, indent);
  const last = childrenOf(container).at(-1);

  if (last === undefined) {
    if (!style.pretty) return splice(text, open, open, item(""));
    const outer = indentAt(text, container.offset);
    const closing = text.slice(open, close).includes("\n") ? "" : style.eol + outer;
    return splice(text, open, open, style.eol + outer + style.unit + item(outer + style.unit) + closing);
  }

  const end = last.offset + last.length;
  const after = tokens(text, end, close);
  const comma = after.find((token) => token.kind === "comma");
  const indent = indentAt(text, last.offset);
  if (!isFirstOnLine(text, last.offset)) {
    const at = comma?.end ?? end;
    const added = style.space + item(indentAt(text, end));
    return splice(text, at, at, comma === undefined ? `,${added}` : `${added},`);
  }
  // A comment behind the last child, on the same line, stays with it.
  const lineEnd = after.findIndex((token) => token.kind === "break");
  const sameLine = after.slice(0, lineEnd < 0 ? after.length : lineEnd);
  const at = Math.max(comma?.end ?? end, sameLine.findLast((token) => token.kind === "comment")?.end ?? end);
  const added = style.eol + indent + item(indent) + (comma === undefined ? "" : ",");
  const inserted = splice(text, at, at, added);
  return comma === undefined ? splice(inserted, end, end, ",") : inserted;
}

/** Takes a child out with the white space before it and one comma; comments stay. */
export function removeChild(text: string, container: JsonNode, index: number): string {
  const children = childrenOf(container);
  const child = children[index];
  if (child === undefined) return text;
  const previous = children[index - 1];
  const from = previous === undefined ? container.offset + 1 : previous.offset + previous.length;
  const to = children[index + 1]?.offset ?? container.offset + container.length - 1;
  const end = child.offset + child.length;
  const before = tokens(text, from, child.offset);
  const start = before.findLast((token) => token.kind === "comma" || token.kind === "comment")?.end ?? from;

  const commaAfter = tokens(text, end, to).find((token) => token.kind === "comma");
  if (commaAfter !== undefined) return splice(splice(text, commaAfter.start, commaAfter.end, ""), start, end, "");
  const comma = before.find((token) => token.kind === "comma");
  const rest = splice(text, start, end, "");
  return comma === undefined ? rest : splice(rest, comma.start, comma.end, "");
}

/** Writes another value in the place of a node; where both have the same shape only the scalars that differ are touched. */
export function replaceNode(text: string, node: JsonNode, value: unknown): string {
  return replacements(text, node, value).reduceRight((out, [at, added]) => {
    return splice(out, at.offset, at.offset + at.length, added);
  }, text);
}

/** In document order. */
function replacements(text: string, node: JsonNode, value: unknown): readonly (readonly [JsonNode, string])[] {
  const was = contentOf(node);
  if (JSON.stringify(was) === JSON.stringify(value)) return [];
  if (hasSameShape(was, value)) {
    const values: readonly unknown[] = Object.values(value as object);
    const nodes = childrenOf(node).map((child) => (child.type === "property" ? childrenOf(child)[1] : child));
    return nodes.flatMap((child, i) => (child === undefined ? [] : replacements(text, child, values[i])));
  }
  const inline = !text.slice(node.offset, node.offset + node.length).includes("\n");
  const style = styleOf(text);
  return [[node, render(value, inline ? { ...style, pretty: false } : style, indentAt(text, node.offset))]];
}

/** Containers with the same keys in the same order. */
function hasSameShape(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  return Array.isArray(a) === Array.isArray(b) && Object.keys(a).join("\n") === Object.keys(b).join("\n");
}

/** Everything between the brackets of a container. */
export function interiorOf(text: string, container: JsonNode): string {
  return text.slice(container.offset + 1, container.offset + container.length - 1);
}

export function withInterior(text: string, container: JsonNode, interior: string): string {
  return splice(text, container.offset + 1, container.offset + container.length - 1, interior);
}

type Style = { readonly eol: string; readonly unit: string; readonly pretty: boolean; readonly space: string };

/** A document on one line stays on one line; an empty one gets two spaces. */
export function styleOf(text: string): Style {
  const root = parseTreeOf(text).root;
  const first = childrenOf(root)[0];
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  const pretty = root === undefined || first === undefined || interiorOf(text, root).includes("\n");
  const own = first !== undefined && isFirstOnLine(text, first.offset) ? indentAt(text, first.offset) : "";
  return { eol, unit: own || "  ", pretty, space: pretty ? " " : "" };
}

export function render(value: unknown, style: Style, indent: string): string {
  if (!style.pretty) return JSON.stringify(value);
  return JSON.stringify(value, null, style.unit)
    .split("\n")
    .join(style.eol + indent);
}

function splice(text: string, start: number, end: number, added: string): string {
  return text.slice(0, start) + added + text.slice(end);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** White space at the start of the line that holds `offset`. */
function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}

function isFirstOnLine(text: string, offset: number): boolean {
  const start = lineStart(text, offset);
  return start > 0 && text.slice(start, offset).trim() === "";
}

type Token = { readonly kind: "comma" | "comment" | "break" | "space"; readonly start: number; readonly end: number };

/** What stands between values: commas, comments and white space. The numbers are `SyntaxKind`, a const enum that can't be imported. */
function tokens(text: string, from: number, to: number): readonly Token[] {
  const kinds: Readonly<Record<number, Token["kind"]>> = { 5: "comma", 12: "comment", 13: "comment", 14: "break" };
  const scanner = createScanner(text.slice(0, to), false);
  scanner.setPosition(from);
  const found: Token[] = [];
  while (scanner.getPosition() < to) {
    const kind = kinds[scanner.scan()] ?? "space";
    found.push({ kind, start: scanner.getTokenOffset(), end: scanner.getTokenOffset() + scanner.getTokenLength() });
  }
  return found;
}
