// The arithmetic of scoring in WASM: in a fresh process JavaScript needs 18 ms for what this does in one.
// Same results as the plain functions in match/: cosines bit by bit, coordinates to float rounding (tested).
import { exportsOf, type KernelCode, MEMORY } from "./module.ts";

type Span = { readonly start: number; readonly count: number };

export type Scorer = {
  /** Raw unit vector → coordinates; a new array. */
  transform(vector: Float32Array, mean: Float32Array, directions: Float32Array, damping: Float32Array): Float32Array;
  /** Query coordinates against the rows of nodes: of each its nearest row and the cosines of its two nearest, −1 for none. */
  nearest(
    query: Float32Array,
    block: {
      /** [n × dimensions] and [n]. */
      readonly rows: { copy(target: Int8Array, from: number): void };
      readonly scales: Float32Array;
      readonly nodes: readonly Span[];
    },
  ): { readonly row: Int32Array; readonly first: Float32Array; readonly second: Float32Array };
};

const PAGE = 65_536;
/** Room for ten thousand rows that are looked at: growing costs more than asking at once. */
const USUAL_PAGES = 4;
/** SIMD loads are 16 bytes wide. */
const aligned = (x: number) => Math.ceil(x / 16) * 16;

/** Rows are copied through a window of this size: it stays in the processor's cache, and the memory stays small. */
const WINDOW = 131_072;

/** Makes an instance with a memory of its own. */
export function openScorer({ module }: KernelCode): Scorer {
  const memory = new WebAssembly.Memory({ initial: USUAL_PAGES, ...MEMORY });
  const run = exportsOf(module, memory);
  /** Consecutive aligned places for arrays of these byte lengths; grows the memory (views are made afterwards). */
  const place = (...sizes: readonly number[]) => {
    let at = 0;
    const places = sizes.map((size) => {
      const start = at;
      at = aligned(at + size);
      return start;
    });
    const missing = at - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return places;
  };
  const put = (at: number, values: Float32Array) => new Float32Array(memory.buffer, at, values.length).set(values);
  return {
    transform: (vector, mean, directions, damping) => {
      const sizes = [vector, mean, directions, damping].map((values) => values.byteLength);
      const [v = 0, m = 0, d = 0, s = 0] = place(...sizes);
      put(v, vector);
      put(m, mean);
      put(d, directions);
      put(s, damping);
      run.transform(v, m, d, s, damping.length, vector.length);
      return new Float32Array(memory.buffer, v, vector.length).slice();
    },
    nearest: (query, { rows, scales, nodes }) => {
      const n = query.length;
      const step = Math.max(1, Math.floor(WINDOW / n));
      let total = 0;
      for (const { count } of nodes) total += count;
      const sizes = [query.byteLength, n * 2, step * n, total * 4, total * 4, nodes.length * 8, nodes.length * 12];
      const [q = 0, values = 0, window = 0, products = 0, s = 0, spans = 0, out = 0] = place(...sizes);
      put(q, query);
      const scale = run.quantiseQuery(q, n, values);
      const view = new Int8Array(memory.buffer, window, step * n);
      const own = new Float32Array(memory.buffer, s, total);
      let done = 0; // rows whose products are there
      for (const { start, count } of runsOf(nodes)) {
        own.set(scales.subarray(start, start + count), done);
        for (let row = start; row < start + count; row += step) {
          const some = Math.min(start + count - row, step);
          rows.copy(view.subarray(0, some * n), row * n);
          run.dots(values, window, some, n, products + done * 4);
          done += some;
        }
      }
      const places = new Int32Array(memory.buffer, spans, nodes.length * 2);
      let at = 0;
      let end = 0;
      for (const { count } of nodes) {
        places[at++] = end;
        places[at++] = count;
        end += count;
      }
      run.nearest(products, s, scale, spans, nodes.length, out);
      const column = (i: number) => out + i * nodes.length * 4;
      const row = new Int32Array(memory.buffer, out, nodes.length).slice();
      // Rows of the block, not of what was looked at.
      for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) + (nodes[i]?.start ?? 0) - (places[2 * i] ?? 0);
      return {
        row,
        first: new Float32Array(memory.buffer, column(1), nodes.length).slice(),
        second: new Float32Array(memory.buffer, column(2), nodes.length).slice(),
      };
    },
  };
}

/** Neighbouring nodes together: one copy for all their rows. */
function runsOf(nodes: readonly Span[]): readonly Span[] {
  const runs: { start: number; count: number }[] = [];
  let end = -1;
  for (const { start, count } of nodes) {
    const last = start === end ? runs[runs.length - 1] : undefined;
    if (last) last.count += count;
    else runs.push({ start, count });
    end = start + count;
  }
  return runs;
}
