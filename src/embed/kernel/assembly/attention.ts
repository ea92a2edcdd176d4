// Self-attention over all tokens, head by head.  Query, key and value of a token are columns 0, 384 and 768 of its row
// in one matrix [rows][1152]; a head is 32 of each.  The 1/√32 of the scores is part of the query's weights.
//
// Keys and values of the head at work are copied into compact forms first, because rows 4,608 bytes apart share so few
// cache sets that they evict each other:
//     keys    [tokens / 8][32][8]    eight tokens together, element by element; missing tokens are zero
//     values  [tokens][32]
import { maxLanes, mulAdd, powerOfTwo, splat, storeTransposed, sumLanes } from "./lanes";
import { HIDDEN, ROW } from "./shape";

export const HEADS: i32 = 12;
const HEAD_BYTES: usize = (HIDDEN / HEADS) * 4;
export const QKV_ROW: usize = 3 * ROW;
const EIGHT_KEYS: usize = 8 * HEAD_BYTES;
/** Below every score: the weight of a missing token is 0 to f32 precision. */
const NEVER: f32 = -1e30;
const LOG2_E: f32 = 1.44269504;

/**
 * The columns of one head of context[rows][384] from qkv[rows][1152]; only the first `tokens` rows are attended to.  `rows` is a
 * multiple of 4.  Room needed, with `tokens` rounded up to 8: keys and values 32 f32 a token each, scores 4 f32 a token.
 */
export function attendHead(index: usize, tokens: i32, rows: i32, qkv: usize, context: usize, room: usize): void {
  const columns = <usize>((tokens + 7) & ~7);
  const keys = room, values = keys + columns * HEAD_BYTES, scores = values + columns * HEAD_BYTES;
  const head = index * HEAD_BYTES;
  packKeys(qkv + ROW + head, tokens, keys);
  packValues(qkv + 2 * ROW + head, tokens, values);
  let query = qkv + head, out = context + head;
  for (let t = 0; t < rows; t += 4) {
    attendFour(query, keys, values, tokens, scores, out);
    query += 4 * QKV_ROW;
    out += 4 * ROW;
  }
}

function packKeys(from: usize, tokens: i32, to: usize): void {
  for (let t = 0; t < tokens; t += 8) {
    packFourKeys(from, tokens - t, to);
    packFourKeys(from + 4 * QKV_ROW, tokens - t - 4, to + 16);
    from += 8 * QKV_ROW;
    to += EIGHT_KEYS;
  }
}

/** Transposes four rows of 32, of which the first `left` exist, to 32 rows of four (of eight: 32 bytes apart). */
function packFourKeys(from: usize, left: i32, to: usize): void {
  for (let e: usize = 0; e < HEAD_BYTES; e += 16) {
    const p = from + e;
    const a = loadOrZero(p, left > 0), b = loadOrZero(p + QKV_ROW, left > 1);
    const c = loadOrZero(p + 2 * QKV_ROW, left > 2), d = loadOrZero(p + 3 * QKV_ROW, left > 3);
    storeTransposed(a, b, c, d, to, 32);
    to += 128;
  }
}

function loadOrZero(p: usize, exists: bool): v128 {
  return exists ? v128.load(p) : splat(0);
}

function packValues(from: usize, tokens: i32, to: usize): void {
  for (let t = 0; t < tokens; t++) {
    for (let e: usize = 0; e < HEAD_BYTES; e += 16) v128.store(to + e, v128.load(from + e));
    from += QKV_ROW;
    to += HEAD_BYTES;
  }
}

/** Four neighbouring queries → their rows of the context. */
export function attendFour(query: usize, keys: usize, values: usize, tokens: i32, scores: usize, out: usize): void {
  const line = <usize>((tokens + 7) & ~7) << 2;
  scoreFour(query, keys, line, scores);
  const share0 = splat(softmax(scores, tokens)), share1 = splat(softmax(scores + line, tokens));
  mixTwo(values, tokens, scores, line, share0, share1, out);
  scores += 2 * line;
  out += 2 * ROW;
  const share2 = splat(softmax(scores, tokens)), share3 = splat(softmax(scores + line, tokens));
  mixTwo(values, tokens, scores, line, share2, share3, out);
}

