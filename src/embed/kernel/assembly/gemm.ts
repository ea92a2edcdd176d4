// Matrix product of int8 activations (quantise.ts) and 4-bit weights (weights.ts): where three quarters of the time go.
//
//   out[t][c] = rowScale[c] · Σ_blocks actScale[t] · multiplier[c] · Σ_k act[t][k] · (weight[c][k] - 8)  +  bias[c]
//
// The inner sum is exact in i16, the product with the multiplier exact in i32; rounding happens per block, in f32.
import { mulAdd, repeat0, repeat1, repeat2, repeat3, splat } from "./lanes";
import { ACT_BLOCK, ACT_SCALES, ACT_ZEROS } from "./quantise";
import { FILE_BLOCK, HALF_STEP, PANEL_HEAD, STEP, STEPS, unpack } from "./weights";

/**
 * out[rows][channels] = activations · weights, rows `stride` bytes apart.  `rows` is a multiple of 4, `channels` of 8; `panel` has
 * room for one unpacked panel of `blocks` blocks.
 */
export function gemm(
  weights: usize, blocks: i32, channels: i32, rowScale: usize, bias: usize,
  activations: usize, rows: i32, out: usize, stride: usize, panel: usize,
): void {
  const group = <usize>blocks * ACT_BLOCK;
  for (let c = 0; c < channels; c += 8) {
    unpack(weights, blocks, panel);
    let four = activations, to = out;
    for (let t = 0; t < rows; t += 4) {
      tile(panel, blocks, four, rowScale, bias, to, stride);
      four += group;
      to += stride << 2;
    }
    weights += <usize>blocks * FILE_BLOCK;
    rowScale += 32;
    bias += 32;
    out += 32;
  }
}

/**
 * 4 tokens × 8 channels.  Eight vectors of i16 sums (s0 … s3: token; l, h: channels 0-3, 4-7) live in registers for one
 * block.  With two weight vectors, an activation and its repeated lane that makes 12 of the 16 xmm registers.  The step
 * loop must stay rolled: unrolled, its steps get interleaved and the sums spill (2 × 10 %, 8 × 140 % slower).
 */
export function tile(
  panel: usize, blocks: i32, four: usize, rowScale: usize, bias: usize, out: usize, stride: usize,
): void {
  const out1 = out + stride, out2 = out1 + stride, out3 = out2 + stride;
  clear(out); clear(out1); clear(out2); clear(out3);
  for (let b = 0; b < blocks; b++) {
    const zeros = v128.load(four, ACT_ZEROS);
    let s0l = repeat0(zeros), s0h = s0l, s1l = repeat1(zeros), s1h = s1l;
    let s2l = repeat2(zeros), s2h = s2l, s3l = repeat3(zeros), s3h = s3l;
    const multipliers = panel;
    panel += PANEL_HEAD;
    for (let s = 0; s < STEPS; s++) {
      const wl = v128.load(panel), wh = v128.load(panel + HALF_STEP), tokens = v128.load(four);
      const ul = upperWeights(panel), uh = upperWeights(panel + HALF_STEP);
      let a = activation(repeat0(tokens));
      s0l = dot(s0l, a, wl, ul); s0h = dot(s0h, a, wh, uh);
      a = activation(repeat1(tokens));
      s1l = dot(s1l, a, wl, ul); s1h = dot(s1h, a, wh, uh);
      a = activation(repeat2(tokens));
      s2l = dot(s2l, a, wl, ul); s2h = dot(s2h, a, wh, uh);
      a = activation(repeat3(tokens));
      s3l = dot(s3l, a, wl, ul); s3h = dot(s3h, a, wh, uh);
      panel += STEP;
      four += 16;
    }
    const ml = v128.load(multipliers), mh = v128.load(multipliers, 16), scales = v128.load(four);
    addBlock(out, s0l, s0h, ml, mh, repeat0(scales));
    addBlock(out1, s1l, s1h, ml, mh, repeat1(scales));
    addBlock(out2, s2l, s2h, ml, mh, repeat2(scales));
    addBlock(out3, s3l, s3h, ml, mh, repeat3(scales));
    four += ACT_BLOCK - ACT_SCALES;
  }
  finish(out, rowScale, bias); finish(out1, rowScale, bias); finish(out2, rowScale, bias); finish(out3, rowScale, bias);
}

/**
 * sums + 16 products activation × weight, added in neighbouring pairs to eight i16.
 *
 * A weight is 0 … 15 and |activation| ≤ 127, so |pair| ≤ 2 · 127 · 15 = 3,810: nothing saturates, the relaxed instruction
 * has only one possible result, and both ways below give the same bits.  A sum starts at -8 · Σ activations and ends at
 * Σ activation · (weight - 8) over 16 k; at every step between, |sum| ≤ 16 · 127 · 8 = 16,256.
 */
function dot(sums: v128, activations: v128, weights: v128, upper: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return i16x8.add(sums, i16x8.relaxed_dot_i8x16_i7x16_s(activations, weights));
  const pairs = i16x8.narrow_i32x4_s(i32x4.dot_i16x8_s(activations, weights), i32x4.dot_i16x8_s(activations, upper));
  return i16x8.add(sums, pairs);
}

/** Four int8 of one token, repeated (as i16 without relaxed SIMD). */
function activation(repeated: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? repeated : i16x8.extend_low_i8x16_s(repeated);
}

/** Without relaxed SIMD the 16 weights of a half step fill a second vector. */
function upperWeights(halfStep: usize): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i32x4.splat(0) : v128.load(halfStep, 16);
}

function clear(out: usize): void {
  v128.store(out, splat(0));
  v128.store(out, splat(0), 16);
}

/** out[8 channels] += sums · multipliers · scale.  Both halves of a channel meet here: 2 · 16,256 · 32,767 < 2^31. */
function addBlock(out: usize, low: v128, high: v128, multLow: v128, multHigh: v128, scale: v128): void {
  const l = f32x4.convert_i32x4_s(i32x4.dot_i16x8_s(low, multLow));
  const h = f32x4.convert_i32x4_s(i32x4.dot_i16x8_s(high, multHigh));
  v128.store(out, mulAdd(v128.load(out), l, scale));
  v128.store(out, mulAdd(v128.load(out, 16), h, scale), 16);
}

/** out[8 channels] = out · rowScale + bias */
function finish(out: usize, rowScale: usize, bias: usize): void {
  v128.store(out, mulAdd(v128.load(bias), v128.load(out), v128.load(rowScale)));
  v128.store(out, mulAdd(v128.load(bias, 16), v128.load(out, 16), v128.load(rowScale, 16)), 16);
}
