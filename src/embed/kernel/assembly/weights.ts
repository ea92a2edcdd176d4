// Weights: panels of 8 output channels, unpacked one panel at a time, right before it is multiplied with every token.
//
// In the file, one block of 32 input columns k of a panel is FILE_BLOCK = 144 bytes:
//
//     0 ┌──────────────────────────────────────┐
//       │ 8 × i16                              │  multiplier of each channel: block scale = multiplier × row scale
//    16 ├──────────────────────────────────────┤
//       │ 8 steps × 16 bytes                   │  step s holds k = 4s … 4s + 3 of all 8 channels:
//       │                                      │  low nibbles channels 0-3, high nibbles channels 4-7, 4 channels × 4 k
//   144 └──────────────────────────────────────┘
//
// Unpacked, the same block is PANEL_BLOCK = 32 + 8 × STEP bytes:
//
//     0 ┌──────────────────────────────────────┐
//       │ 4 × (i16, i16)  channels 0-3         │  multipliers, each twice: one for either half of a channel's sum
//    16 │ 4 × (i16, i16)  channels 4-7         │
//    32 ├──────────────────────────────────────┤
//       │ 8 steps × (channels 0-3 │ 4-7)       │  one weight 0 … 15 a byte (two bytes without relaxed SIMD)
//       └──────────────────────────────────────┘

export const FILE_BLOCK: usize = 144;
export const STEPS: i32 = 8;
/** Bytes of four channels of one step. */
export const HALF_STEP: usize = ASC_FEATURE_RELAXED_SIMD ? 16 : 32;
export const STEP: usize = 2 * HALF_STEP;
export const PANEL_HEAD: usize = 32;

/** One panel of the file → one weight a byte. */
export function unpack(file: usize, blocks: i32, panel: usize): void {
  const nibble = i8x16.splat(15);
  for (let b = 0; b < blocks; b++) {
    const multipliers = v128.load(file);
    v128.store(panel, i16x8.shuffle(multipliers, multipliers, 0, 0, 1, 1, 2, 2, 3, 3));
    v128.store(panel, i16x8.shuffle(multipliers, multipliers, 4, 4, 5, 5, 6, 6, 7, 7), 16);
    file += 16;
    panel += PANEL_HEAD;
    for (let s = 0; s < STEPS; s++) {
      const step = v128.load(file);
      storeHalfStep(panel, v128.and(step, nibble));
      storeHalfStep(panel + HALF_STEP, v128.and(i16x8.shr_u(step, 4), nibble));
      file += 16;
      panel += STEP;
    }
  }
}

function storeHalfStep(panel: usize, weights: v128): void {
  if (ASC_FEATURE_RELAXED_SIMD) {
    v128.store(panel, weights);
  } else {
    v128.store(panel, i16x8.extend_low_i8x16_u(weights));
    v128.store(panel, i16x8.extend_high_i8x16_u(weights), 16);
  }
}
