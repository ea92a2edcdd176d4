// Functions on whole rows of f32: GELU, add-and-normalise, pooling.
import { mulAdd, splat, sumLanes } from "./lanes";
import { HIDDEN, ROW } from "./shape";

/** Under the root of the variance, as in training. */
const EPSILON: f32 = 1e-12;

/**
 * x · Φ(x) in place, as x · (½ + c · P(c²)) with c = x limited to ±3.9, where Φ is 1 - 5e-5 already.
 * P fits (Φ(c) - ½) / c with an |error| of the result below 1.5e-4; no exp, no division.
 */
export function gelu(x: usize, count: i32): void {
  for (let i = 0; i < count; i += 4) {
    const v = v128.load(x);
    const c = f32x4.pmin(f32x4.pmax(v, splat(-3.9)), splat(3.9));
    const square = f32x4.mul(c, c);
    let p = mulAdd(splat(-1.77047738e-06), splat(2.62711443e-08), square);
    p = mulAdd(splat(5.12369087e-05), p, square);
    p = mulAdd(splat(-0.000844508303), p, square);
    p = mulAdd(splat(0.00891376836), p, square);
    p = mulAdd(splat(-0.0648694328), p, square);
    p = mulAdd(splat(0.398085573), p, square);
    v128.store(x, f32x4.mul(v, mulAdd(splat(0.5), c, p)));
    x += 16;
  }
}

/** x = normalised(x + y) · gain + bias, one row */
export function addAndNormalise(x: usize, y: usize, gain: usize, bias: usize): void {
  for (let o: usize = 0; o < ROW; o += 16) v128.store(x + o, f32x4.add(v128.load(x + o), v128.load(y + o)));
  normalise(x, gain, bias);
}

/** x = (x - mean) / deviation · gain + bias, one row (layer norm) */
export function normalise(x: usize, gain: usize, bias: usize): void {
  let sum = splat(0), squares = splat(0);
  for (let o: usize = 0; o < ROW; o += 16) sum = f32x4.add(sum, v128.load(x + o));
  const mean = splat(sumLanes(sum) / <f32>HIDDEN);
  for (let o: usize = 0; o < ROW; o += 16) {
    const d = f32x4.sub(v128.load(x + o), mean);
    squares = mulAdd(squares, d, d);
  }
  const inverse = splat(<f32>1.0 / sqrt<f32>(sumLanes(squares) / <f32>HIDDEN + EPSILON));
  for (let o: usize = 0; o < ROW; o += 16) {
    const d = f32x4.mul(f32x4.sub(v128.load(x + o), mean), inverse);
    v128.store(x + o, mulAdd(v128.load(bias + o), d, v128.load(gain + o)));
  }
}

/** out = sum of the first `tokens` rows at unit length: the direction of their mean. */
export function pool(tokens: i32, x: usize, out: usize): void {
  memory.fill(out, 0, ROW);
  for (let t = 0; t < tokens; t++) {
    for (let o: usize = 0; o < ROW; o += 16) v128.store(out + o, f32x4.add(v128.load(out + o), v128.load(x + o)));
    x += ROW;
  }
  toUnitLength(out);
}

function toUnitLength(x: usize): void {
  let squares = splat(0);
  for (let o: usize = 0; o < ROW; o += 16) {
    const v = v128.load(x + o);
    squares = mulAdd(squares, v, v);
  }
  const inverse = splat(<f32>1.0 / sqrt<f32>(sumLanes(squares)));
  for (let o: usize = 0; o < ROW; o += 16) v128.store(x + o, f32x4.mul(v128.load(x + o), inverse));
}
