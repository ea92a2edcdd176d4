// ADR-130: shortens an input to the embedder's budget, keeping the sentences that carry its intent, in document order.
// Never reads the corpus. Text that fits is returned unchanged; non-empty input never becomes empty.
import { estimateTokens, type Sentence, splitSentences } from "./sentences.ts";

/** Budgets in tokens per kind of event (ADR-130, calibrated: docs/adr/0004). */
export const BUDGETS = { command: 60, task: 100, prompt: 100, file: 30 } as const;

/** Work is bounded: of a longer text the head and the tail are looked at, where people put what they want. */
const SCANNED = 60_000;
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

export function reduceText(input: string, budget: number): string {
  if (estimateTokens(input.length > SCANNED ? input.slice(0, SCANNED) : input) <= budget && input.length <= SCANNED)
    return input;
  const bounded = input.length > SCANNED ? `${input.slice(0, SCANNED / 2)}\n${input.slice(-SCANNED / 2)}` : input;
  const prose = maskNonProse(bounded.toWellFormed());
  const sentences = splitSentences(prose === "" ? bounded.toWellFormed() : prose);
  const kept = keepSalient(sentences, budget);
  if (kept !== "") return kept;
  return headTokens(bounded.toWellFormed(), budget);
}

/** Fenced code, URLs, encoded blobs and stack frames say little about intent and a lot about nothing. */
function maskNonProse(text: string): string {
  return text
    .replace(/^(```|~~~)[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|$(?![\s\S]))/gm, "\n")
    .replace(/^\[way:[^\]\n]{1,200}\][\s\S]*?(?=^\[way:|$(?![\s\S]))/gm, "\n")
    .replace(/\bhttps?:\/\/[^\s)>\]"']{1,2000}/g, " ")
    .replace(/\b[A-Za-z0-9+/]{60,}={0,2}|\b(?:0x)?[0-9a-fA-F]{24,}\b/g, " ")
    .replace(/^\s+at .{1,300}$|^\s*File ".{1,300}", line \d+.*$/gm, "")
    .trim();
}

/** Highest mean weight first until the budget is full; a sentence that does not fit is skipped, not the end. */
function keepSalient(sentences: readonly Sentence[], budget: number): string {
  const counts = new Map<string, number>();
  const words = sentences.map((s) => s.text.toLowerCase().match(WORD) ?? []);
  for (const list of words) for (const w of list) counts.set(w, (counts.get(w) ?? 0) + 1);
  const last = Math.max(1, sentences.length - 1);
  const ranked = sentences
    .map((s, i) => ({ s, i, weight: salience(words[i] ?? [], counts, i / last) }))
    .sort((a, b) => b.weight - a.weight || a.i - b.i);
  let left = budget;
  const kept: { readonly s: Sentence; readonly i: number }[] = [];
  for (const entry of ranked) {
    if (entry.s.tokens > left) continue;
    kept.push(entry);
    left -= entry.s.tokens;
    if (left < 4) break;
  }
  return kept
    .sort((a, b) => a.i - b.i)
    .map((k) => k.s.text)
    .join(" ");
}

/** Mean log frequency of the words, lifted at both ends of the text; `position` runs from 0 to 1. */
function salience(words: readonly string[], counts: ReadonlyMap<string, number>, position: number): number {
  if (words.length === 0) return 0;
  let sum = 0;
  for (const w of words) sum += w.length > 2 ? Math.log1p(counts.get(w) ?? 0) : 0;
  const edge = Math.max(1 - position * 4, (position - 0.9) * 10, 0);
  return (sum / words.length) * (1 + edge);
}

/** The first words within the budget; at least one code point. */
function headTokens(text: string, budget: number): string {
  let out = "";
  for (const word of text.trim().split(/\s+/)) {
    const next = out === "" ? word : `${out} ${word}`;
    if (estimateTokens(next) > budget) break;
    out = next;
  }
  if (out !== "") return out;
  const start = [...text.trim().slice(0, budget * 2)].slice(0, budget).join("");
  return start;
}
