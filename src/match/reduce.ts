// ADR-130: shortens a text to the embedder's budget, keeping the sentences that carry its intent, in document order.
// Never reads the corpus, and knows no language: what a text stresses is found in the text (docs/adr/0004).
import { maskBlocks, maskInline } from "./mask.ts";
import { readOutline } from "./outline.ts";
import { selectUnits } from "./salience.ts";
import { estimateTokens, fitsBudget, JOINT, takeTokens } from "./sentences.ts";
import { thinText } from "./thin.ts";

/** Budgets in tokens per kind of event (ADR-130, calibrated: docs/adr/0004). */
export const BUDGETS = { command: 60, task: 100, prompt: 100, file: 30 } as const;

/** No sentence takes more of the budget: a longer one is cut, and there is room for a second. */
const LARGEST_PART = 0.6;

/** A text that fits is returned as it is. Otherwise at most `budget` tokens of it, and never "" for what is not blank. */
export function reduceText(input: string, budget: number): string {
  if (fitsBudget(input, budget)) return input;
  const thinned = thinText(maskBlocks(input.toWellFormed()));
  const text = maskInline(thinned.text);
  const kept = selectUnits(readOutline(text, budget * LARGEST_PART), thinned, budget);
  if (kept.length > 0) return kept.map((unit) => unit.text).join("\n");
  return salientTokens(text, budget) || takeTokens(thinned.text.trim() || input.toWellFormed().trim(), budget);
}

/** In a function: see sentences.ts. */
const word = () => /[\p{L}_][\p{L}\p{M}\p{N}_\u200c\u200d]{2,}/gu;
/** Longer words are encoded data. */
const LONGEST_WORD = 40;

/** For what is no prose (code, logs, data): its words once each, those of many lines but not of all first. */
function salientTokens(text: string, budget: number): string {
  const lines = text.split("\n");
  const occurrences = new Map<string, number>();
  for (const line of lines)
    for (const found of new Set(line.match(word()))) occurrences.set(found, (occurrences.get(found) ?? 0) + 1);
  const weightOf = (n: number) => Math.log1p(n) * Math.log((lines.length + 1) / n);
  const kept = new Set<string>();
  let left = budget;
  for (const [word] of [...occurrences].sort((a, b) => weightOf(b[1]) - weightOf(a[1]))) {
    const cost = estimateTokens(word) + JOINT;
    if (cost > left || word.length > LONGEST_WORD) continue;
    kept.add(word);
    left -= cost;
    if (left < 1) break;
  }
  return [...occurrences.keys()].filter((word) => kept.has(word)).join(" ");
}
