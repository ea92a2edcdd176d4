// Text → token ids of the shipped model (unigram pieces, XLM-R vocabulary), from one flat file (tokenizer-file.ts).
// The ids equal those of the reference tokenizer; user text never becomes a special token: `<s>` is three characters.
import { readTables, type Tables } from "./tokenizer-file.ts";

export type Tokenizer = {
  /** Start token, at most `maxTokens - 2` pieces from the front of the text, end token. */
  encode(text: string, maxTokens: number): Int32Array;
};

const START = 0;
const END = 2;
const UNKNOWN = 3;
/** The lowest score of all pieces less 10, as the reference has it; a constant because finding it would touch 1 MB. */
const UNKNOWN_SCORE = -30.3647518157959;
export const WORD_MARK = "\u2581"; // stands for the space before a word
const WORD_MARK_UNIT = 0x2581;
/**
 * Longer text is cut here first. Pieces have at most 16 units, so 512 of them need 8,192; the rest is room for runs
 * that make no pieces of their own (unknown characters, repeated spaces, dropped control characters).
 */
const MAX_UNITS = 65_536;

/** `bytes` is kept and read in place: give it a mapped file. Throws a WaysError when it is no whole tokenizer file. */
export function readTokenizer(bytes: Uint8Array): Tokenizer {
  const tables = readTables(bytes);
  return { encode: (text, maxTokens) => encode(tables, text, maxTokens) };
}

function encode(tables: Tables, text: string, maxTokens: number): Int32Array {
  const room = Math.max(0, maxTokens - 2);
  const pieces = bestPieces(tables, normalise(tables, text.slice(0, MAX_UNITS)), room).slice(0, room);
  return Int32Array.of(START, ...pieces, END);
}

/** Characters mapped as in the model's training (NFKC and a few more), spaces collapsed and turned into word marks. */
function normalise(tables: Tables, text: string): string {
  const characters = isPlain(text) ? text : mapCharacters(tables, text).normalize("NFC");
  if (characters === "") return "";
  const marked = characters.replace(/ +/g, WORD_MARK);
  return marked.startsWith(WORD_MARK) ? marked : WORD_MARK + marked;
}

/** Printable ASCII, which every normal form and the model's table leave as it is. */
export function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function mapCharacters({ mapped, start, replacement }: Tables, text: string): string {
  let result = "";
  for (const character of text) {
    const index = indexOf(mapped, character.codePointAt(0) ?? 0, 0, mapped.length);
    if (index < 0) {
      result += character;
      continue;
    }
    const end = start[index + 1] ?? 0;
    for (let i = start[index] ?? 0; i < end; i++) result += String.fromCodePoint(replacement[i] ?? 0);
  }
  return result;
}

/** The root of the trie has twelve thousand children: where those of Basic Latin are is looked up once for a text (0: not yet). */
const ROOTS = 128;

/**
 * The most probable split of the text into pieces (Viterbi over UTF-16 units). No piece has a word mark inside, so every
 * split passes through the start of every word: once `room` pieces lie before one, nothing that follows can change them.
 * One loop without calls: a hook is too short for a compiler, and in an interpreter calls cost twice what they do.
 */
function bestPieces({ firstChild, label, piece, score }: Tables, text: string, room: number): number[] {
  const length = text.length;
  const best = new Float64Array(length + 1).fill(Number.NEGATIVE_INFINITY); // score of the best way to each position
  const from = new Int32Array(length + 1); // where its last piece begins
  const last = new Int32Array(length + 1).fill(-1); // its last piece
  const count = new Int32Array(length + 1); // how many pieces it has
  best[0] = 0;

  const roots = new Int32Array(ROOTS);
  let end = length;
  for (let begin = 0; begin < length; begin++) {
    const before = best[begin] ?? 0;
    if (before === Number.NEGATIVE_INFINITY) continue; // inside a surrogate pair
    const first = text.charCodeAt(begin);
    if ((count[begin] ?? 0) >= room && first === WORD_MARK_UNIT) {
      end = begin;
      break;
    }
    // Every piece that begins here, as the trie is walked; last the character as an unknown one.
    let node = first < ROOTS ? (roots[first] ?? 0) : 0; // 0, the root: its child is still to be looked up
    let at = begin;
    for (let isWalking = true; isWalking; ) {
      if (at > begin || node === 0) {
        const unit = text.charCodeAt(at); // NaN, which is no label, at the end
        let low = firstChild[node] ?? 0;
        let high = firstChild[node + 1] ?? 0;
        node = -1;
        while (low < high) {
          const middle = (low + high) >> 1;
          const found = label[middle] ?? 0;
          if (found === unit) {
            node = middle;
            break;
          }
          if (found < unit) low = middle + 1;
          else high = middle;
        }
        if (at === begin && first < ROOTS) roots[first] = node;
      }
      isWalking = node >= 0;
      at++;
      const id = isWalking ? (piece[node] ?? -1) : UNKNOWN;
      if (id < 0) continue;
      const to = isWalking ? at : begin + ((text.codePointAt(begin) ?? 0) > 0xffff ? 2 : 1);
      const total = before + (id === UNKNOWN ? UNKNOWN_SCORE : (score[id] ?? 0));
      if (total <= (best[to] ?? 0)) continue;
      best[to] = total;
      from[to] = begin;
      last[to] = id;
      const joined = id === UNKNOWN && last[begin] === UNKNOWN;
      count[to] = (count[begin] ?? 0) + (joined ? 0 : 1);
    }
  }
  return backtrack(from, last, end);
}

/** The pieces from the front; neighbouring unknowns count as one. */
function backtrack(from: Int32Array, last: Int32Array, end: number): number[] {
  const pieces: number[] = [];
  let before = -1;
  for (let at = end; at > 0; at = from[at] ?? 0) {
    const id = last[at] ?? UNKNOWN;
    if (id !== UNKNOWN || before !== UNKNOWN) pieces.push(id);
    before = id;
  }
  return pieces.reverse();
}

/** Index of `value` in the ascending range [low, high), -1 when it is not there. */
function indexOf(ascending: Uint32Array | Uint16Array, value: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = ascending[middle] ?? 0;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle;
  }
  return -1;
}
