// Small functions on v128 values.  `asc -O3` inlines all of them, so naming a step costs nothing.

export function splat(x: f32): v128 {
  return f32x4.splat(x);
}

/** Lane 0 (1, 2, 3) of `v` in all four 32-bit lanes. */
export function repeat0(v: v128): v128 {
  return i32x4.shuffle(v, v, 0, 0, 0, 0);
}
export function repeat1(v: v128): v128 {
  return i32x4.shuffle(v, v, 1, 1, 1, 1);
}
export function repeat2(v: v128): v128 {
  return i32x4.shuffle(v, v, 2, 2, 2, 2);
}
export function repeat3(v: v128): v128 {
  return i32x4.shuffle(v, v, 3, 3, 3, 3);
}

/** sum + a * b, rounded twice: a fused multiply-add would give other bits on other machines. */
export function mulAdd(sum: v128, a: v128, b: v128): v128 {
  return f32x4.add(sum, f32x4.mul(a, b));
}

// A reduction over lanes adds (or compares) the vector with its halves swapped, then with its neighbours swapped.

function swapHalves(v: v128): v128 {
  return i32x4.shuffle(v, v, 2, 3, 0, 1);
}

function swapNeighbours(v: v128): v128 {
  return i32x4.shuffle(v, v, 1, 0, 3, 2);
}

/** Sum of four f32. */
export function sumLanes(v: v128): f32 {
  const halves = f32x4.add(v, swapHalves(v));
  return f32x4.extract_lane(f32x4.add(halves, swapNeighbours(halves)), 0);
}

/** Largest of four f32. */
export function maxLanes(v: v128): f32 {
  const halves = f32x4.pmax(v, swapHalves(v));
  return f32x4.extract_lane(f32x4.pmax(halves, swapNeighbours(halves)), 0);
}

/** Eight i16 → in every 32-bit lane the pair (v0 + v2 + v4 + v6, v1 + v3 + v5 + v7). */
export function sumAlternate(v: v128): v128 {
  const halves = i16x8.add(v, swapHalves(v));
  return i16x8.add(halves, swapNeighbours(halves));
}

/** 1.5 · 2^23: added to a small f32, it leaves the nearest integer in the low bits of the mantissa. */
const SHIFTER: f32 = 12582912.0;

/** Four f32 of at most 2^22 → nearest i32, ties to even. */
export function roundToInt(v: v128): v128 {
  const shifter = splat(SHIFTER);
  return i32x4.sub(f32x4.add(v, shifter), shifter);
}

/**
 * 2^t for t ≤ 127: t = n + f with |f| ≤ ½; a polynomial gives 2^f, and n is added to its exponent field.  The relative
 * error is below 3e-7; below t = -126 the result stays at 2^-126.
 */
export function powerOfTwo(t: v128): v128 {
  const shifter = splat(SHIFTER);
  const limited = f32x4.pmax(t, splat(-126));
  const shifted = f32x4.add(limited, shifter);
  const f = f32x4.sub(limited, f32x4.sub(shifted, shifter));
  let p = mulAdd(splat(0.009675540961325169), splat(0.0013276466634124517), f);
  p = mulAdd(splat(0.05550713464617729), p, f);
  p = mulAdd(splat(0.24022120237350464), p, f);
  p = mulAdd(splat(0.6931469440460205), p, f);
  p = mulAdd(splat(1.0000001192092896), p, f);
  return i32x4.add(p, i32x4.shl(shifted, 23)); // the shift leaves nothing of the shifter itself
}

/** The 4 × 4 words a … d, turned: the four vectors of their columns go to `to`, `stride` bytes apart. */
export function storeTransposed(a: v128, b: v128, c: v128, d: v128, to: usize, stride: usize): void {
  const ab01 = i32x4.shuffle(a, b, 0, 4, 1, 5), ab23 = i32x4.shuffle(a, b, 2, 6, 3, 7);
  const cd01 = i32x4.shuffle(c, d, 0, 4, 1, 5), cd23 = i32x4.shuffle(c, d, 2, 6, 3, 7);
  v128.store(to, i64x2.shuffle(ab01, cd01, 0, 2));
  v128.store(to + stride, i64x2.shuffle(ab01, cd01, 1, 3));
  v128.store(to + 2 * stride, i64x2.shuffle(ab23, cd23, 0, 2));
  v128.store(to + 3 * stride, i64x2.shuffle(ab23, cd23, 1, 3));
}
