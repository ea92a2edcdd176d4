// Which sentences of a text to keep: those that say most that is not said yet, by the information of their words within
// the text itself. A word of every sentence weighs nothing, so the input is its own list of stop words (ADR-130).
import { type Outline, PROSE, type Unit } from "./outline.ts";
import { JOINT } from "./sentences.ts";
import type { Thinned } from "./thin.ts";
import { addWords, newVocabulary, SLOTS, type Vocabulary } from "./words.ts";

/**
 * What a further sentence must be worth, against the best one: a full budget of noise hides the topic. More in talk, where
 * nothing but the words tells the request from what surrounds it.
 */
const ENOUGH = { laidOut: 0.4, talk: 0.6 } as const;
/** Occurrences up to which what a document comes back to is its topic; in a message of some sentences repetition is accident. */
const TOPICAL = 4;
/** Weight of a word that is everywhere: next to nothing, so that a text of one repeated sentence still has a best one. */
const LEAST = 0.05;

/** In document order, within the budget; [] when there is no prose. `counts`, `share`: see thin.ts. */
export function selectUnits(outline: Outline, { counts, share }: Thinned, budget: number): readonly Unit[] {
  const { units, isLaidOut, isDocument } = outline;
  const total = units.length / share + 1;
  const topical = isDocument && share === 1 ? TOPICAL : 1;
  const weightOf = (slot: number) => {
    const count = Math.max(1, counts[slot] ?? 1);
    return Math.max(LEAST, Math.log(total / count)) * Math.sqrt(Math.log1p(Math.min(count, topical)));
  };
  const isSaid = new Uint8Array(SLOTS);
  const scratch = newVocabulary();
  const words = units.map(({ text }) => distinctWords(text, scratch));
  const worthOf = (i: number) => {
    const own = words[i] ?? NO_WORDS;
    let news = 0;
    for (let k = 0; k < own.length; k++) {
      const slot = own[k] ?? 0;
      if (isSaid[slot] === 0) news += weightOf(slot);
    }
    return ((units[i]?.place ?? 0) * news) / Math.sqrt(Math.max(1, own.length));
  };
  // What is kept only lowers the worth of the rest: a stale worth is an upper bound, so few are computed again.
  const worth = units.map(({ prose }, i) => (prose < PROSE ? 0 : worthOf(i)));
  const enough = Math.max(...worth) * (isLaidOut ? ENOUGH.laidOut : ENOUGH.talk);
  const kept: number[] = [];
  let left = budget;
  while (true) {
    const best = indexOfLargest(worth);
    const unit = units[best];
    if (!unit || !((worth[best] ?? 0) > enough)) break;
    const now = worthOf(best);
    const isBest = now >= (worth[best] ?? 0);
    worth[best] = now;
    if (!isBest) continue;
    worth[best] = 0;
    if (unit.tokens + JOINT > left) continue;
    kept.push(best);
    left -= unit.tokens + JOINT;
    for (const slot of words[best] ?? NO_WORDS) isSaid[slot] = 1;
  }
  return kept.sort((a, b) => a - b).flatMap((i) => units[i] ?? []);
}

const NO_WORDS = new Uint16Array();

/** Leaves the vocabulary as empty as it was. */
function distinctWords(text: string, scratch: Vocabulary): Uint16Array {
  addWords(text, scratch);
  const words = scratch.slots.slice(0, scratch.size);
  for (let k = 0; k < words.length; k++) scratch.counts[words[k] ?? 0] = 0;
  scratch.size = 0;
  return words;
}

function indexOfLargest(values: readonly number[]): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if ((values[i] ?? 0) > (values[best] ?? 0)) best = i;
  return best;
}
