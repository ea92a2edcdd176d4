// Text → sentences and words, in any script. ADR-130: the sentence is the unit of selection.

export type Sentence = {
  readonly text: string;
  /** Estimated tokens of the shipped tokenizer, rounded up on average. */
  readonly tokens: number;
};

/** A longer piece is no sentence: it is cut at white space so that one blob cannot eat the budget. */
const LONGEST = 600;

/** Sentences in document order, without empty ones. Line breaks end a sentence: lists, logs and code have no full stops. */
export function splitSentences(text: string): readonly Sentence[] {
  const out: Sentence[] = [];
  const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
  for (const line of text.split(/\n+/)) {
    const trimmed = line.trim();
    if (trimmed === "") continue;
    const parts = isOneSentence(trimmed) ? [trimmed] : [...segmenter.segment(trimmed)].map((s) => s.segment.trim());
    for (const part of parts)
      for (const piece of pieces(part)) out.push({ text: piece, tokens: estimateTokens(piece) });
  }
  return out;
}

/** Saves the segmenter for most log and code lines. */
function isOneSentence(line: string): boolean {
  return !/[.!?。！？؟।…]/.test(line);
}

function pieces(text: string): readonly string[] {
  if (text.length <= LONGEST) return text === "" ? [] : [text];
  const out: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + LONGEST, text.length);
    if (end < text.length) {
      const space = text.lastIndexOf(" ", end);
      if (space > at + LONGEST / 2) end = space;
      else if (isHighSurrogate(text.charCodeAt(end - 1))) end--;
    }
    const piece = text.slice(at, end).trim();
    if (piece !== "") out.push(piece);
    at = end;
  }
  return out;
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/**
 * Tokens a text takes, estimated without the tokenizer: a unigram piece covers about four Latin letters, but only one
 * or two characters of Chinese, Japanese, Thai and the like; punctuation and digits stand alone.
 */
export function estimateTokens(text: string): number {
  let quarter = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 32 || c === 10) quarter += 0.5;
    else if (c < 0x30 || (c > 0x39 && c < 0x41) || (c > 0x5a && c < 0x61) || (c > 0x7a && c < 0xa0)) quarter += 3;
    else if (c < 0x41) quarter += 2;
    else if (c < 0x250) quarter += 1;
    else if (c < 0xe00) quarter += 1.5;
    else quarter += 3;
  }
  return Math.ceil(quarter / 4);
}
