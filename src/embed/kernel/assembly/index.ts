// multilingual-e5-small's encoder: embed, twelve times (project, attention, mix, widen, narrow), pool.
// The rows of several texts may stand one after the other: embed, attention and pool take a text each, all else takes every row alike.
//
// There is no allocator, no stack and no static data: the caller lays out the whole memory (../layout.ts) and passes
// addresses.  `tokens` is the length of a text, `rows` that of all rounded up to a multiple of 4; rows beyond hold
// harmless values that no result depends on.
import { attendHead, HEADS, mixTwo, softmax } from "./attention";
import { embed } from "./embedding";
import { tile } from "./gemm";
import { splat } from "./lanes";
import { run } from "./parallel";
import { normalise, pool } from "./rows";
import { dots, nearest, quantiseQuery, transform } from "./score";
import { BLOCKS, HIDDEN, INNER, INNER_BLOCKS, INNER_ROW, ROW } from "./shape";
import { ADD, ATTEND, GELU, MULTIPLY, PANEL_ROOM, panelsInItem, perform, QUANTISE } from "./tasks";
import { FILE_BLOCK } from "./weights";

export { assist } from "./parallel";
export { dots, embed, nearest, pool, quantiseQuery, transform };

/** A row is worth as many calls, by its loops. */
const ROW_LOOPS: i32 = 20;

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

// The steps of a layer on x[rows][384], in place. Each has its own panels, so that one window of 300 KB serves all of them and
// stays in the processor's cache; each is a row of tasks (tasks.ts) that another thread may take part in.
//   desk: where tasks lie     scratch: of this thread     v: the layer's vectors     w: the panels of the step
//   qkv[rows][1152]     wide[rows][1536]: results on the way     act: quantised rows, the widest 1536 columns

/** x → qkv, from which `attention` makes wide: what the heads have gathered, text by text. */
export function project(
  desk: usize, scratch: usize, rows: i32, v: usize, w: usize, x: usize, qkv: usize, act: usize,
): void {
  multiply(desk, scratch, rows, BLOCKS, QKV, w, v + QKV_SCALE, v + QKV_BIAS, x, act, qkv);
}

/** context[rows][384] from qkv[rows][1152] of one text. */
export function attention(desk: usize, scratch: usize, tokens: i32, rows: i32, qkv: usize, context: usize): void {
  run(desk, scratch, ATTEND, HEADS, tokens, rows, qkv, context);
}

/** x ← norm(x + projection of wide) */
export function mix(
  desk: usize, scratch: usize, rows: i32, v: usize, w: usize, x: usize, wide: usize, act: usize,
): void {
  multiply(desk, scratch, rows, BLOCKS, HIDDEN, w, v + MIX_SCALE, v + MIX_BIAS, wide, act, wide);
  run(desk, scratch, ADD, rows >> 2, x, wide, v + NORM1_GAIN, v + NORM1_BIAS);
}

/** x → wide: the inner layer. */
export function widen(
  desk: usize, scratch: usize, rows: i32, v: usize, w: usize, x: usize, wide: usize, act: usize,
): void {
  multiply(desk, scratch, rows, BLOCKS, INNER, w, v + UP_SCALE, v + UP_BIAS, x, act, wide);
  run(desk, scratch, GELU, rows >> 2, wide, INNER, 0, 0);
}

/** x ← norm(x + projection of wide) */
export function narrow(
  desk: usize, scratch: usize, rows: i32, v: usize, w: usize, x: usize, wide: usize, act: usize,
): void {
  multiply(desk, scratch, rows, INNER_BLOCKS, HIDDEN, w, v + DOWN_SCALE, v + DOWN_BIAS, wide, act, wide);
  run(desk, scratch, ADD, rows >> 2, x, wide, v + NORM2_GAIN, v + NORM2_BIAS);
}

/** out[rows][channels] = x[rows][blocks · 32] · w; out may be x. */
function multiply(
  desk: usize, scratch: usize, rows: i32, blocks: i32, channels: usize,
  w: usize, scale: usize, bias: usize, x: usize, act: usize, out: usize,
): void {
  run(desk, scratch, QUANTISE, rows >> 2, x, blocks, act, 0);
  const items = <i32>channels / (8 * panelsInItem(blocks));
  run(desk, scratch, MULTIPLY, items, w, blocks, scale, bias, act, rows, out, channels << 2);
}

/** What else is called for a text, in small or on nothing, on memory of 60 KB, all zero, with a desk of its own. */
export function practiseRest(base: usize): void {
  const w = base + 512, qkv = base + 14336, wide = base + 32768, scratch = base + 57344 - PANEL_ROOM;
  run(base, scratch, ATTEND, 2, 4, 4, qkv, wide);
  run(base, scratch, GELU, 1, wide, 128, 0, 0);
  run(base, scratch, ADD, 1, qkv, wide, w, w);
  embed(0, w, w, w, w, wide);
  pool(0, w, wide);
  transform(wide, w, w, w, 0, 0);
  quantiseQuery(w, 16, wide);
  nearest(w, w, 0, w, 0, wide);
}

/**
 * Calls on nothing what nearly all of an embedding is spent in: what counts for the JIT is how often something is called, and how often
 * its loops turn.  Memory as for `practiseRest`.
 */
export function practise(base: usize, times: i32): void {
  const words = base + 256, out = base + 512, zero = splat(0);
  for (let i = 0; i < times; i++) {
    tile(out, 0, out, words, words, out, 64);
    perform(QUANTISE, words, 0, out);
    attendHead(0, 0, 0, out, out, out);
    softmax(out, 0);
    mixTwo(out, 0, out, 0, zero, zero, out);
    dots(out, out, 0, 0, out);
    if (i % ROW_LOOPS == 0) normalise(out, out, out);
  }
}
