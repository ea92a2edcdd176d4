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

/** Four integers n as f32 → 2^n.  The exponent field of an f32 is n + 127. */
function powerOfTwo(n: v128): v128 {
  const field = i32x4.sub(f32x4.add(n, splat(SHIFTER + 127)), splat(SHIFTER));
  return i32x4.shl(field, 23);
}

/** e^x for x ≤ 88 (Cephes: x = n ln 2 + r, polynomial in r); relative error below 2e-7.  Below -87: about 1e-38. */
export function exp(x: v128): v128 {
  x = f32x4.pmax(x, splat(-87.0));
  const n = f32x4.nearest(f32x4.mul(x, splat(1.44269504)));
  const high = f32x4.sub(x, f32x4.mul(n, splat(0.693359375)));
  const r = f32x4.sub(high, f32x4.mul(n, splat(-2.1219444e-4)));
  let y = splat(1.987569150e-4);
  y = mulAdd(splat(1.3981999507e-3), y, r);
  y = mulAdd(splat(8.3334519073e-3), y, r);
  y = mulAdd(splat(4.1665795894e-2), y, r);
  y = mulAdd(splat(1.6666665459e-1), y, r);
  y = mulAdd(splat(5.0000001201e-1), y, r);
  y = f32x4.add(f32x4.add(f32x4.mul(y, f32x4.mul(r, r)), r), splat(1));
  return f32x4.mul(y, powerOfTwo(n));
}
