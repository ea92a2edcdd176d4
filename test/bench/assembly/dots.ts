// The most that the machine does of the instruction that the kernel's product is made of: nothing is loaded or stored, and
// twelve chains of results hide how long one takes. Each result is the next one's operand, so none can be left out.

/** Products of int8 in one call: 12 instructions of 16, `rounds` times. */
export function productsOf(rounds: i32): f64 {
  return <f64>rounds * 12.0 * 16.0;
}

/** The returned number depends on every step. */
export function dots(rounds: i32): i32 {
  const weights = i8x16.splat(5);
  let a = i8x16.splat(1), b = i8x16.splat(2), c = i8x16.splat(3), d = i8x16.splat(4);
  let e = i8x16.splat(5), f = i8x16.splat(6), g = i8x16.splat(7), h = i8x16.splat(8);
  let i = i8x16.splat(9), j = i8x16.splat(10), k = i8x16.splat(11), l = i8x16.splat(12);
  for (let n = 0; n < rounds; n++) {
    a = dot(a, weights); b = dot(b, weights); c = dot(c, weights); d = dot(d, weights);
    e = dot(e, weights); f = dot(f, weights); g = dot(g, weights); h = dot(h, weights);
    i = dot(i, weights); j = dot(j, weights); k = dot(k, weights); l = dot(l, weights);
  }
  const all = v128.xor(v128.xor(v128.xor(a, b), v128.xor(c, d)), v128.xor(v128.xor(e, f), v128.xor(g, h)));
  return i32x4.extract_lane(v128.xor(all, v128.xor(v128.xor(i, j), v128.xor(k, l))), 0);
}

function dot(a: v128, weights: v128): v128 {
  return i16x8.relaxed_dot_i8x16_i7x16_s(a, weights);
}