/** Dot products of four queries with all keys, eight keys at a time: the eight sums stay in registers. */
function scoreFour(query: usize, keys: usize, line: usize, scores: usize): void {
  const query1 = query + QKV_ROW, query2 = query1 + QKV_ROW, query3 = query2 + QKV_ROW;
  for (let column: usize = 0; column < line; column += 32) {
    let a0 = splat(0), b0 = a0, a1 = a0, b1 = a0, a2 = a0, b2 = a0, a3 = a0, b3 = a0;
    for (let e: usize = 0; e < HEAD_BYTES; e += 4) {
      const a = v128.load(keys), b = v128.load(keys, 16);
      let q = v128.load32_splat(query + e);
      a0 = mulAdd(a0, q, a); b0 = mulAdd(b0, q, b);
      q = v128.load32_splat(query1 + e);
      a1 = mulAdd(a1, q, a); b1 = mulAdd(b1, q, b);
      q = v128.load32_splat(query2 + e);
      a2 = mulAdd(a2, q, a); b2 = mulAdd(b2, q, b);
      q = v128.load32_splat(query3 + e);
      a3 = mulAdd(a3, q, a); b3 = mulAdd(b3, q, b);
      keys += 32;
    }
    let to = scores + column;
    v128.store(to, a0); v128.store(to, b0, 16);
    to += line;
    v128.store(to, a1); v128.store(to, b1, 16);
    to += line;
    v128.store(to, a2); v128.store(to, b2, 16);
    to += line;
    v128.store(to, a3); v128.store(to, b3, 16);
  }
}

/** scores → e^(score - largest), missing tokens → 0; returns 1 / sum.  Subtracting the largest rules out overflow. */
export function softmax(scores: usize, tokens: i32): f32 {
  const columns = (tokens + 7) & ~7;
  for (let j = tokens; j < columns; j++) store<f32>(scores + (<usize>j << 2), NEVER);
  const end = scores + (<usize>tokens << 2);
  let largest = splat(NEVER), sum = splat(0);
  for (let p = scores; p < end; p += 16) largest = f32x4.pmax(largest, v128.load(p));
  largest = splat(maxLanes(largest));
  for (let p = scores; p < end; p += 16) {
    const weight = powerOfTwo(f32x4.mul(f32x4.sub(v128.load(p), largest), splat(LOG2_E)));
    v128.store(p, weight);
    sum = f32x4.add(sum, weight);
  }
  return <f32>1.0 / sumLanes(sum);
}

/** Sums of the values, weighted for two queries; 16 of the 32 columns at a time keep the eight sums in registers. */
export function mixTwo(values: usize, tokens: i32, scores: usize, line: usize, share0: v128, share1: v128, out: usize): void {
  for (let half: usize = 0; half < HEAD_BYTES; half += HEAD_BYTES / 2) {
    let a0 = splat(0), b0 = a0, c0 = a0, d0 = a0, a1 = a0, b1 = a0, c1 = a0, d1 = a0;
    let value = values + half, weight = scores;
    const end = scores + (<usize>tokens << 2);
    while (weight < end) {
      const a = v128.load(value), b = v128.load(value, 16), c = v128.load(value, 32), d = v128.load(value, 48);
      let w = v128.load32_splat(weight);
      a0 = mulAdd(a0, w, a); b0 = mulAdd(b0, w, b); c0 = mulAdd(c0, w, c); d0 = mulAdd(d0, w, d);
      w = v128.load32_splat(weight + line);
      a1 = mulAdd(a1, w, a); b1 = mulAdd(b1, w, b); c1 = mulAdd(c1, w, c); d1 = mulAdd(d1, w, d);
      value += HEAD_BYTES;
      weight += 4;
    }
    storeScaled(out + half, share0, a0, b0, c0, d0);
    storeScaled(out + half + ROW, share1, a1, b1, c1, d1);
  }
}

function storeScaled(out: usize, factor: v128, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(out, f32x4.mul(a, factor)); v128.store(out, f32x4.mul(b, factor), 16);
  v128.store(out, f32x4.mul(c, factor), 32); v128.store(out, f32x4.mul(d, factor), 48);
}
