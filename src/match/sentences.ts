// Text → sentences, and what a text costs in tokens, in any script. ADR-130: the sentence is the unit of selection.
// `Intl.Segmenter` is not used for sentences: it costs 1.6 ms to build in every process, and follows the same rule as
// here (what Unicode calls a sentence terminal, then white space) without knowing abbreviations or Thai either.

export type Sentence = {
  readonly text: string;
  /** Estimated tokens of the shipped tokenizer. */
  readonly tokens: number;
  /** First sentence of its line. */
  readonly opensLine: boolean;
  /** First sentence after a blank line. */
  readonly opensParagraph: boolean;
};

/** A terminal with what closes behind it; `.` and `?` need white space after them, `。` and its like do not. */
const TERMINAL = /[\p{Sentence_Terminal}…]+[\p{Pe}\p{Pf}"']*(?=\s)|[。！？｡]+[\p{Pe}\p{Pf}]*/gu;
/** List markers, headings, quote marks and check boxes: they cost tokens and say nothing. */
const MARKER = /^(?:[\s>#*•·–|-]+|\d{1,3}[.)]\s|\[[ x]\]\s)+/;
/** Words before a full stop that is no end: `e.g.`, `No.`, `z. B.`, `1.`. */
const ABBREVIATION = /(?:^|[\s.(])(?:\p{L}|\d{1,3})\.$/u;

/** Sentences in document order, none of them empty or of more than about `longest` tokens. A line break ends a sentence. */
export function splitSentences(text: string, longest = 60): readonly Sentence[] {
  const out: Sentence[] = [];
  let opensParagraph = true;
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const content = line.replace(MARKER, "").trim();
    if (content === "") {
      opensParagraph ||= line.trim() === "";
      continue;
    }
    let opensLine = true;
    for (const sentence of sentencesOfLine(content))
      for (const piece of cutPieces(sentence, longest)) {
        out.push({ text: piece, tokens: estimateTokens(piece), opensLine, opensParagraph });
        opensLine = false;
        opensParagraph = false;
      }
  }
  return out;
}

function sentencesOfLine(line: string): readonly string[] {
  const out: string[] = [];
  let start = 0;
  for (const match of line.matchAll(TERMINAL)) {
    const end = match.index + match[0].length;
    if (match[0] === "." && ABBREVIATION.test(line.slice(Math.max(start, end - 5), end))) continue;
    out.push(line.slice(start, end).trim());
    start = end;
  }
  out.push(line.slice(start).trim());
  return out.filter((s) => s !== "");
}

/** Cuts at white space, or between two graphemes where there is none. */
function cutPieces(sentence: string, longest: number): readonly string[] {
  if (sentence.length <= longest || estimateTokens(sentence) <= longest) return [sentence];
  const out: string[] = [];
  for (let rest = sentence; rest !== ""; ) {
    const piece = takeTokens(rest, longest);
    out.push(piece.trimEnd());
    rest = rest.slice(piece.length).trimStart();
  }
  return out;
}

/** The longest beginning of at most `budget` tokens that ends at white space, else between graphemes; never "". */
export function takeTokens(text: string, budget: number): string {
  const fitting = walkTokens(text, budget).length;
  if (fitting === text.length) return text;
  for (let end = fitting; end > fitting / 2; end--) if (isSpace(text.charCodeAt(end))) return text.slice(0, end);
  // A grapheme is rarely longer than 32 units; the segmenter only sees the end of the piece.
  const from = Math.max(0, fitting - 64);
  const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text.slice(from, fitting + 64));
  const start = segments.containing(fitting - from)?.index ?? 0;
  return text.slice(0, from + start || firstLength(text));
}

/**
 * Tokens a text takes in the shipped tokenizer, without its 6 MB table: about 8 % too many for European prose, up to a
 * third too many for Thai, Chinese and Japanese, a tenth too few for code and encoded data.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(walkTokens(text, Number.POSITIVE_INFINITY).tokens);
}

/** Whether `estimateTokens` stays within the budget; looks no further than needed. */
export function fitsBudget(text: string, budget: number): boolean {
  return walkTokens(text, budget).length === text.length;
}

/** Goes along the text until it costs more than `budget` tokens. */
function walkTokens(text: string, budget: number): { readonly tokens: number; readonly length: number } {
  let cost = 0; // whole hundredths, so that sums of parts are exact
  let before = 32;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const next = cost + costOf(unit, before);
    if (next > budget * 100) return { tokens: cost / 100, length: i };
    cost = next;
    before = unit;
  }
  return { tokens: cost / 100, length: text.length };
}

/** Hundredths of a token, fitted on prose in 19 languages, logs, code and paths: a word costs 50, then by its letters. */
function costOf(unit: number, before: number): number {
  if (isSpace(unit)) return 3;
  const opens = isSpace(before);
  if (isLower(unit)) return opens ? 50 : isDigit(before) ? 90 : isUpper(before) ? 35 : 23;
  if (isUpper(unit)) return opens || isUpper(before) ? 50 : 90;
  if (isDigit(unit)) return opens || isDigit(before) ? 50 : 90;
  if (unit < 0xc0) return 95; // punctuation
  if (unit < 0x370) return 60; // Latin letters with marks
  if (unit < 0xe00) return opens ? 50 : 33;
  if (unit < 0x1100) return 38; // Thai, Lao, Tibetan, Burmese
  return 80; // Chinese, Japanese, Korean, halves of emoji
}

function isSpace(unit: number): boolean {
  return unit <= 32 || unit === 0xa0 || unit === 0x3000;
}

function isLower(unit: number): boolean {
  return unit >= 97 && unit <= 122;
}

function isUpper(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** UTF-16 units of the first code point. */
function firstLength(text: string): number {
  return (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
}
