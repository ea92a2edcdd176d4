// The arithmetic of scoring: query coordinates (src/match/space.ts), integer dot products and the two nearest rows of a
// node (src/match/block.ts).
// Lengths are multiples of 16.

function sum4(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

function dotFloats(a: usize, b: usize, bytes: usize): f32 {
  let sum = f32x4.splat(0);
  for (let o: usize = 0; o < bytes; o += 16) sum = f32x4.add(sum, f32x4.mul(v128.load(a + o), v128.load(b + o)));
  return sum4(sum);
}

/** x -= share * direction */
function subtract(x: usize, direction: usize, share: f32, bytes: usize): void {
  const s = f32x4.splat(share);
  for (let o: usize = 0; o < bytes; o += 16)
    v128.store(x + o, f32x4.sub(v128.load(x + o), f32x4.mul(v128.load(direction + o), s)));
}

/** vector f32[n] → centred, `count` directions damped, unit length; in place. */
export function transform(vector: usize, mean: usize, directions: usize, damping: usize, count: i32, n: i32): void {
  const bytes = <usize>n << 2;
  subtract(vector, mean, 1, bytes);
  for (let d = 0; d < count; d++) {
    const direction = directions + <usize>d * bytes;
    subtract(vector, direction, load<f32>(damping + (<usize>d << 2)) * dotFloats(vector, direction, bytes), bytes);
  }
  const length = sqrt<f32>(dotFloats(vector, vector, bytes));
  if (length > 0) {
    const inverse = f32x4.splat(<f32>1 / length);
    for (let o: usize = 0; o < bytes; o += 16) v128.store(vector + o, f32x4.mul(v128.load(vector + o), inverse));
  }
}

/** out i32[rows]: query i16[n] · row i8[n]. Sums of integers: no rounding, the same on every machine. */
export function dots(query: usize, rows: usize, count: i32, n: i32, out: usize): void {
  for (let r = 0; r < count; r++) {
    let sum = i32x4.splat(0);
    for (let k: usize = 0; k < <usize>n; k += 16) {
      const row = v128.load(rows + k);
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(query + (k << 1)), i16x8.extend_low_i8x16_s(row)));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(query + (k << 1), 16), i16x8.extend_high_i8x16_s(row)));
    }
    store<i32>(
      out + (<usize>r << 2),
      i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3),
    );
    rows += n;
  }
}

/** query f32[n] → out i16[n]; returns the scale. In 32,767 steps, or as many as leave the sums of `dots` room in 32 bits. */
export function quantiseQuery(query: usize, n: i32, out: usize): f64 {
  let largest: f32 = 0;
  for (let k: usize = 0; k < <usize>n; k++) largest = max<f32>(largest, abs<f32>(load<f32>(query + (k << 2))));
  const scale = <f64>largest / <f64>min<i32>(32767, i32.MAX_VALUE / (127 * n));
  for (let k: usize = 0; k < <usize>n; k++) {
    const value = scale > 0 ? floor<f64>(<f64>load<f32>(query + (k << 2)) / scale + 0.5) : 0;
    store<i16>(out + (k << 1), <i16>value);
  }
  return scale;
}

/**
 * For each of `count` nodes its nearest row and the cosines of the two nearest.
 *   products i32[rows], scales f32[rows]: of all rows     spans i32[count][2]: first row and number of rows of a node
 *   out i32[count], f32[count], f32[count]: row, cosine, second cosine; first row and −1 where there is none
 */
export function nearest(products: usize, scales: usize, scale: f64, spans: usize, count: i32, out: usize): void {
  const column = <usize>count << 2;
  for (let node = 0; node < count; node++) {
    const start = load<i32>(spans), end = start + load<i32>(spans, 4);
    let best = start;
    let first: f32 = -1, second: f32 = -1;
    for (let row = start; row < end; row++) {
      const at = <usize>row << 2;
      const cosine = <f32>(<f64>load<i32>(products + at) * scale * <f64>load<f32>(scales + at));
      if (cosine > first) {
        second = first;
        first = cosine;
        best = row;
      } else if (cosine > second) second = cosine;
    }
    store<i32>(out, best);
    store<f32>(out + column, first);
    store<f32>(out + 2 * column, second);
    spans += 8;
    out += 4;
  }
}
