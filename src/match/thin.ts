// Texts far beyond any prompt (a log of a megabyte) → the blocks worth a closer look, in document order, in one pass.
// What is repetitive is covered by its first block; a block whose words stand nowhere before it is worth most, wherever
// it is: so a question in the middle of a log survives.
import { SLOTS, scanWords } from "./words.ts";

/** Shorter texts are looked at as a whole: dispatch prompts and agent definitions have up to 13 KB. */
const WHOLE = 16_384;
/** Characters of a longer one that are looked at sentence by sentence. */
const CLOSE_LOOK = 8_192;
/** Both ends are looked at in any case. */
const END = 1_536;
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
  const seen: number[] = [];
  const buffer = new Uint16Array(LONGEST_BLOCK);
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    const { words, end } = scanWords(text, at, BLOCK, LONGEST_BLOCK, buffer);
    for (let k = 0; k < words; k++) {
      const slot = buffer[k] ?? 0;
      const count = counts[slot] ?? 0;
      counts[slot] = count + 1;
      if (count > 0) continue;
      firstBlock[slot] = starts.length;
      seen.push(slot);
    }
    starts.push(at);
    at = end;
  }
  if (text.length <= WHOLE) return { text, counts, share: 1 };
  // Information of the words that a block is the first to use, per character.
  const worth = new Float64Array(starts.length);
  for (const slot of seen) {
    const block = firstBlock[slot] ?? 0;
    const length = (starts[block + 1] ?? text.length) - (starts[block] ?? 0);
    worth[block] = (worth[block] ?? 0) + Math.max(0, Math.log(starts.length / (counts[slot] ?? 1))) / length;
  }
  const thinned = joinBlocks(text, starts, worth);
  return { text: thinned, counts, share: thinned.length / text.length };
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
