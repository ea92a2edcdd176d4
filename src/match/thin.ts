// Texts far beyond any prompt (a log of a megabyte) → the blocks worth a closer look, in document order, in one pass.
// What is repetitive is covered by its first block; a block whose words stand nowhere before it is worth most, wherever
// it is: so a question in the middle of a log survives.
import { addBlock, addWords, newVocabulary, type Vocabulary } from "./words.ts";

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
  const words = newVocabulary();
  if (text.length <= WHOLE) {
    addWords(text, words);
    return { text, counts: words.counts, share: 1 };
  }
  const thinned = joinBlocks(text, chosenBlocks(text, words));
  return { text: thinned, counts: words.counts, share: thinned.length / text.length };
}

type Block = { readonly start: number; readonly end: number };

/** Those of most worth in document order, and both ends. */
function chosenBlocks(text: string, words: Vocabulary): readonly Block[] {
  const { blocks, total } = newBlocks(text, words);
  const worths = blocks.map((block) => worthOf(block, words, total));
  const room = CLOSE_LOOK - 2 * END;
  const needed = worths.toSorted((a, b) => b - a)[Math.ceil((room * total) / text.length) - 1] ?? 0;
  let left = room;
  return blocks.filter(({ start, end }, i) => {
    if (start < END || end > text.length - END) return true;
    const worth = worths[i] ?? 0;
    if (worth < needed || worth === 0 || left < 0) return false;
    left -= end - start;
    return true;
  });
}

type NewBlock = Block & {
  /** The words that stand nowhere before it: from here on in the vocabulary, up to `last`. */
  readonly first: number;
  readonly last: number;
};

/** Counts the words. Blocks without a new one are left out, but at both ends. A function of its own, to be compiled early. */
function newBlocks(text: string, words: Vocabulary): { readonly blocks: readonly NewBlock[]; readonly total: number } {
  const blocks: NewBlock[] = [];
  let total = 0;
  for (let start = 0; start < text.length; total++) {
    const first = words.size;
    const end = addBlock(text, start, BLOCK, LONGEST_BLOCK, words);
    if (words.size > first || start < END || end > text.length - END)
      blocks.push({ start, end, first, last: words.size });
    start = end;
  }
  return { blocks, total };
}

/** Information of a block's new words, per character. */
function worthOf({ start, end, first, last }: NewBlock, { counts, slots }: Vocabulary, total: number): number {
  let news = 0;
  for (let k = first; k < last; k++) news += Math.max(0, Math.log(total / (counts[slots[k] ?? 0] ?? 1)));
  return news / (end - start);
}

/** A gap becomes a line break. */
function joinBlocks(text: string, blocks: readonly Block[]): string {
  return blocks
    .map(({ start, end }, i) => `${start > (blocks[i - 1]?.end ?? 0) ? "\n" : ""}${text.slice(start, end)}`)
    .join("");
}
