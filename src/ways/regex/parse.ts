// The text of a pattern → its tree, or what is wrong with it and where. One dialect: RE2's, with the spellings that older way
// files hold (`(?i)`, `\<`, `\A`, `[[:alpha:]]`, `\ `). What cannot run in linear time is refused, never guessed at.
import { ANY, buildSet, type CharSet, charOf, DOT } from "./char-set.ts";
import { parseClass } from "./class.ts";
import { type Cursor, Refusal, type RegexProblem, refuse, take, takeChar, takeMatch } from "./cursor.ts";
import { readEscape } from "./escapes.ts";
import { anyOf, type Place, type Regex, repeatOf, seqOf } from "./syntax.ts";

export type ParsedRegex = {
  /** null: not usable, and `problem` says why. */
  readonly regex: Regex | null;
  readonly problem: RegexProblem | null;
  readonly flags: readonly string[];
};

const LIMIT = { length: 2_000, depth: 50, repeat: 1_000 } as const;

/** Never throws on content. */
export function parseRegex(text: string): ParsedRegex {
  const cursor: Cursor = { text, index: 0, depth: 0, multiline: false, dotAll: false, flags: [] };
  try {
    if (text.length > LIMIT.length)
      refuse(cursor, "regex-too-large", `is longer than ${LIMIT.length} characters`, SPLIT);
    const regex = parseAlternatives(cursor);
    if (cursor.index < text.length)
      refuse(cursor, "regex-syntax", "has a `)` that closes nothing", "write `\\)` for the character");
    return { regex, problem: null, flags: cursor.flags };
  } catch (error) {
    if (error instanceof Refusal) return { regex: null, problem: error.problem, flags: cursor.flags };
    throw error;
  }
}

const SPLIT = "split it into a list of patterns";

function parseAlternatives(cursor: Cursor): Regex {
  const { multiline, dotAll } = cursor;
  if (++cursor.depth > LIMIT.depth) refuse(cursor, "regex-too-large", "has too many nested groups");
  const items = [parseSequence(cursor)];
  while (take(cursor, "|")) items.push(parseSequence(cursor));
  cursor.depth--;
  cursor.multiline = multiline;
  cursor.dotAll = dotAll;
  return anyOf(items);
}

function parseSequence(cursor: Cursor): Regex {
  const items: Regex[] = [];
  while (cursor.index < cursor.text.length && !"|)".includes(cursor.text.charAt(cursor.index)))
    items.push(parseQuantified(cursor));
  return seqOf(items);
}

