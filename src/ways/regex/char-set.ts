// A set of characters, ignoring case. ASCII members are one bit each, which is all the vetting needs: native regexes only
// ever run on ASCII text (see ../regex.ts), so `\w`, `\d` and word edges can be Unicode-aware without a heavy class.

export type CharSet = {
  readonly negated: boolean;
  /** Code points, both ends included. */
  readonly ranges: readonly (readonly [number, number])[];
  /** `\w` `\W` `\d` `\D` `\s` `\S` `\p{…}` `\P{…}`, in JavaScript's spelling. */
  readonly classes: readonly string[];
  /** Bit c: the ASCII character c is a member. */
  readonly ascii: bigint;
};

const ALL = (1n << 128n) - 1n;
const UPPER = maskOf(65, 90);
const LOWER = maskOf(97, 122);
const WORD = UPPER | LOWER | maskOf(48, 57) | maskOf(95, 95);
const SPACE = maskOf(9, 13) | maskOf(32, 32);
const CLASS_ASCII: ReadonlyMap<string, bigint> = new Map([
  ["\\w", WORD],
  ["\\W", ALL & ~WORD],
  ["\\d", maskOf(48, 57)],
  ["\\D", ALL & ~maskOf(48, 57)],
  ["\\s", SPACE],
  ["\\S", ALL & ~SPACE],
]);

export function buildSet(ranges: CharSet["ranges"], classes: readonly string[] = [], negated = false): CharSet {
  let mask = 0n;
  for (const [low, high] of ranges) {
    if (low < 128) mask |= maskOf(low, Math.min(high, 127));
    // The two letters outside ASCII that fold into it: long s and the Kelvin sign.
    if (low <= 0x17f && high >= 0x17f) mask |= maskOf(115, 115);
    if (low <= 0x212a && high >= 0x212a) mask |= maskOf(107, 107);
  }
  for (const name of classes) mask |= CLASS_ASCII.get(name) ?? propertyMask(name);
  const closed = mask | ((mask & UPPER) << 32n) | ((mask & LOWER) >> 32n);
  return { negated, ranges, classes, ascii: negated ? ALL & ~closed : closed };
}

/** The characters most patterns are made of, built once. */
const ASCII_CHARS: readonly CharSet[] = Array.from({ length: 128 }, (_, code) => buildSet([[code, code]]));

export function charOf(code: number): CharSet {
  return ASCII_CHARS[code] ?? buildSet([[code, code]]);
}

/** `.` outside `(?s)`: everything but the line terminators of JavaScript. */
export const DOT = buildSet(
  [
    [10, 10],
    [13, 13],
    [0x2028, 0x2029],
  ],
  [],
  true,
);
export const ANY = buildSet([], [], true);

export function isWordOnly(set: CharSet): boolean {
  return (set.ascii & ~WORD) === 0n;
}

/** The one code point the set stands for, as written; null for a class. */
export function singleOf(set: CharSet): number | null {
  const only = set.ranges[0];
  const isSingle = only !== undefined && set.ranges.length === 1 && set.classes.length === 0 && !set.negated;
  return isSingle && only[0] === only[1] ? only[0] : null;
}

function maskOf(low: number, high: number): bigint {
  return ((1n << BigInt(high - low + 1)) - 1n) << BigInt(low);
}

function propertyMask(name: string): bigint {
  const property = new RegExp(name, "u");
  let mask = 0n;
  for (let c = 0; c < 128; c++) if (property.test(String.fromCharCode(c))) mask |= 1n << BigInt(c);
  return mask;
}
