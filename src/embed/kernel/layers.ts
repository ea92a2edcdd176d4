// The layers of the encoder: rows in the kernel's memory → rows in the kernel's memory. Either thread may run them; what it needs to know fits
// into a message. Weights pass through a window of one step of a layer: reading them is quicker than touching 12 MB of fresh memory, and
// the window stays in the processor's cache.
import { type Layout, type Region, ROW, roundUp } from "./layout.ts";
import type { Exports, KernelExport } from "./module.ts";
import type { Encoder } from "./weights.ts";

/** Texts whose rows are in place, one after the other. */
export type Job = {
  readonly regions: Layout["regions"];
  /** Of all texts, rounded up to a multiple of 4. */
  readonly rows: number;
  readonly texts: readonly { readonly tokens: number; readonly start: number }[];
};

/** False when `late` says so before a layer has begun. Throws a WaysError when the weights cannot be read. */
export function runLayers(
  { regions, rows, texts }: Job,
  run: Exports<KernelExport>,
  memory: WebAssembly.Memory,
  encoder: Encoder,
  late: () => boolean,
): boolean {
  const { desk, vectors, weights, x, qkv, wide, act, own } = regions;
  const part = (from: number, { at, size }: Region) => {
    const target = new Uint8Array(memory.buffer, at, size);
    return (layer: number) => encoder.readLayer(layer, from, target);
  };
  const panels = (step: number) => {
    const from = run.panelsOf(step);
    return part(from, { at: weights.at, size: run.panelsOf(step + 1) - from });
  };
  const readVectors = part(0, { at: vectors.at, size: run.panelsOf(0) });
  const [readProject, readMix, readWiden, readNarrow] = [panels(0), panels(1), panels(2), panels(3)];
  const [d, s, v, w] = [desk.at, own.at, vectors.at, weights.at];
  for (let i = 0; i < encoder.layers; i++) {
    if (late()) return false;
    readVectors(i);
    readProject(i);
    run.project(d, s, rows, v, w, x.at, qkv.at, act.at);
    for (const { tokens, start } of texts)
      run.attention(d, s, tokens, roundUp(tokens, 4), qkv.at + start * 3 * ROW, wide.at + start * ROW);
    readMix(i);
    run.mix(d, s, rows, v, w, x.at, wide.at, act.at);
    readWiden(i);
    run.widen(d, s, rows, v, w, x.at, wide.at, act.at);
    readNarrow(i);
    run.narrow(d, s, rows, v, w, x.at, wide.at, act.at);
  }
  return true;
}
