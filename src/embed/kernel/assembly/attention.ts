// Self-attention over all tokens, head by head.  Query, key and value of a token are columns 0, 384 and 768 of its row
// in one matrix [rows][1152]; a head is 32 of each.  The 1/√32 of the scores is part of the query's weights.
import { exp, maxLanes, mulAdd, splat, sumLanes } from "./lanes";
import { HIDDEN, ROW } from "./shape";

const HEADS: i32 = 12;
const HEAD: usize = 32;
const HEAD_BYTES: usize = HEAD * 4;
export const QKV_ROW: usize = 3 * ROW;
/** Below every score: the weight of a padding column is 0 to f32 precision. */
const NEVER: f32 = -1e30;

/**
 * context[rows][384] from qkv[rows][1152]; only the first `tokens` rows are attended to.  `rows` is even.
 * keys: room for 32 × columns f32, scores: 2 × columns f32, where columns is `tokens` rounded up to 8.
 */
export function attention(tokens: i32, rows: i32, qkv: usize, context: usize, keys: usize, scores: usize): void {
  const columns = (tokens + 7) & ~7;
  for (let h = 0; h < HEADS; h++) {
    const query = qkv + <usize>h * HEAD_BYTES, key = query + ROW, value = key + ROW;
    transposeKeys(key, tokens, columns, keys);
    let q = query, out = context + <usize>h * HEAD_BYTES;
    for (let t = 0; t < rows; t += 2) {
      attendTwo(q, keys, columns, value, tokens, scores, out);
      q += 2 * QKV_ROW;
      out += 2 * ROW;
    }
  }
}

/** Keys of one head [tokens][32] → [32][columns]; the padding columns are zero. */
function transposeKeys(key: usize, tokens: i32, columns: i32, out: usize): void {
  const line = <usize>columns << 2;
  for (let t = 0; t < columns; t += 4) {
    for (let e: usize = 0; e < HEAD; e += 4) {
      const p = key + <usize>t * QKV_ROW + (e << 2);
      const a = keyOrZero(p, t, tokens), b = keyOrZero(p + QKV_ROW, t + 1, tokens);
      const c = keyOrZero(p + 2 * QKV_ROW, t + 2, tokens), d = keyOrZero(p + 3 * QKV_ROW, t + 3, tokens);
      const ab01 = i32x4.shuffle(a, b, 0, 4, 1, 5), ab23 = i32x4.shuffle(a, b, 2, 6, 3, 7);
      const cd01 = i32x4.shuffle(c, d, 0, 4, 1, 5), cd23 = i32x4.shuffle(c, d, 2, 6, 3, 7);
      const to = out + e * line + (t << 2);
      v128.store(to, i64x2.shuffle(ab01, cd01, 0, 2));
      v128.store(to + line, i64x2.shuffle(ab01, cd01, 1, 3));
      v128.store(to + 2 * line, i64x2.shuffle(ab23, cd23, 0, 2));
      v128.store(to + 3 * line, i64x2.shuffle(ab23, cd23, 1, 3));
    }
  }
}

function keyOrZero(p: usize, t: i32, tokens: i32): v128 {
  return t < tokens ? v128.load(p) : splat(0);
}

/** Two neighbouring queries at `q` → two rows of the context at `out`. */
export function attendTwo(
  q: usize, keys: usize, columns: i32, value: usize, tokens: i32, scores0: usize, out: usize,
): void {
  const line = <usize>columns << 2, scores1 = scores0 + line;
  scoreTwo(q, q + QKV_ROW, keys, line, scores0, scores1);
  const share0 = splat(softmax(scores0, tokens)), share1 = splat(softmax(scores1, tokens));
  for (let half: usize = 0; half < HEAD_BYTES; half += HEAD_BYTES / 2) {
    mixValues(value + half, tokens, scores0, scores1, share0, share1, out + half);
  }
}

/** Dot products of two queries with all keys, eight keys at a time. */
function scoreTwo(q0: usize, q1: usize, keys: usize, line: usize, scores0: usize, scores1: usize): void {
  for (let column: usize = 0; column < line; column += 32) {
    let a = splat(0), b = splat(0), c = splat(0), d = splat(0);
    let k = keys + column;
    for (let e: usize = 0; e < HEAD_BYTES; e += 4) {
      const x = v128.load(k), y = v128.load(k, 16);
      const u = v128.load32_splat(q0 + e), w = v128.load32_splat(q1 + e);
      a = mulAdd(a, x, u); b = mulAdd(b, y, u);
      c = mulAdd(c, x, w); d = mulAdd(d, y, w);
      k += line;
    }
    v128.store(scores0 + column, a); v128.store(scores0 + column, b, 16);
    v128.store(scores1 + column, c); v128.store(scores1 + column, d, 16);
  }
}

/** scores → exp(score - largest), padding columns → 0; returns 1 / sum.  Subtracting the largest keeps exp in range. */
function softmax(scores: usize, tokens: i32): f32 {
  const columns = (tokens + 7) & ~7;
  for (let j = tokens; j < columns; j++) store<f32>(scores + (<usize>j << 2), NEVER);
  const end = scores + (<usize>tokens << 2);
  let largest = splat(NEVER), sum = splat(0);
  for (let p = scores; p < end; p += 16) largest = f32x4.pmax(largest, v128.load(p));
  largest = splat(maxLanes(largest));
  for (let p = scores; p < end; p += 16) {
    const weight = exp(f32x4.sub(v128.load(p), largest));
    v128.store(p, weight);
    sum = f32x4.add(sum, weight);
  }
  return <f32>1.0 / sumLanes(sum);
}

/** Sums of 16 of the head's 32 value columns, weighted for both queries: eight sums stay in registers. */
function mixValues(
  value: usize, tokens: i32, weights0: usize, weights1: usize, share0: v128, share1: v128, out: usize,
): void {
  let a = splat(0), b = splat(0), c = splat(0), d = splat(0);
  let e = splat(0), f = splat(0), g = splat(0), h = splat(0);
  for (let t = 0; t < tokens; t++) {
    const x = v128.load(value), y = v128.load(value, 16), z = v128.load(value, 32), w = v128.load(value, 48);
    const p = v128.load32_splat(weights0), q = v128.load32_splat(weights1);
    a = mulAdd(a, p, x); b = mulAdd(b, p, y); c = mulAdd(c, p, z); d = mulAdd(d, p, w);
    e = mulAdd(e, q, x); f = mulAdd(f, q, y); g = mulAdd(g, q, z); h = mulAdd(h, q, w);
    value += QKV_ROW;
    weights0 += 4;
    weights1 += 4;
  }
  storeFour(out, share0, a, b, c, d);
  storeFour(out + ROW, share1, e, f, g, h);
}

function storeFour(out: usize, factor: v128, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(out, f32x4.mul(a, factor)); v128.store(out, f32x4.mul(b, factor), 16);
  v128.store(out, f32x4.mul(c, factor), 32); v128.store(out, f32x4.mul(d, factor), 48);
}
