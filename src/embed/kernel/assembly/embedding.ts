// First step: rows of the token table and positions → residual stream.
//
// A row of the table is 216 bytes, 12 blocks of 32 elements; an element is (nibble - 8) × scale of its block:
//
//     0 ┌──────────────────────────────────────┐
//       │ 12 × f16                             │  scale of each block
//    24 ├──────────────────────────────────────┤
//       │ 12 × 16 bytes                        │  32 nibbles a block, the low nibble of a byte first
//   216 └──────────────────────────────────────┘
import { splat } from "./lanes";
import { normalise } from "./rows";
import { BLOCKS, ROW } from "./shape";

const TABLE_ROW: usize = 216;
const NIBBLES: usize = 24;

/** x[tokens][384] = normalised(table row + position); the rows up to the next multiple of 4 become zero. */
export function embed(tokens: i32, table: usize, positions: usize, gain: usize, bias: usize, x: usize): void {
  for (let t = 0; t < tokens; t++) {
    addRow(table, positions, x);
    normalise(x, gain, bias);
    table += TABLE_ROW;
    positions += ROW;
    x += ROW;
  }
  memory.fill(x, 0, <usize>(((tokens + 3) & ~3) - tokens) * ROW);
}

function addRow(table: usize, position: usize, out: usize): void {
  const nibble = i8x16.splat(15), eight = i8x16.splat(8);
  for (let b: usize = 0; b < <usize>BLOCKS; b++) {
    const scale = splat(halfToFloat(load<u16>(table + (b << 1))));
    const bytes = v128.load(table + (b << 4), NIBBLES);
    const even = i8x16.sub(v128.and(bytes, nibble), eight);
    const odd = i8x16.sub(v128.and(i16x8.shr_u(bytes, 4), nibble), eight);
    const first = i8x16.shuffle(even, odd, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const second = i8x16.shuffle(even, odd, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    putSixteen(out, position, first, scale);
    putSixteen(out + 64, position + 64, second, scale);
    out += 128;
    position += 128;
  }
}

/** out = 16 × int8 · scale + position */
function putSixteen(out: usize, position: usize, values: v128, scale: v128): void {
  const low = i16x8.extend_low_i8x16_s(values), high = i16x8.extend_high_i8x16_s(values);
  putFour(out, position, i32x4.extend_low_i16x8_s(low), scale);
  putFour(out + 16, position + 16, i32x4.extend_high_i16x8_s(low), scale);
  putFour(out + 32, position + 32, i32x4.extend_low_i16x8_s(high), scale);
  putFour(out + 48, position + 48, i32x4.extend_high_i16x8_s(high), scale);
}

function putFour(out: usize, position: usize, values: v128, scale: v128): void {
  v128.store(out, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(values), scale), v128.load(position)));
}

/** Finite f16 → f32, exact. */
function halfToFloat(half: u32): f32 {
  const exponent = (half >> 10) & 31, mantissa = half & 1023;
  const size = exponent == 0
    ? <f32>mantissa * (<f32>1.0 / <f32>16777216.0) // subnormal: mantissa · 2^-24
    : reinterpret<f32>(((exponent + 112) << 23) | (mantissa << 13)); // bias 127 instead of 15
  return half & 0x8000 ? -size : size;
}
