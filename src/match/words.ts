// The words of a text as numbers, for counting: no strings are made, so that a megabyte costs milliseconds in a process
// that has just started. Chinese, Thai and other scripts without spaces count as pairs of neighbouring characters.

/** Slots of a count table; two words rarely share one. */
export const SLOTS = 1 << 16;
/** Longer runs of letters are encoded data. */
const LONGEST = 40;
const PRIME = 16777619;

const SEPARATOR = 0;
const DENSE = 1;
const DIGIT = 2;
/** Apostrophes. */
const JOINER = 3;
/** Codes from here on are letters, in lower case where that is arithmetic. */
const LETTER = 64;
const LETTER_A = 97;

/** Codes of the first 256 units: the loop below is too hot, in a cold process, for a call per character. Filled at first use. */
const CODES = new Uint16Array(256);

type Scan = { readonly words: number; readonly end: number };

/** Fills `into` with the slots of the words of a text and returns how many; `into` needs the length of the text. */
export function wordSlots(text: string, into: Uint16Array): number {
  return scanWords(text, 0, text.length, text.length, into).words;
}

/**
 * The same from a position on, up to the first end of a line or a sentence after `least` units; else the last space before
 * `most`, or `most` (never inside a surrogate pair).
 */
export function scanWords(text: string, from: number, least: number, most: number, into: Uint16Array): Scan {
  const codes = CODES;
  if (codes[LETTER_A] === 0) for (let unit = 0; unit < codes.length; unit++) codes[unit] = codeOf(unit);
  const limit = Math.min(text.length, from + most);
  const enough = from + least;
  let words = 0;
  let hash = 0;
  let letters = 0; // far above LONGEST once a digit shows that this is a number, an id or a hash
  let dense = 0;
  let space = 0;
  let wordsAtSpace = 0;
  for (let i = from; i < limit; i++) {
    const unit = text.charCodeAt(i);
    const code = unit < 256 ? (codes[unit] ?? 0) : codeOf(unit);
    if (code >= LETTER) {
      hash = Math.imul(hash ^ code, PRIME);
      letters++;
    } else if (code <= DENSE) {
      if (letters > 1 && letters <= LONGEST) into[words++] = hash ^ (hash >>> 16);
      hash = 0;
      letters = 0;
      if (code === SEPARATOR) {
        dense = 0;
        if (i < enough) continue;
        if (endsSentence(text, i, unit)) return { words, end: i + 1 };
        if (unit === 32) {
          space = i + 1;
          wordsAtSpace = words;
        }
      } else {
        const pair = Math.imul(Math.imul(dense, PRIME) ^ unit, PRIME);
        if (dense > 0) into[words++] = pair ^ (pair >>> 16);
        dense = unit;
      }
    } else if (code === DIGIT) letters += LONGEST;
  }
  if (space > 0 && limit < text.length) return { words: wordsAtSpace, end: space };
  if (letters > 1 && letters <= LONGEST) into[words++] = hash ^ (hash >>> 16);
  const isInsidePair = limit < text.length && (text.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return { words, end: isInsidePair ? limit - 1 : limit };
}

function endsSentence(text: string, at: number, unit: number): boolean {
  if (unit === 10 || unit === 0x3002) return true;
  if (unit !== 32) return false;
  const before = text.charCodeAt(at - 1);
  return before === 46 || before === 63 || before === 33;
}

function codeOf(unit: number): number {
  if (unit < 0xc0) {
    if (unit >= 97 && unit <= 122) return unit;
    if (unit >= 65 && unit <= 90) return unit + 32;
    if (unit >= 48 && unit <= 57) return DIGIT;
    return unit === 0x27 ? JOINER : SEPARATOR;
  }
  if (unit >= 0xe00) return isDense(unit) ? DENSE : unit === 0x2019 ? JOINER : unit < 0x2000 ? unit : SEPARATOR;
  if (unit === 0xd7 || unit === 0xf7 || isMark(unit)) return SEPARATOR;
  if (unit <= 0xde || (unit >= 0x391 && unit <= 0x3a9) || (unit >= 0x410 && unit <= 0x42f)) return unit + 32;
  return unit;
}

/** Full stops, commas and question marks of Armenian, Arabic and Devanagari. */
function isMark(unit: number): boolean {
  return unit === 0x589 || unit === 0x60c || unit === 0x61b || unit === 0x61f || unit === 0x6d4 || (unit | 1) === 0x965;
}

/** Scripts written without spaces between words, and Hangul, where endings hide the word. */
export function isDense(unit: number): boolean {
  if (unit < 0x2e80)
    return unit >= 0xe00 && (unit < 0xf00 || (unit >= 0x1000 && unit < 0x10a0) || (unit >= 0x1780 && unit < 0x1800));
  return (unit >= 0x3040 && unit < 0xd7b0) || (unit >= 0xf900 && unit < 0xfb00);
}
