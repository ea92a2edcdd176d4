// What threads share: the kinds of tasks, their words, and what one item of each is.
import { attendHead } from "./attention";
import { gemm } from "./gemm";
import { ACT_BLOCK, quantise } from "./quantise";
import { addAndNormalise, gelu } from "./rows";
import { ROW } from "./shape";
import { FILE_BLOCK } from "./weights";

/** x, blocks, activations │ an item: four rows */
export const QUANTISE: i32 = 0;
/** weights, blocks, row scales, bias, activations, rows, out, bytes of a row of it │ an item: some panels for every row */
export const MULTIPLY: i32 = 1;
/** tokens, rows, qkv, context │ an item: a head */
export const ATTEND: i32 = 2;
/** x, columns │ an item: four rows */
export const GELU: i32 = 3;
/** x, y, gain, bias │ an item: four rows */
export const ADD: i32 = 4;

/** Blocks of weights in an item of a product, as many as the longest panel has. */
const ITEM_BLOCKS: i32 = 48;
/** Of a panel of that length, in the wider form of the build without relaxed SIMD; then comes what attention needs. */
export const PANEL_ROOM: usize = 48 * (32 + 8 * 64);

export function panelsInItem(blocks: i32): i32 {
  return ITEM_BLOCKS / blocks;
}

export function perform(kind: i32, words: usize, item: i32, scratch: usize): void {
  const i = <usize>item;
  if (kind == MULTIPLY) multiplyPanels(words, i, scratch);
  else if (kind == QUANTISE) quantiseFour(word(words, 0), word(words, 1), word(words, 2), i);
  else if (kind == ATTEND)
    attendHead(i, <i32>word(words, 0), <i32>word(words, 1), word(words, 2), word(words, 3), scratch + PANEL_ROOM);
  else if (kind == GELU) gelu(word(words, 0) + i * (word(words, 1) << 4), <i32>word(words, 1) << 2);
  else addFour(word(words, 0) + i * 4 * ROW, word(words, 1) + i * 4 * ROW, word(words, 2), word(words, 3));
}

function word(words: usize, index: usize): usize {
  return load<usize>(words + (index << 2));
}

function multiplyPanels(words: usize, item: usize, panel: usize): void {
  const blocks = <i32>word(words, 1);
  const panels = panelsInItem(blocks);
  const first = item * <usize>panels;
  const eight = first << 5; // bytes of eight f32: the channels of a panel
  const weights = word(words, 0) + first * <usize>blocks * FILE_BLOCK;
  gemm(
    weights, blocks, panels << 3, word(words, 2) + eight, word(words, 3) + eight,
    word(words, 4), <i32>word(words, 5), word(words, 6) + eight, word(words, 7), panel,
  );
}

function quantiseFour(x: usize, blocks: usize, activations: usize, four: usize): void {
  quantise(x + four * (blocks << 9), <i32>blocks, 4, activations + four * blocks * ACT_BLOCK);
}

function addFour(x: usize, y: usize, gain: usize, bias: usize): void {
  for (let t = 0; t < 4; t++) {
    addAndNormalise(x, y, gain, bias);
    x += ROW;
    y += ROW;
  }
}
