// The words of a text as numbers, for counting: no strings are made, so that a megabyte costs milliseconds in a process
// that has just started. Chinese, Thai and other scripts without spaces count as pairs of neighbouring characters.
import { once } from "../once.ts";

/** Slots of a count table; two words rarely share one. */
export const SLOTS = 1 << 16;
/** Longer runs of letters are encoded data. */
const LONGEST = 40;
const PRIME = 16777619;

// What a unit is: single constants, which the bundler writes into the loop below.
const LETTER = 0;
/** Up to here it is a letter, and its code the way to its lower case. */
const CAPITAL = 32;
const DIGIT = 33;
const APOSTROPHE = 34;
/** Of a script written without spaces between words, or Hangul, where endings hide the word. */
const DENSE = 35;
const MARK = 36;
/** Ends a sentence when a space follows. */
const STOP = 37;
/** From here on a block may end. */
const SPACE = 38;
/** Ends a line or a sentence by itself. */
const END = 39;

/** Code, first and last unit. A later row may take some of an earlier one. */
const RANGES: readonly (readonly [code: number, first: number, last: number])[] = [
  [MARK, 0, 0xffff],
  [END, 0x0a, 0x0a],
  [SPACE, 0x20, 0x20],
  [STOP, 0x21, 0x21],
  [APOSTROPHE, 0x27, 0x27],
  [STOP, 0x2e, 0x2e],
  [DIGIT, 0x30, 0x39],
  [STOP, 0x3f, 0x3f],
  [CAPITAL, 0x41, 0x5a],
  [LETTER, 0x61, 0x7a],
  [LETTER, 0xc0, 0x1fff],
  [CAPITAL, 0xc0, 0xde],
  [CAPITAL, 0x391, 0x3a9],
  [CAPITAL, 0x410, 0x42f],
  [DENSE, 0xe00, 0xeff],
  [DENSE, 0x1000, 0x109f],
  [DENSE, 0x1780, 0x17ff],
  [APOSTROPHE, 0x2019, 0x2019],
  [END, 0x3002, 0x3002],
  [DENSE, 0x3040, 0xd7af],
  [DENSE, 0xf900, 0xfaff],
];
/** Signs of Latin-1; full stops, commas and question marks of Armenian, Arabic and Devanagari. */
const MARKS = [0xd7, 0xf7, 0x589, 0x60c, 0x61b, 0x61f, 0x6d4, 0x964, 0x965];

/** By unit, made when a text is shortened. Filled natively: in a cold process a call per character is what costs. */
const codesByUnit = once(() => {
  const codes = new Uint8Array(1 << 16);
  for (const [code, first, last] of RANGES) codes.fill(code, first, last + 1);
  for (const mark of MARKS) codes[mark] = MARK;
  return codes;
});

/** Words by slot. */
export type Vocabulary = {
  /** How often each occurs. */
  readonly counts: Uint32Array;
  /** Those that occur, by first occurrence: the first `size` entries. */
  readonly slots: Uint16Array;
  size: number;
};

export function newVocabulary(): Vocabulary {
  return { counts: new Uint32Array(SLOTS), slots: new Uint16Array(SLOTS), size: 0 };
}

/** Adds the words of a text. */
export function addWords(text: string, to: Vocabulary): void {
  addBlock(`${text} `, 0, text.length, text.length + 1, to);
}

/**
 * Adds the words from a position on, up to the first end of a line or a sentence after `least` units; else the first space
 * after half of `most`, or `most` (never inside a surrogate pair). Returns where that is. A word that is cut there is none.
 *
 * A cold process interprets this until it is compiled, and compiling takes as long as reading a megabyte. So it is small,
 * what is seldom run is a function of its own (with much of that, compiling is put off), and globals are read once.
 */
export function addBlock(text: string, from: number, least: number, most: number, to: Vocabulary): number {
  const { counts, slots } = to;
  const codes = codesByUnit();
  const imul = Math.imul;
  const limit = Math.min(text.length, from + most);
  const enough = from + least;
  const long = from + (most >> 1);
  let hash = 0;
  let start = from; // of the word
  let dense = 0;
  for (let i = from; i < limit; i++) {
    const unit = text.charCodeAt(i);
    const code = codes[unit] ?? 0;
    if (code <= CAPITAL) {
      hash = imul(hash ^ (unit + code), PRIME);
      continue;
    }
    if (code === APOSTROPHE) {
      start++;
      continue;
    }
    if (code === DIGIT) {
      const end = endOfRun(text, i, limit);
      start = i === start && end === i + 1 ? i - 1 : end; // numbers of one digit are a word, one for all
      i = end - 1;
      continue;
    }
    let letters = i - start;
    if (code === DENSE && letters === 0 && dense > 0) {
      hash = pairHash(dense, unit);
      letters = 2;
    }
    if (letters > 1 && letters <= LONGEST) {
      const slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
      const count = counts[slot] ?? 0;
      counts[slot] = count + 1;
      if (count === 0) slots[to.size++] = slot;
    }
    hash = 0;
    start = i + 1;
    dense = code === DENSE ? unit : 0;
    if (code < SPACE || i < enough) continue;
    if (code === END || i > long || codes[text.charCodeAt(i - 1)] === STOP) return i + 1;
  }
  return isInsidePair(text, limit) ? limit - 1 : limit;
}

function pairHash(one: number, two: number): number {
  return Math.imul(Math.imul(one, PRIME) ^ two, PRIME);
}

function isInsidePair(text: string, at: number): boolean {
  return at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

/** A digit shows that a run of letters is a number, an id or a hash. */
function endOfRun(text: string, from: number, limit: number): number {
  let i = from;
  const codes = codesByUnit();
  while (i < limit && (codes[text.charCodeAt(i)] ?? 0) <= APOSTROPHE) i++;
  return i;
}

export function isDense(unit: number): boolean {
  return codesByUnit()[unit] === DENSE;
}
