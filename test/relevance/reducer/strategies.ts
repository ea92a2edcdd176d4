// The competitors at one budget, counted by one estimate: what reduces a text decides, not how it counts.
import { maskBlocks, maskInline } from "../../../src/match/mask.ts";
import { readOutline, type Unit } from "../../../src/match/outline.ts";
import { reduceText } from "../../../src/match/reduce.ts";
import { selectUnits } from "../../../src/match/salience.ts";
import { estimateTokens, splitSentences } from "../../../src/match/sentences.ts";
import { type Thinned, thinText } from "../../../src/match/thin.ts";
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
  "ADR-130, repaired": fits((text, budget) => selectByWords(text, budget, logs, "skip")),
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
  "position prior": fits((text, budget) => take(text, budget, byScore(endsOf(text)), "skip")),
  "log-frequency × position": fits((text, budget) => {
    const ends = endsOf(text);
    return take(text, budget, byScore(meanWeights(text, logs).map((w, i) => w * (1 + (ends[i] ?? 0)))), "skip");
  }),
  "salient tokens": fits(salientTokens),
};

/** The shipped one with a part taken out: what the parts are worth. */
export const ABLATIONS: Readonly<Record<string, Strategy>> = {
  "shipped, no place": fits((text, budget) => reduceUnits(text, budget, (u) => ({ ...u, place: 1 }))),
  "shipped, no test for prose": fits((text, budget) => reduceUnits(text, budget, (u) => ({ ...u, prose: 1 }))),
  "shipped, no masks": fits((text, budget) => select(text, thinText(text), budget, (u) => u)),
};

/** References: what no reducer at this budget may do. */
export const REFERENCES: Readonly<Record<string, Strategy>> = {
  "full text, best chunk": (text, budget) => chunks(text, budget),
  "first 512 tokens": (text) => [headOf(text, 480)],
};

function reduceUnits(text: string, budget: number, change: (unit: Unit) => Unit): string {
  const thinned = thinText(maskBlocks(text));
  return select(maskInline(thinned.text), thinned, budget, change);
}

function select(text: string, thinned: Thinned, budget: number, change: (unit: Unit) => Unit): string {
  const outline = readOutline(text, budget * 0.6);
  return selectUnits({ ...outline, units: outline.units.map(change) }, thinned, budget)
    .map((u) => u.text)
    .join("\n");
}

type Weigh = (counts: readonly number[]) => readonly number[];

function selectByWords(text: string, budget: number, weigh: Weigh, full: "stop" | "skip"): string {
  return take(text, budget, byScore(meanWeights(text, weigh)), full);
}

/** Of each sentence: the mean weight of its words, counted over the whole text. */
function meanWeights(text: string, weigh: Weigh): readonly number[] {
  const counts = new Map<string, number>();
  for (const w of wordsOf(text)) counts.set(w, (counts.get(w) ?? 0) + 1);
  const weights = weigh([...counts.values()]);
  const weightOf = new Map([...counts.keys()].map((w, i) => [w, weights[i]!]));
  return sentencesOf(text).map((s) => {
    const words = wordsOf(s.text);
    return words.reduce((total, w) => total + (weightOf.get(w) ?? 0), 0) / Math.max(1, words.length);
  });
}

const logs: Weigh = (counts) => counts.map(Math.log1p);

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

/** Near the beginning or the end of the text, 1 … 0. */
function endsOf(text: string): readonly number[] {
  const last = sentencesOf(text).length - 1;
  return Array.from({ length: last + 1 }, (_, i) => Math.max(1 / (1 + i), 0.9 / (1 + last - i)));
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
