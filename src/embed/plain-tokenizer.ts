// The tokenizer of printable ASCII, kept in the cache: of the trie what such a text can come to, behind a hash of it. What is mapped counts as
// allocated; with the whole file a hook had a garbage collection of 2 ms, with these two fifths of it none.
import { join } from "node:path";
import { mapFile } from "../host/bytes.ts";
import { ensureDir, isWritable, removeFile, writeAtomic } from "../host/files.ts";
import { stampOf } from "../host/stamps.ts";
import { once } from "../once.ts";
import type { Model } from "./model.ts";
import { isPlain, readTokenizer, type Tokenizer, WORD_MARK } from "./tokenizer.ts";
import { readTables, type Tables, tablesBytes } from "./tokenizer-file.ts";

/** Goes into the hash: files of another format, or made by another rule, read as damaged. */
const FORMAT = 1n;
const HASH_BYTES = 8;

/** Of the shipped model, ids as `readTokenizer` gives them. `cache`: a folder; null: there is none. */
export function openTokenizer(model: Model, cache: string | null): Tokenizer {
  const plain = once(() => (cache === null ? null : readPlain(pathIn(cache, model), sizeOf(model))));
  let whole: Tokenizer | null = null; // once it is open, it serves for all
  const openWhole = () => {
    whole ??= readTokenizer(mapFile(model.path("tokenizer")));
    return whole;
  };
  return {
    encode: (text, maxTokens) =>
      ((whole === null && isPlain(text) ? plain() : null) ?? openWhole()).encode(text, maxTokens),
  };
}

/** Makes the file where there is none. Best effort: without it the whole tokenizer is read. */
export function keepPlainTokenizer(model: Model, cache: string): void {
  const path = pathIn(cache, model);
  if (stampOf(path) !== null || !isWritable(cache)) return;
  const bytes = tablesBytes(plainPart(readTables(mapFile(model.path("tokenizer")))));
  try {
    ensureDir(cache);
    writeAtomic(path, Buffer.concat([hashOf(bytes), bytes]));
  } catch {
    // a full disk: another time
  }
}

function pathIn(cache: string, model: Model): string {
  return join(cache, `tokenizer-${model.fingerprint.slice(0, 16)}.bin`);
}

/** Of the whole: more is no part of it. */
function sizeOf({ manifest }: Model): number {
  return manifest.files.find(({ role }) => role === "tokenizer")?.bytes ?? 0;
}

/** null: not there, or not what was written; that is removed, to be made anew. */
function readPlain(path: string, limit: number): Tokenizer | null {
  const stamp = stampOf(path);
  if (stamp === null) return null;
  try {
    if (stamp.size > HASH_BYTES && stamp.size < limit) {
      const file = mapFile(path);
      const bytes = file.subarray(HASH_BYTES);
      if (hashOf(bytes).equals(file.subarray(0, HASH_BYTES))) return readTokenizer(bytes);
    }
    removeFile(path);
  } catch {
    // no regular file, or nothing that may be removed
  }
  return null;
}

function hashOf(bytes: Uint8Array): Buffer {
  const hash = Buffer.alloc(HASH_BYTES);
  hash.writeBigUInt64LE(BigInt(Bun.hash(bytes, FORMAT)));
  return hash;
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