function parseQuantified(cursor: Cursor): Regex {
  const item = parseAtom(cursor);
  if (!"*+?{".includes(cursor.text.charAt(cursor.index))) return item;
  const mark = takeMatch(cursor, /(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y);
  if (!mark) return item;
  const [, sign, low, comma, high] = mark;
  if (takeMatch(cursor, /\+/y)) refuse(cursor, "regex-unsupported", "uses a possessive quantifier (`*+`, `++`, `?+`)");
  if (takeMatch(cursor, /[*?]|\{\d+(?:,\d*)?\}/y)) refuse(cursor, "regex-syntax", "repeats a repetition");
  if (sign !== undefined) return repeatOf(item, sign === "+" ? 1 : 0, sign === "?" ? 1 : Number.POSITIVE_INFINITY);
  const min = Number(low);
  const max = comma === undefined ? min : high ? Number(high) : Number.POSITIVE_INFINITY;
  if (min > LIMIT.repeat || (max !== Number.POSITIVE_INFINITY && max > LIMIT.repeat))
    refuse(cursor, "regex-too-large", `repeats more than ${LIMIT.repeat} times`);
  if (max < min) refuse(cursor, "regex-syntax", `has a repetition from ${min} down to ${max}`);
  return repeatOf(item, min, max);
}

function parseAtom(cursor: Cursor): Regex {
  const plain = PLAIN_CHARS.get(cursor.text.charCodeAt(cursor.index));
  if (plain !== undefined) {
    cursor.index++;
    return plain;
  }
  if (take(cursor, "(")) return parseGroup(cursor);
  if (take(cursor, "[")) return set(parseClass(cursor));
  if (take(cursor, ".")) return set(cursor.dotAll ? ANY : DOT);
  if (take(cursor, "^")) return at(cursor.multiline ? "line-start" : "text-start");
  if (take(cursor, "$")) return at(cursor.multiline ? "line-end" : "text-end");
  if (cursor.text.charAt(cursor.index) === "\\") return parseEscape(cursor);
  if (/[*+?]/.test(cursor.text.charAt(cursor.index)))
    refuse(cursor, "regex-syntax", `has nothing to repeat before \`${cursor.text.charAt(cursor.index)}\``);
  return set(charOf(takeChar(cursor, "the pattern")));
}

function parseEscape(cursor: Cursor): Regex {
  const found = readEscape(cursor.text, cursor.index, false);
  if (found.kind === "problem") refuse(cursor, found.code, found.message);
  cursor.index += found.length;
  if (found.kind === "at") return at(found.place);
  if (found.kind === "char") return set(charOf(found.code));
  if (found.kind === "class") return set(buildSet([], [found.name]));
  const end = cursor.text.indexOf("\\E", cursor.index);
  const quoted = cursor.text.slice(cursor.index, end === -1 ? undefined : end);
  cursor.index += quoted.length + (end === -1 ? 0 : 2);
  return seqOf(Array.from(quoted, (char) => set(charOf(char.codePointAt(0) ?? 0))));
}

/** After the opening parenthesis. Names and captures are dropped: nobody asks what a group matched. */
function parseGroup(cursor: Cursor): Regex {
  const open = cursor.index - 1;
  if (cursor.text.charAt(cursor.index) !== "?") return closeGroup(cursor, open);
  const flags = takeMatch(cursor, /\?([imsuU]*)(-[imsuU]+)?([:)])/y);
  if (flags) {
    const [, on = "", off = "", end] = flags;
    const { multiline, dotAll } = cursor;
    applyFlags(cursor, on, off);
    if (end === ")") return seqOf([]);
    const inner = closeGroup(cursor, open);
    Object.assign(cursor, { multiline, dotAll });
    return inner;
  }
  if (!takeMatch(cursor, /\?P?<[\p{L}_][\p{L}\p{Nd}_]*>/uy) && cursor.text.startsWith("?", cursor.index))
    refuseGroup(cursor);
  return closeGroup(cursor, open);
}

function closeGroup(cursor: Cursor, open: number): Regex {
  const inner = parseAlternatives(cursor);
  if (!take(cursor, ")"))
    refuse(
      { ...cursor, index: open },
      "regex-syntax",
      "has a `(` that is never closed",
      "write `\\(` for the character",
    );
  return inner;
}

function applyFlags(cursor: Cursor, on: string, off: string): void {
  if (on.includes("m")) cursor.multiline = true;
  if (on.includes("s")) cursor.dotAll = true;
  if (off.includes("m")) cursor.multiline = false;
  if (off.includes("s")) cursor.dotAll = false;
  if (on.includes("i")) cursor.flags.push("i");
  if (off.includes("i")) cursor.flags.push("-i");
}

function refuseGroup(cursor: Cursor): never {
  const isLook = /^\?<?[=!]/.test(cursor.text.slice(cursor.index));
  if (isLook)
    refuse(
      cursor,
      "regex-unsupported",
      "looks around (`(?=`, `(?!`, `(?<=`, `(?<!`), which no linear-time engine can do",
      "say what must be there, in one or several patterns",
    );
  const what = cursor.text.slice(cursor.index - 1, cursor.index + 3);
  refuse(cursor, "regex-unsupported", `has a group of a kind that is not known here: \`${what}\``);
}

function set(value: CharSet): Regex {
  return { kind: "set", set: value };
}

/** What most patterns are made of: it stands for itself. */
const PLAIN_CHARS: ReadonlyMap<number, Regex> = new Map(
  Array.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_/:,;", (char) => {
    const code = char.charCodeAt(0);
    return [code, set(charOf(code))] as const;
  }),
);

function at(place: Place): Regex {
  return { kind: "at", place };
}
