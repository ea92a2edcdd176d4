// Text → sentences, and what a text costs in tokens, in any script. ADR-130: the sentence is the unit of selection.
// `Intl.Segmenter` is not used for sentences: it costs 1.6 ms to build in every process, and follows the same rule as
// here (what Unicode calls a sentence terminal, then white space) without knowing abbreviations or Thai either.

export type Sentence = {
  readonly text: string;
  /** Estimated tokens of the shipped tokenizer. */
  readonly tokens: number;
};

/** What a line break between two sentences costs. */
export const JOINT = 0.03;

// Regexes with Unicode properties take .1 to .3 ms to read: in functions, since most hooks never split a text.

/** A terminal with what closes behind it; `.` and `?` need white space after them, `。` and its like do not. */
const terminal = () =>
  /[\p{Sentence_Terminal}…]{1,4}[\p{Pe}\p{Pf}"']{0,3}(?=\s)|[。！？｡]{1,4}[\p{Pe}\p{Pf}]{0,3}(?!\p{M})/gu;
/** List markers, headings, quote marks and check boxes: they cost tokens and say nothing. */
const marker = () => /^(?:[\s>#*•·–|-]+(?![\p{M}\u200d])|\d{1,3}[.)]\s|\[[ x]\]\s)+/u;
/** Words before a full stop that is no end: `e.g.`, `No.`, `z. B.`, `1.`. */
const abbreviation = () => /(?:^|[\s.(])(?:\p{L}|\d{1,3})\.$/u;

/** What may end a sentence before the end of a text, and everything that is not Basic Latin. */
const POSSIBLE_END = /[^ -~]|[.?!]["')\]}]{0,3} /;

/** False only for a text that is one sentence: seen without the regexes above, which are most of what splitting one costs. */
export function maySplit(text: string): boolean {
  return POSSIBLE_END.test(text);
}

/** Sentences in document order, none of them empty or of more than `longest` tokens. A line break ends a sentence. */
export function splitSentences(text: string, longest: number): readonly Sentence[] {
  return splitLines(text).flatMap((line) => splitLine(line, longest));
}

export function splitLines(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/** A line without its list marker, heading marks and the like. */
export function lineContent(line: string): string {
  return line.replace(marker(), "").trim();
}

/** The sentences of one line. */
export function splitLine(line: string, longest: number): readonly Sentence[] {
  return sentencesOfLine(lineContent(line)).flatMap((sentence) => cutPieces(sentence, longest));
}

function sentencesOfLine(line: string): readonly string[] {
  const out: string[] = [];
  let start = 0;
  for (const match of line.matchAll(terminal())) {
    const end = match.index + match[0].length;
    if (match[0] === "." && abbreviation().test(line.slice(Math.max(start, end - 5), end))) continue;
    out.push(line.slice(start, end).trim());
    start = end;
  }
  out.push(line.slice(start).trim());
  return out.filter((s) => s !== "");
}

/** Cuts at white space, or between two graphemes where there is none. */
function cutPieces(sentence: string, longest: number): readonly Sentence[] {
  const whole = walkTokens(sentence, longest);
  if (whole.length === sentence.length) return [{ text: sentence, tokens: whole.tokens }];
  const out: Sentence[] = [];
  for (let rest = sentence; rest !== ""; ) {
    const piece = takeTokens(rest, longest);
    const text = piece.trimEnd();
    out.push({ text, tokens: costOfText(text) });
    rest = rest.slice(piece.length).trimStart();
  }
  return out;
}

/** The longest beginning of at most `budget` tokens that ends at white space, else between graphemes; "" only for "". */
export function takeTokens(text: string, budget: number): string {
  const fitting = walkTokens(text, budget).length;
  if (fitting === text.length) return text;
  for (let end = fitting; end > fitting / 2; end--) if (isSpace(text.charCodeAt(end))) return text.slice(0, end);
  return text.slice(0, graphemeStart(text, fitting) || firstLength(text));
}

/** Where the grapheme begins that a position is in. */
function graphemeStart(text: string, at: number): number {
  if (standsAlone(text.charCodeAt(at - 1)) && standsAlone(text.charCodeAt(at))) return at;
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text.slice(0, at + LONGEST_GRAPHEME)).containing(at)?.index ?? at;
}

const LONGEST_GRAPHEME = 64;

/** Basic Latin, kana and Chinese characters, which join to nothing: saves the segmenter, which takes 1.6 ms to build. */
function standsAlone(unit: number): boolean {
  return unit < 0x300 || (unit >= 0x3400 && unit < 0xa000) || (unit >= 0x30a1 && unit < 0x30fb) || isHiragana(unit);
}

function isHiragana(unit: number): boolean {
  return unit >= 0x3041 && unit < 0x3097;
}

/**
 * Tokens a text takes in the shipped tokenizer, without its 6 MB table: about 8 % too many for European prose, up to a
 * third too many for Thai, Chinese and Japanese, a tenth too few for code and encoded data.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(costOfText(text));
}

function costOfText(text: string): number {
  return walkTokens(text, Number.POSITIVE_INFINITY).tokens;
}

/** Whether `estimateTokens` stays within the budget; looks no further than needed. */
export function fitsBudget(text: string, budget: number): boolean {
  return walkTokens(text, budget).length === text.length;
}

/** Goes along the text until it costs more than `budget` tokens. */
function walkTokens(text: string, budget: number): { readonly tokens: number; readonly length: number } {
  const most = budget * 100;
  let cost = 0; // whole hundredths, so that sums of parts are exact
  let before: Kind = KIND.space;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const kind = unit < 256 ? (KINDS[unit] ?? 0) : kindBeyond(unit);
    const next = cost + (COSTS[kind * KIND_COUNT + before] ?? 0);
    if (next > most) return { tokens: cost / 100, length: i };
    cost = next;
    before = kind;
  }
  return { tokens: cost / 100, length: text.length };
}

const KIND = { space: 0, lower: 1, upper: 2, digit: 3, mark: 4, latin: 5, letter: 6, thai: 7, dense: 8 } as const;
const KIND_COUNT = 9;
type Kind = number;

// Tables that are filled natively: in a process that has just started a call for each entry took half a millisecond.

/** By unit, of Basic Latin and Latin-1. */
const KINDS = new Uint8Array(256)
  .fill(KIND.mark, 0, 0xc0)
  .fill(KIND.latin, 0xc0) // letters with marks
  .fill(KIND.space, 0, 0x21)
  .fill(KIND.digit, 0x30, 0x3a)
  .fill(KIND.upper, 0x41, 0x5b)
  .fill(KIND.lower, 0x61, 0x7b)
  .fill(KIND.space, 0xa0, 0xa1);

function kindBeyond(unit: number): Kind {
  if (isSpace(unit)) return KIND.space;
  if (unit < 0x370) return KIND.latin;
  if (unit < 0xe00) return KIND.letter; // of other alphabets
  return unit < 0x1100 ? KIND.thai : KIND.dense; // Thai to Burmese; Chinese, Japanese, Korean, halves of emoji
}

/** Hundredths of a token by kind, fitted on prose in 19 languages, logs, code and paths. */
const COST = [3, 23, 90, 90, 95, 60, 33, 38, 80];
/** Where it depends on the kind before: a word costs 50, then by its letters. */
const COST_AFTER: readonly (readonly [Kind, before: Kind, cost: number])[] = [
  [KIND.lower, KIND.space, 50],
  [KIND.lower, KIND.digit, 90],
  [KIND.lower, KIND.upper, 35],
  [KIND.upper, KIND.space, 50],
  [KIND.upper, KIND.upper, 50],
  [KIND.digit, KIND.space, 50],
  [KIND.digit, KIND.digit, 50],
  [KIND.letter, KIND.space, 50],
];
const COSTS = new Uint8Array(KIND_COUNT ** 2);
for (let kind = 0; kind < KIND_COUNT; kind++) COSTS.fill(COST[kind] ?? 0, kind * KIND_COUNT, (kind + 1) * KIND_COUNT);
for (const [kind, before, cost] of COST_AFTER) COSTS[kind * KIND_COUNT + before] = cost;

function isSpace(unit: number): boolean {
  return unit <= 32 || unit === 0xa0 || unit === 0x3000;
}

/** UTF-16 units of the first code point. */
function firstLength(text: string): number {
  return (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
}
