// The competitors at one budget, counted by one estimate: what reduces a text decides, not how it counts.
import { reduceText } from "../../../src/match/reduce.ts";
import { estimateTokens, splitSentences } from "../../../src/match/sentences.ts";
import { seeded, shuffle } from "./random.ts";

/** One query per text, or several whose best score counts; none: nothing left to embed. */
export type Strategy = (text: string, budget: number) => readonly string[];

/** Sentences of any length: the ADR's code does not cut them. */
const sentencesOf = (text: string) => splitSentences(text, Number.POSITIVE_INFINITY);
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(WORD) ?? [];

const fits =
  (reduce: (text: string, budget: number) => string): Strategy =>
  (text, budget) => {
    const out = estimateTokens(text) <= budget ? text : reduce(text, budget);
    return out === "" ? [] : [out];
  };

export const STRATEGIES: Readonly<Record<string, Strategy>> = {
  shipped: fits(reduceText),
  "ADR-130, literal": fits((text, budget) => selectByWords(text, budget, softmax, "stop")),
  "ADR-130, repaired": fits((text, budget) => selectByWords(text, budget, (c) => c.map(Math.log1p), "skip")),
  head: fits(headOf),
  "head and tail": fits((text, budget) => `${headOf(text, budget / 2)} ${tailOf(text, budget / 2)}`),
  tail: fits(tailOf),
  "random sentences": fits((text, budget) => {
    const order = shuffle(
      seeded(text),
      sentencesOf(text).map((_, i) => i),
    );
    return take(text, budget, order, "skip");
  }),
  centrality: fits((text, budget) => take(text, budget, byScore(centrality(text)), "skip")),
  "position prior": fits((text, budget) => {
    const last = sentencesOf(text).length - 1;
    return take(
      text,
      budget,
      byScore(Array.from({ length: last + 1 }, (_, i) => Math.max(1 / (1 + i), 0.9 / (1 + last - i)))),
      "skip",
    );
  }),
  "salient tokens": fits(salientTokens),
};

/** References: what no reducer at this budget may do. */
export const REFERENCES: Readonly<Record<string, Strategy>> = {
  "full text, best chunk": (text, budget) => chunks(text, budget),
  "first 512 tokens": (text) => [headOf(text, 480)],
};

function selectByWords(
  text: string,
  budget: number,
  weigh: (counts: readonly number[]) => readonly number[],
  full: "stop" | "skip",
): string {
  const counts = new Map<string, number>();
  for (const w of wordsOf(text)) counts.set(w, (counts.get(w) ?? 0) + 1);
  const weights = weigh([...counts.values()]);
  const weightOf = new Map([...counts.keys()].map((w, i) => [w, weights[i]!]));
  const scores = sentencesOf(text).map((s) => {
    const words = wordsOf(s.text);
    return words.reduce((total, w) => total + (weightOf.get(w) ?? 0), 0) / Math.max(1, words.length);
  });
  return take(text, budget, byScore(scores), full);
}

function softmax(counts: readonly number[]): readonly number[] {
  const top = Math.max(...counts);
  const powers = counts.map((c) => Math.exp(c - top));
  const total = powers.reduce((s, x) => s + x, 0);
  return powers.map((p) => p / total);
}

/** TextRank: sentences are linked by the words they share, divided by the logarithm of their lengths. */
function centrality(text: string): readonly number[] {
  const bags = sentencesOf(text)
    .slice(0, 400)
    .map((s) => new Set(wordsOf(s.text)));
  const links = bags.map((a) =>
    bags.map((b) => {
      if (a === b || a.size < 2 || b.size < 2) return 0;
      let shared = 0;
      for (const w of a) if (b.has(w)) shared++;
      return shared / (Math.log(a.size) + Math.log(b.size));
    }),
  );
  const out = links.map((row) => row.reduce((s, x) => s + x, 0));
  let rank = bags.map(() => 1);
  for (let round = 0; round < 20; round++)
    rank = bags.map(
      (_, i) => 0.15 + 0.85 * links.reduce((s, row, j) => s + (out[j]! > 0 ? (row[i]! / out[j]!) * rank[j]! : 0), 0),
    );
  return rank;
}

function salientTokens(text: string, budget: number): string {
  const counts = new Map<string, number>();
  for (const w of wordsOf(text)) if (w.length > 3) counts.set(w, (counts.get(w) ?? 0) + 1);
  const kept = new Set<string>();
  let left = budget;
  for (const [word] of [...counts].sort((a, b) => b[1] - a[1])) {
    const cost = estimateTokens(`${word} `);
    if (cost > left) break;
    kept.add(word);
    left -= cost;
  }
  return [...counts.keys()].filter((w) => kept.has(w)).join(" ");
}

function byScore(scores: readonly number[]): readonly number[] {
  return scores.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]! || a - b);
}

/** Sentences in the given order of preference until the budget is full; in document order. */
function take(text: string, budget: number, order: readonly number[], full: "stop" | "skip"): string {
  const sentences = sentencesOf(text);
  const kept: number[] = [];
  let left = budget;
  for (const i of order) {
    const cost = sentences[i]!.tokens;
    if (cost > left && full === "stop") break;
    if (cost > left) continue;
    kept.push(i);
    left -= cost;
  }
  return kept
    .sort((a, b) => a - b)
    .map((i) => sentences[i]!.text)
    .join(" ");
}

function headOf(text: string, budget: number): string {
  return text.slice(
    0,
    longest(text, budget, (n) => text.slice(0, n)),
  );
}

function tailOf(text: string, budget: number): string {
  return text.slice(text.length - longest(text, budget, (n) => text.slice(text.length - n)));
}

function longest(text: string, budget: number, cut: (length: number) => string): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(cut(middle)) <= budget) low = middle;
    else high = middle - 1;
  }
  return low;
}

function chunks(text: string, budget: number): readonly string[] {
  const out: string[] = [];
  for (let rest = text; rest.trim() !== ""; ) {
    const head = headOf(rest, budget);
    out.push(head);
    rest = rest.slice(Math.max(1, head.length));
  }
  return out;
}
