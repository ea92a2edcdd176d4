// The tokenizer of printable ASCII, kept in the cache: of the trie what such a text can come to, in the same format. What is mapped counts as
// allocated; with the whole file a hook had a garbage collection of 2 ms, with these two fifths of it none.
import { join } from "node:path";
import { mapFile } from "../host/bytes.ts";
import { ensureDir, isWritable, writeAtomic } from "../host/files.ts";
import { once } from "../once.ts";
import type { Model } from "./model.ts";
import { isPlain, readTokenizer, type Tokenizer, WORD_MARK } from "./tokenizer.ts";
import { readTables, type Tables, tablesBytes } from "./tokenizer-file.ts";

/** Of the shipped model, ids as `readTokenizer` gives them. `cache`: a folder; null: there is none, and every text takes the whole file. */
export function openTokenizer(model: Model, cache: string | null): Tokenizer {
  const file = model.path("tokenizer");
  const whole = once(() => readTokenizer(mapFile(file)));
  const plain = once(() => (cache === null ? null : readPlain(model, cache)) ?? whole());
  return { encode: (text, maxTokens) => (isPlain(text) ? plain() : whole()).encode(text, maxTokens) };
}

/** Made where it is missing, once for a model: it takes as long as a prompt. null: it cannot be kept. */
function readPlain(model: Model, cache: string): Tokenizer | null {
  const path = join(cache, `tokenizer-${model.fingerprint.slice(0, 16)}.bin`);
  try {
    return readTokenizer(mapFile(path));
  } catch {
    // not there, or cut: made anew
  }
  if (!isWritable(cache)) return null;
  const bytes = tablesBytes(plainPart(readTables(mapFile(model.path("tokenizer")))));
  try {
    ensureDir(cache);
    writeAtomic(path, bytes);
  } catch {
    // a full disk: made again next time
  }
  return readTokenizer(bytes);
}

/** Nodes that printable ASCII leads to, breadth first, as siblings lie together; pieces keep their ids. No character of it is mapped. */
function plainPart({ firstChild, piece, score, label }: Tables): Tables {
  const kept = [0];
  const first: number[] = [];
  for (let i = 0; i < kept.length; i++) {
    const node = kept[i] ?? 0;
    first.push(kept.length);
    for (let child = firstChild[node] ?? 0; child < (firstChild[node + 1] ?? 0); child++) {
      const unit = String.fromCharCode(label[child] ?? 0);
      if (unit === WORD_MARK || isPlain(unit)) kept.push(child);
    }
  }
  first.push(kept.length);
  return {
    firstChild: Uint32Array.from(first),
    piece: Int32Array.from(kept, (node) => piece[node] ?? -1),
    score,
    mapped: new Uint32Array(),
    start: new Uint32Array(1),
    replacement: new Uint32Array(),
    label: Uint16Array.from(kept, (node) => label[node] ?? 0),
  };
}
