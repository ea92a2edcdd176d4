// The kernel as a function: token ids → unit vector. Synchronous, single-threaded, no cache: one cold call is the case.
// Weights pass through a window of one step of a layer: reading them is quicker than touching 12 MB of fresh memory, and the
// window stays in the processor's cache.
import { WaysError } from "../../errors.ts";
import { buildLayout, type Layout, type Region, ROW, roundUp, TABLE_ROW } from "./layout.ts";
import { bindExports, type KernelCode } from "./module.ts";
import { openEncoder, openTable } from "./weights.ts";

export type KernelFiles = {
  /** Paths of encoder.k4 and embedding.q4.bin. */
  readonly weights: string;
  readonly table: string;
  readonly code: KernelCode;
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
  /** Closes the files; the kernel cannot be used afterwards. */
  close(): void;
};

/** Room for a usual prompt; longer texts make the memory grow. A memory above a megabyte brings on a garbage collection. */
const USUAL_TOKENS = 24;
const USUAL_PAGES = 12;
const PAGE = 65_536;

/** The steps of a layer, in the order of their panels in the file. */
const STEPS = ["attend", "mix", "widen", "narrow"] as const;

/** Throws a WaysError when a file is missing or foreign, or the machine has no WebAssembly SIMD. */
export function openKernel(files: KernelFiles): Kernel {
  const { build, module } = files.code;
  const memory = new WebAssembly.Memory({ initial: USUAL_PAGES });
  const call = bindExports(new WebAssembly.Instance(module, { env: { memory } }));
  const layerBytes = call("layerBytes");
  const places = [0, 1, 2, 3, 4].map((step) => call("panelsOf", step));
  const panels = places.slice(0, 4).map((from, step) => ({ from, size: (places[step + 1] ?? from) - from }));
  const window = { vectors: places[0] ?? 0, panels: Math.max(...panels.map(({ size }) => size)) };
  let layout = buildLayout(USUAL_TOKENS, window);
  const view = ({ at, size }: Region) => new Uint8Array(memory.buffer, at, size);
  const fit = (needed: Layout) => {
    const missing = needed.end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE)); // detaches every view: none is kept
    layout = needed;
  };
  fit(layout);
  call("warm", layout.regions.weights.at); // scratch until the first layer is read

  const encoder = openEncoder(files.weights, layerBytes);
  const table = openTable(files.table);
  const { norm } = layout.regions;
  encoder.readNorm(view(norm));

  const embedTokens = (ids: ArrayLike<number>) => {
    const { table: rows, positions, x } = layout.regions;
    for (let i = 0; i < ids.length; i++) {
      table.readRow(idAt(ids, i, table.rows), view({ at: rows.at + i * TABLE_ROW, size: TABLE_ROW }));
    }
    encoder.readPositions(view({ at: positions.at, size: ids.length * ROW }));
    call("embed", ids.length, rows.at, positions.at, norm.at, norm.at + ROW, x.at);
  };

  return {
    build,
    dimensions: ROW / 4,
    maxTokens: encoder.maxTokens,
    embed(ids, late = () => false) {
      const tokens = ids.length;
      if (tokens < 1 || tokens > encoder.maxTokens) {
        throw new RangeError(`a text of ${tokens} tokens, expected 1 to ${encoder.maxTokens}`);
      }
      if (tokens > layout.tokens) fit(buildLayout(tokens, window));
      embedTokens(ids);
      const { vectors, weights, x, qkv, wide, act, panel, keys, values, scores, vector } = layout.regions;
      const rows = roundUp(tokens, 4);
      const shared = [vectors.at, weights.at, x.at];
      for (let i = 0; i < encoder.layers; i++) {
        if (late()) return null;
        encoder.readLayer(i, 0, view(vectors));
        panels.forEach(({ from, size }, step) => {
          encoder.readLayer(i, from, view({ at: weights.at, size }));
          if (step > 0) call(STEPS[step] ?? "", rows, ...shared, wide.at, act.at, panel.at);
          else {
            const scratch = [keys.at, values.at, scores.at];
            call("attend", tokens, rows, ...shared, qkv.at, wide.at, act.at, panel.at, ...scratch);
          }
        });
      }
      call("pool", tokens, x.at, vector.at);
      return checked(new Float32Array(memory.buffer, vector.at, ROW / 4).slice(), files.weights);
    },
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
  const squares = vector.reduce((sum, v) => sum + v * v, 0);
  if (Math.abs(squares - 1) < 1e-3) return vector;
  throw new WaysError(`the embedding kernel gave no usable vector (squared length ${squares}) from \`${weights}\``, {
    hint: "run `ways model verify`, or install ways again",
  });
}
