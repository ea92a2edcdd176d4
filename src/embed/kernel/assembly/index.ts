// multilingual-e5-small's encoder: embed, twelve times (project, attention, mix, widen, narrow), pool.
// The rows of several texts may stand one after the other: embed, attention and pool take a text each, all else takes every row alike.
//
// There is no allocator, no stack and no static data: the caller lays out the whole memory (../layout.ts) and passes
// addresses.  `tokens` is the length of a text, `rows` that of all rounded up to a multiple of 4; rows beyond hold
// harmless values that no result depends on.
import { attendFour } from "./attention";
import { gemm, tile } from "./gemm";
import { quantise } from "./quantise";
import { addAndNormalise, gelu, normalise } from "./rows";
import { BLOCKS, HIDDEN, INNER, INNER_BLOCKS, INNER_ROW, ROW } from "./shape";
import { FILE_BLOCK, unpack } from "./weights";

export { attention } from "./attention";
export { embed } from "./embedding";
export { pool } from "./rows";
export { dots, nearest, quantiseQuery, transform } from "./score";

// A layer in the file: vectors of f32, then the panels of its four matrices.
const QKV: usize = 3 * HIDDEN;
const QKV_SCALE: usize = 0;
const QKV_BIAS: usize = QKV_SCALE + QKV * 4;
const MIX_SCALE: usize = QKV_BIAS + QKV * 4;
const MIX_BIAS: usize = MIX_SCALE + ROW;
const NORM1_GAIN: usize = MIX_BIAS + ROW;
const NORM1_BIAS: usize = NORM1_GAIN + ROW;
const UP_SCALE: usize = NORM1_BIAS + ROW;
const UP_BIAS: usize = UP_SCALE + INNER_ROW;
const DOWN_SCALE: usize = UP_BIAS + INNER_ROW;
const DOWN_BIAS: usize = DOWN_SCALE + ROW;
const NORM2_GAIN: usize = DOWN_BIAS + ROW;
const NORM2_BIAS: usize = NORM2_GAIN + ROW;
const QKV_PANELS: usize = NORM2_BIAS + ROW;
const MIX_PANELS: usize = QKV_PANELS + (QKV / 8) * BLOCKS * FILE_BLOCK;
const UP_PANELS: usize = MIX_PANELS + (HIDDEN / 8) * BLOCKS * FILE_BLOCK;
const DOWN_PANELS: usize = UP_PANELS + (INNER / 8) * BLOCKS * FILE_BLOCK;
const LAYER_END: usize = DOWN_PANELS + (HIDDEN / 8) * INNER_BLOCKS * FILE_BLOCK;

/** What the caller compares with the weights file. */
export function layerBytes(): usize {
  return LAYER_END;
}

/** Where in a layer the panels of a step begin: 0 project, 1 mix, 2 widen, 3 narrow; before the first stand the vectors. */
export function panelsOf(step: i32): usize {
  if (step == 0) return QKV_PANELS;
  if (step == 1) return MIX_PANELS;
  return step == 2 ? UP_PANELS : step == 3 ? DOWN_PANELS : LAYER_END;
}

// The four steps of a layer on x[rows][384], in place. Each has its own panels, so that one window of 300 KB serves all of them and
// stays in the processor's cache.
//   v: the layer's vectors     w: the panels of the step     qkv[rows][1152]     wide[rows][1536]: results on the way
//   act: quantised rows, the widest 1536 columns     panel, keys, values, scores: scratch of gemm and attention

/** x → qkv, from which `attention` makes wide: what the heads have gathered, text by text. */
export function project(rows: i32, v: usize, w: usize, x: usize, qkv: usize, act: usize, panel: usize): void {
  quantise(x, BLOCKS, rows, act);
  gemm(w, BLOCKS, <i32>QKV, v + QKV_SCALE, v + QKV_BIAS, act, rows, qkv, panel);
}

/** x ← norm(x + projection of wide) */
export function mix(rows: i32, v: usize, w: usize, x: usize, wide: usize, act: usize, panel: usize): void {
  quantise(wide, BLOCKS, rows, act);
  gemm(w, BLOCKS, <i32>HIDDEN, v + MIX_SCALE, v + MIX_BIAS, act, rows, wide, panel);
  addRows(x, wide, rows, v + NORM1_GAIN, v + NORM1_BIAS);
}

/** x → wide: the inner layer. */
export function widen(rows: i32, v: usize, w: usize, x: usize, wide: usize, act: usize, panel: usize): void {
  quantise(x, BLOCKS, rows, act);
  gemm(w, BLOCKS, <i32>INNER, v + UP_SCALE, v + UP_BIAS, act, rows, wide, panel);
  gelu(wide, rows * <i32>INNER);
}

/** x ← norm(x + projection of wide) */
export function narrow(rows: i32, v: usize, w: usize, x: usize, wide: usize, act: usize, panel: usize): void {
  quantise(wide, INNER_BLOCKS, rows, act);
  gemm(w, INNER_BLOCKS, <i32>HIDDEN, v + DOWN_SCALE, v + DOWN_BIAS, act, rows, wide, panel);
  addRows(x, wide, rows, v + NORM2_GAIN, v + NORM2_BIAS);
}

function addRows(x: usize, y: usize, rows: i32, gain: usize, bias: usize): void {
  for (let t = 0; t < rows; t++) {
    addAndNormalise(x, y, gain, bias);
    x += ROW;
    y += ROW;
  }
}

/**
 * Calls every hot function a few times on scratch memory (128 KB, all zero), so that the JIT begins with them
 * while the caller opens its files: half a millisecond here saves a whole one in the first layer.
 */
export function warm(scratch: usize): void {
  const other = scratch + 65536;
  for (let i = 0; i < 3; i++) {
    tile(other, 4, other, scratch, scratch, scratch, 32);
    unpack(other, BLOCKS, other + 16384);
    quantise(scratch, BLOCKS, 4, other);
    gelu(scratch, <i32>INNER);
    attendFour(scratch, scratch, scratch, 8, scratch + 16384, scratch);
    normalise(scratch, scratch, scratch);
  }
}
