// The kernel as a function: token ids → unit vector. Synchronous, no cache: one cold call is the case; many texts go
// through together, their rows one after the other, so that the weights are read once for all and hardly a row is padding.
// Weights pass through a window of one step of a layer: reading them is quicker than touching 12 MB of fresh memory, and the
// window stays in the processor's cache.
import { WaysError } from "../../errors.ts";
import { ASSISTANT, buildLayout, type Layout, type Region, ROW, roundUp, TABLE_ROW } from "./layout.ts";
import type { StartedKernel } from "./start.ts";
import { openEncoder, openTable } from "./weights.ts";

export type KernelFiles = {
  /** Paths of encoder.k4 and embedding.q4.bin. */
  readonly weights: string;
  readonly table: string;
};

export type Kernel = {
  readonly build: "relaxed" | "plain";
  readonly dimensions: number;
  readonly maxTokens: number;
  /**
   * Unit vector of 384 for 1 … `maxTokens` ids, null when `late` says so before the last layer has begun.
   * Throws RangeError for ids or lengths the model does not have, WaysError when the weights give no usable vector.
   */
  embed(ids: ArrayLike<number>, late?: () => boolean): Float32Array | null;
  /** The same vectors, bit for bit, of several texts in their order, or null; memory grows with the tokens of all of them. */
  embedAll(texts: readonly ArrayLike<number>[], late: () => boolean): readonly Float32Array[] | null;
  /** Closes the files; the kernel cannot be used afterwards. */
  close(): void;
};

/** Room for a usual prompt; longer texts make the memory grow. */
const USUAL_TOKENS = 24;
const PAGE = 65_536;

/** Throws a WaysError when a file is missing or foreign, or the machine has no WebAssembly SIMD. */
export function openKernel(files: KernelFiles, { code, memory, run: wasm, practise }: StartedKernel): Kernel {
  practise(); // what there was no time for before
  const layerBytes = wasm.layerBytes();
  /** In a layer of the file. */
  const panelsOf = (step: number) => {
    const from = wasm.panelsOf(step);
    return { from, size: wasm.panelsOf(step + 1) - from };
  };
  const panels = { project: panelsOf(0), mix: panelsOf(1), widen: panelsOf(2), narrow: panelsOf(3) } as const;
  const window = {
    vectors: panels.project.from,
    panels: Math.max(...Object.values(panels).map(({ size }) => size)),
  };
  let layout = buildLayout(USUAL_TOKENS, window);
  const view = ({ at, size }: Region) => new Uint8Array(memory.buffer, at, size);
  const fit = (needed: Layout) => {
    const missing = needed.end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE)); // views keep the old length: none is kept
    layout = needed;
    const { desk, assistant } = needed.regions;
    new Uint32Array(memory.buffer, desk.at + ASSISTANT, 1)[0] = assistant.at;
  };
  fit(layout);

  const encoder = openEncoder(files.weights, layerBytes);
  const table = openTable(files.table);
  const { norm } = layout.regions;
  encoder.readNorm(view(norm));

  const embedTokens = (ids: ArrayLike<number>, start: number) => {
    const { table: rows, positions, x } = layout.regions;
    for (let i = 0; i < ids.length; i++) {
      table.readRow(idAt(ids, i, table.rows), view({ at: rows.at + i * TABLE_ROW, size: TABLE_ROW }));
    }
    encoder.readPositions(view({ at: positions.at, size: ids.length * ROW }));
    wasm.embed(ids.length, rows.at, positions.at, norm.at, norm.at + ROW, x.at + start * ROW);
  };

  const run = (all: readonly ArrayLike<number>[], late: () => boolean) => {
    let tokens = 0;
    const texts = all.map((ids) => {
      if (ids.length < 1 || ids.length > encoder.maxTokens) {
        throw new RangeError(`a text of ${ids.length} tokens, expected 1 to ${encoder.maxTokens}`);
      }
      const start = tokens; // its first row
      tokens += ids.length;
      return { ids, start };
    });
    // Rows that pad a text lie where the next one begins, which comes after; those of the last one need room of their own.
    const room = tokens + (texts.length > 1 ? 3 : 0);
    if (room > layout.tokens) fit(buildLayout(room, window));
    for (const { ids, start } of texts) embedTokens(ids, start);
    const { desk, vectors, weights, x, qkv, wide, act, own, vector } = layout.regions;
    const rows = roundUp(tokens, 4);
    const [d, s, v, w] = [desk.at, own.at, vectors.at, weights.at];
    const part = (from: number, region: Region) => {
      const target = view(region);
      return (layer: number) => encoder.readLayer(layer, from, target);
    };
    const panelsFor = ({ from, size }: { readonly from: number; readonly size: number }) =>
      part(from, { at: weights.at, size });
    const readVectors = part(0, vectors);
    const [forProject, forMix] = [panelsFor(panels.project), panelsFor(panels.mix)];
    const [forWiden, forNarrow] = [panelsFor(panels.widen), panelsFor(panels.narrow)];
    for (let i = 0; i < encoder.layers; i++) {
      if (late()) return null;
      readVectors(i);
      forProject(i);
      wasm.project(d, s, rows, v, w, x.at, qkv.at, act.at);
      for (const { ids, start } of texts) {
        const [from, to] = [qkv.at + start * 3 * ROW, wide.at + start * ROW];
        wasm.attention(d, s, ids.length, roundUp(ids.length, 4), from, to);
      }
      forMix(i);
      wasm.mix(d, s, rows, v, w, x.at, wide.at, act.at);
      forWiden(i);
      wasm.widen(d, s, rows, v, w, x.at, wide.at, act.at);
      forNarrow(i);
      wasm.narrow(d, s, rows, v, w, x.at, wide.at, act.at);
    }
    return texts.map(({ ids, start }) => {
      wasm.pool(ids.length, x.at + start * ROW, vector.at);
      return checked(new Float32Array(memory.buffer, vector.at, ROW / 4).slice(), files.weights);
    });
  };

  return {
    build: code.build,
    dimensions: ROW / 4,
    maxTokens: encoder.maxTokens,
    embed: (ids, late = () => false) => run([ids], late)?.[0] ?? null,
    embedAll: run,
    close() {
      encoder.close();
      table.close();
    },
  };
}

function idAt(ids: ArrayLike<number>, index: number, limit: number): number {
  const id = ids[index];
  if (id === undefined || !Number.isInteger(id) || id < 0 || id >= limit) {
    throw new RangeError(`token id ${id} at ${index}, expected 0 to ${limit - 1}`);
  }
  return id;
}

/** Damaged weights show as NaN (a zero sum cannot be scaled to unit length either); no such vector may leave. */
function checked(vector: Float32Array, weights: string): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] ?? 0) ** 2;
  if (Math.abs(squares - 1) < 1e-3) return vector;
  throw new WaysError(`the embedding kernel gave no usable vector (squared length ${squares}) from \`${weights}\``, {
    hint: "run `ways model verify`, or install ways again",
  });
}
