// The frontmatter almost everybody writes: lines of `key: value` and of `- value`, lists of words in brackets. Own code because the YAML library takes
// most of the time a library of thousands of ways needs to be read; whatever is not plainly the same there is left to it.
import type { Entry, Located, Position } from "../validate.ts";

/** Longer texts and lists are for the library, which counts and reports. */
const LIMIT = { size: 16 * 1024, lines: 500 } as const;

/** Exactly what `parseYaml` gives for the same text; null: not plain enough to be sure. */
export function parsePlainYaml(text: string, firstLine: number): Located | null {
  if (text.length > LIMIT.size) return null;
  const lines = text.replace(/\n$/, "").split("\n");
  if (lines.length > LIMIT.lines) return null;
  const entries: Entry[] = [];
  const keys = new Set<string>();
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] ?? "";
    const at = { line: firstLine + i, column: 1 };
    const key = /^[A-Za-z]\w*(?=:(?: |$))/.exec(line)?.[0];
    if (key === undefined || keys.has(key)) return null;
    keys.add(key);
    i++;
    const [value, next] =
      line.length > key.length + 1 ? [parseValue(line, key.length + 1, at.line), i] : parseList(lines, i, firstLine);
    if (value === null) return null;
    entries.push({ key, at, value });
    i = next;
  }
  return { kind: "map", entries, at: { line: firstLine, column: 1 } };
}

/** Text as a value on one line: as plain as it can be, otherwise in single quotes. */
export function renderScalar(text: string): string {
  const root = parsePlainYaml(`a: ${text}`, 1);
  const value = root?.kind === "map" ? root.entries[0]?.value : undefined;
  const isPlain = value?.kind === "scalar" && value.value === text;
  return isPlain ? text : quoteScalar(text);
}

export function quoteScalar(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function parseList(lines: readonly string[], from: number, firstLine: number): readonly [Located | null, number] {
  const indent = /^ *(?=- )/.exec(lines[from] ?? "")?.[0];
  if (indent === undefined) return [null, from];
  const dash = `${indent}- `;
  const items: Located[] = [];
  let i = from;
  for (; lines[i]?.startsWith(dash); i++) {
    const item = parseValue(lines[i] ?? "", dash.length - 1, firstLine + i);
    if (item === null) return [null, i];
    items.push(item);
  }
  return [{ kind: "list", items, at: { line: firstLine + from, column: indent.length + 1 } }, i];
}

/** `[a, 'b']`: words of ASCII letters, or quoted text, between commas. */
function parseFlow(text: string, at: Position): Located | null {
  const items: Located[] = [];
  let left = text.slice(1);
  while (left !== "") {
    const [all, item = "", end] = FLOW_ITEM.exec(left) ?? [];
    if (all === undefined || /^(?:null|true|false)$/i.test(item)) return null;
    const value = item.startsWith("'") ? item.slice(1, -1).replaceAll("''", "'") : item;
    items.push({ kind: "scalar", value, source: value, at: { ...at, column: at.column + text.length - left.length } });
    left = left.slice(all.length);
    if (end === "]") return left === "" ? { kind: "list", items, at } : null;
  }
  return null;
}

const FLOW_ITEM = /^('(?:[^']|'')*'|[A-Za-z][\w./-]*(?: [\w./-]+)*)(?:, ?|(\]))/;

/** The one scalar after spaces, up to the end of the line. */
function parseValue(line: string, from: number, number: number): Located | null {
  const text = line.slice(from).replace(/^ +/, "");
  const at = { line: number, column: line.length - text.length + 1 };
  const string = (value: string): Located => ({ kind: "scalar", value, source: value, at });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: lines with any of them are not plain
  if (/[\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff]| $/.test(text)) return null;
  if (/^(?:0|[1-9]\d{0,8})(?:\.\d{1,8})?$/.test(text)) return { kind: "scalar", value: Number(text), source: text, at };
  if (text.startsWith("'"))
    return /^'(?:[^']|'')*'$/.test(text) ? string(text.slice(1, -1).replaceAll("''", "'")) : null;
  if (text.startsWith("[")) return parseFlow(text, at);
  if (!/^[\p{L}(^\\]/u.test(text) || /: | #|:$/.test(text) || /^(?:null|true|false)$/i.test(text)) return null;
  return string(text);
}
