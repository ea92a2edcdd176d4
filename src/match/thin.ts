// Texts far beyond any prompt (a log of a megabyte) → the blocks worth a closer look, in document order, in one pass.
// What is repetitive is covered by its first block; a block whose words stand nowhere before it is worth most, wherever
// it is: so a question in the middle of a log survives.
import { SLOTS, wordSlots } from "./words.ts";

/** Characters that are looked at sentence by sentence. */
const CLOSE_LOOK = 12_288;
/** Both ends are looked at in any case. */
const END = 2_048;
const BLOCK = 100;
const LONGEST_BLOCK = 1_000;

export type Thinned = {
  readonly text: string;
  /** How often each word of the whole text occurs, by slot (words.ts). */
  readonly counts: Uint32Array;
  /** Part of the whole text that is left, 0–1. */
  readonly share: number;
};

export function thinText(text: string): Thinned {
  const counts = new Uint32Array(SLOTS);
  const firstBlock = new Uint32Array(SLOTS);
  const buffer = new Uint16Array(LONGEST_BLOCK + 2);
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    const end = blockEnd(text, at);
    const count = wordSlots(text, at, end, buffer);
    for (let k = 0; k < count; k++) {
      const slot = buffer[k] ?? 0;
      if (counts[slot] === 0) firstBlock[slot] = starts.length;
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
    starts.push(at);
    at = end;
  }
  if (text.length <= CLOSE_LOOK) return { text, counts, share: 1 };
  const thinned = joinBlocks(text, starts, worthOf(text, starts, counts, firstBlock));
  return { text: thinned, counts, share: thinned.length / text.length };
}

/** At a line break or the end of a sentence, else at white space, else anywhere but inside a surrogate pair. */
function blockEnd(text: string, from: number): number {
  const limit = Math.min(from + LONGEST_BLOCK, text.length);
  let space = 0;
  for (let i = from + BLOCK; i < limit; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || unit === 0x3002) return i + 1;
    if (unit !== 32) continue;
    if (isTerminal(text.charCodeAt(i - 1))) return i + 1;
    space = i + 1;
  }
  if (limit === text.length) return limit;
  if (space > 0) return space;
  return (text.charCodeAt(limit) & 0xfc00) === 0xdc00 ? limit - 1 : limit;
}

function isTerminal(unit: number): boolean {
  return unit === 46 || unit === 63 || unit === 33;
}

/** Information of the words that a block is the first to use, per character. */
function worthOf(text: string, starts: readonly number[], counts: Uint32Array, firstBlock: Uint32Array): Float64Array {
  const worth = new Float64Array(starts.length);
  for (let slot = 0; slot < SLOTS; slot++) {
    const count = counts[slot] ?? 0;
    const block = firstBlock[slot] ?? 0;
    if (count > 0) worth[block] = (worth[block] ?? 0) + Math.max(0, Math.log(starts.length / count));
  }
  return worth.map((sum, block) => sum / ((starts[block + 1] ?? text.length) - (starts[block] ?? 0)));
}

/** Both ends and the blocks of most worth; a gap becomes a line break. */
function joinBlocks(text: string, starts: readonly number[], worth: Float64Array): string {
  const endOf = (block: number) => starts[block + 1] ?? text.length;
  const room = CLOSE_LOOK - 2 * END;
  const needed =
    worth
      .slice()
      .sort()
      .at(-Math.ceil((room * worth.length) / text.length)) ?? 0;
  let left = room;
  let gap = false;
  let out = "";
  for (let block = 0; block < starts.length; block++) {
    const start = starts[block] ?? 0;
    const end = endOf(block);
    const isEnd = start < END || end > text.length - END;
    if (!isEnd && ((worth[block] ?? 0) < needed || worth[block] === 0 || left < 0)) {
      gap = true;
      continue;
    }
    if (!isEnd) left -= end - start;
    out += `${gap ? "\n" : ""}${text.slice(start, end)}`;
    gap = false;
  }
  return out;
}
