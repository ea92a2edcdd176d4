// Activations: f32 rows → int8 with one scale per token and block of 32.
//
// A matrix of quantised rows holds four tokens together, block after block.  A block of 32 columns k is 160 bytes:
//
//     0 ┌──────────────────────────────────────┐
//       │ 8 steps × 4 tokens × 4 int8          │  step s holds k = 4s … 4s + 3
//   128 ├──────────────────────────────────────┤
//       │ 4 × f32                              │  scale of each token
//   144 ├──────────────────────────────────────┤
//       │ 4 × (i16, i16)                       │  start value of each token's sums: see `zeroPoint`
//   160 └──────────────────────────────────────┘
import { maxLanes, roundToInt, splat, storeTransposed, sumAlternate } from "./lanes";

export const ACT_BLOCK: usize = 160;
export const ACT_SCALES: usize = 128;
export const ACT_ZEROS: usize = 144;

/**
 * `rows` rows of `blocks` × 32 f32 → a quantised matrix; `rows` is a multiple of 4.
 * |error| of an element ≤ half its scale, and a scale is the largest of its 32 by 127.
 */
export function quantise(x: usize, blocks: i32, rows: i32, to: usize): void {
  const row = <usize>blocks << 7;
  for (let t = 0; t < rows; t += 4) {
    for (let b = 0; b < blocks; b++) {
      for (let i: usize = 0; i < 4; i++) quantiseBlock(x + i * row, to + (i << 5), to + (i << 2));
      interleave(to);
      x += 128;
      to += ACT_BLOCK;
    }
    x += 3 * row;
  }
}

/** 32 f32 → 32 int8 at `to`; scale and start value into the token's place (its first is `word`). */
function quantiseBlock(x: usize, to: usize, word: usize): void {
  const largest = largestOf32(x);
  const inverse = splat(largest > 0 ? <f32>127.0 / largest : 0);
  const low = i8x16.narrow_i16x8_s(roundEight(x, inverse), roundEight(x + 32, inverse));
  const high = i8x16.narrow_i16x8_s(roundEight(x + 64, inverse), roundEight(x + 96, inverse));
  v128.store(to, low);
  v128.store(to, high, 16);
  store<f32>(word, largest * (<f32>1.0 / <f32>127.0), ACT_SCALES);
  v128.store32_lane(word, zeroPoint(low, high), 0, ACT_ZEROS);
}

/** 4 tokens × 8 steps → 8 steps × 4 tokens, words of 4 int8. */
function interleave(block: usize): void {
  const a = v128.load(block), b = v128.load(block, 32), c = v128.load(block, 64), d = v128.load(block, 96);
  const e = v128.load(block, 16), f = v128.load(block, 48), g = v128.load(block, 80), h = v128.load(block, 112);
  storeTransposed(a, b, c, d, block, 16);
  storeTransposed(e, f, g, h, block + 64, 16);
}

function largestOf32(x: usize): f32 {
  const a = f32x4.pmax(absolute(x), absolute(x + 16));
  const b = f32x4.pmax(absolute(x + 32), absolute(x + 48));
  const c = f32x4.pmax(absolute(x + 64), absolute(x + 80));
  const d = f32x4.pmax(absolute(x + 96), absolute(x + 112));
  return maxLanes(f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d)));
}

function absolute(p: usize): v128 {
  return f32x4.abs(v128.load(p));
}

/** Eight f32 at `p`, times `inverse`, rounded to i16. */
function roundEight(p: usize, inverse: v128): v128 {
  return i16x8.narrow_i32x4_s(
    roundToInt(f32x4.mul(v128.load(p), inverse)),
    roundToInt(f32x4.mul(v128.load(p, 16), inverse)),
  );
}

/**
 * A stored weight w stands for w - 8, so a sum of products a·w is too large by 8 · (sum of a): the sums start at minus
 * that.  The products are summed in two interleaved halves (see gemm.ts), each with a start value of its own.
 */
function zeroPoint(low: v128, high: v128): v128 {
  const pairs = i16x8.add(i16x8.extadd_pairwise_i8x16_s(low), i16x8.extadd_pairwise_i8x16_s(high));
  return i16x8.neg(i16x8.shl(sumAlternate(pairs), 3));
}
