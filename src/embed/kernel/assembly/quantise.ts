// Activations: f32 rows → int8 with one scale per token and block of 32.
//
// A matrix of quantised rows holds four tokens together, block after block.  One block of 32 columns k is ACT_BLOCK = 160 bytes:
//
//     0 ┌──────────────────────────────────────┐
//       │ 8 steps × 4 tokens × 4 int8          │  step s holds k = 4s … 4s + 3
//   128 ├──────────────────────────────────────┤
//       │ 4 × f32                              │  scale of each token
//   144 ├──────────────────────────────────────┤
//       │ 4 × (i16, i16)                       │  start value of each token's sums: see `zeroPoint`
//   160 └──────────────────────────────────────┘
//
// So a token's part of a block is one 4-byte column of it, 16 bytes apart: its "slot".
import { maxLanes, roundToInt, splat, sumAlternate } from "./lanes";

export const ACT_BLOCK: usize = 160;
export const ACT_SCALES: usize = 128;
export const ACT_ZEROS: usize = 144;

/** Where token `t` begins in a matrix of `blocks` blocks a row. */
export function slotOf(matrix: usize, blocks: i32, t: i32): usize {
  const group = <usize>(t >> 2) * blocks * ACT_BLOCK;
  return matrix + group + ((t & 3) << 2);
}

/** `rows` rows of `blocks` × 32 f32 → a quantised matrix.  |error| of an element ≤ scale / 2 = the block's largest / 254. */
export function quantise(x: usize, blocks: i32, rows: i32, matrix: usize): void {
  for (let t = 0; t < rows; t++) {
    quantiseRow(x, blocks, slotOf(matrix, blocks, t));
    x += <usize>blocks << 7;
  }
}

export function quantiseRow(x: usize, blocks: i32, slot: usize): void {
  for (let b = 0; b < blocks; b++) {
    quantiseBlock(x, slot);
    x += 128;
    slot += ACT_BLOCK;
  }
}

function quantiseBlock(x: usize, slot: usize): void {
  const largest = largestOf32(x);
  const inverse = splat(largest > 0 ? <f32>127.0 / largest : 0);
  const low = i8x16.narrow_i16x8_s(roundEight(x, inverse), roundEight(x + 32, inverse));
  const high = i8x16.narrow_i16x8_s(roundEight(x + 64, inverse), roundEight(x + 96, inverse));
  v128.store32_lane(slot, low, 0, 0);
  v128.store32_lane(slot, low, 1, 16);
  v128.store32_lane(slot, low, 2, 32);
  v128.store32_lane(slot, low, 3, 48);
  v128.store32_lane(slot, high, 0, 64);
  v128.store32_lane(slot, high, 1, 80);
  v128.store32_lane(slot, high, 2, 96);
  v128.store32_lane(slot, high, 3, 112);
  store<f32>(slot, largest * (<f32>1.0 / <f32>127.0), 128);
  v128.store32_lane(slot, zeroPoint(low, high), 0, 144);
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
