// `[…]`: ranges, escapes and POSIX names. Nested sets and `&&` are Rust's and JavaScript's own; here `[` and `&` are characters.
import { buildSet, type CharSet } from "./char-set.ts";
import { type Cursor, refuse, take, takeChar, takeMatch } from "./cursor.ts";
import { readEscape } from "./escapes.ts";

const POSIX: ReadonlyMap<string, readonly (readonly [number, number])[]> = new Map([
  [
    "alnum",
    [
      [48, 57],
      [65, 90],
      [97, 122],
    ],
  ],
  [
    "alpha",
    [
      [65, 90],
      [97, 122],
    ],
  ],
  ["ascii", [[0, 127]]],
  [
    "blank",
    [
      [9, 9],
      [32, 32],
    ],
  ],
  [
    "cntrl",
    [
      [0, 31],
      [127, 127],
    ],
  ],
  ["digit", [[48, 57]]],
  ["graph", [[33, 126]]],
  ["lower", [[97, 122]]],
  ["print", [[32, 126]]],
  [
    "punct",
    [
      [33, 47],
      [58, 64],
      [91, 96],
      [123, 126],
    ],
  ],
  [
    "space",
    [
      [9, 13],
      [32, 32],
    ],
  ],
  ["upper", [[65, 90]]],
  [
    "word",
    [
      [48, 57],
      [65, 90],
      [95, 95],
      [97, 122],
    ],
  ],
  [
    "xdigit",
    [
      [48, 57],
      [65, 70],
      [97, 102],
    ],
  ],
]);

/** After the opening bracket. */
export function parseClass(cursor: Cursor): CharSet {
  const open = { ...cursor, index: cursor.index - 1 };
  const negated = take(cursor, "^");
  const ranges: (readonly [number, number])[] = [];
  const classes: string[] = [];
  for (let isFirst = true; isFirst || !take(cursor, "]"); isFirst = false) {
    if (cursor.index >= cursor.text.length)
      refuse(open, "regex-syntax", "has a `[` that is never closed", "write `\\[` for the character");
    const posix = takeMatch(cursor, /\[:(\^?)(\w+):\]/y);
    if (posix) {
      ranges.push(...posixRanges(cursor, posix[2] ?? "", posix[1] === "^"));
      continue;
    }
    const low = takeMember(cursor);
    if (typeof low === "string") {
      classes.push(low);
      continue;
    }
    const dash = cursor.text.startsWith("-", cursor.index) && !cursor.text.startsWith("-]", cursor.index);
    if (!dash) {
      ranges.push([low, low]);
      continue;
    }
    cursor.index++;
    const high = takeMember(cursor);
    if (typeof high === "string" || high < low)
      refuse(open, "regex-syntax", "has a range in `[…]` that runs backwards or to a class");
    ranges.push([low, high]);
  }
  return buildSet(ranges, classes, negated);
}

/** One character, or the name of a class such as `\w`. */
function takeMember(cursor: Cursor): number | string {
  if (!cursor.text.startsWith("\\", cursor.index)) return takeChar(cursor, "`[`");
  const found = readEscape(cursor.text, cursor.index, true);
  if (found.kind === "problem") refuse(cursor, found.code, found.message);
  cursor.index += found.length;
  return found.kind === "char" ? found.code : found.kind === "class" ? found.name : 0;
}

function posixRanges(cursor: Cursor, name: string, isNegated: boolean): readonly (readonly [number, number])[] {
  const ranges = POSIX.get(name);
  if (!ranges) refuse(cursor, "regex-syntax", `has an unknown name \`[:${name}:]\``);
  return isNegated ? complement(ranges) : ranges;
}

function complement(ranges: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  let next = 0;
  const gaps: (readonly [number, number])[] = [];
  for (const [low, high] of ranges) {
    if (low > next) gaps.push([next, low - 1]);
    next = high + 1;
  }
  return [...gaps, [next, 0x10ffff]];
}
