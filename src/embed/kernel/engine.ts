// The kernel as a function: token ids → unit vector. Synchronous, no cache: one cold call is the case; many texts go
// through together, their rows one after the other, so that the weights are read once for all and hardly a row is padding.
import { WaysError } from "../../errors.ts";
import { ENDING } from "./desk.ts";
import { type Job, runLayers } from "./layers.ts";
import { buildLayout, type Layout, type Region, ROW, roundUp, TABLE_ROW } from "./layout.ts";
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
  /** Puts the rows of texts in place; where there is a second thread, it runs their layers meanwhile. */
  begin(texts: readonly ArrayLike<number>[]): Begun;
  /** The same vectors, bit for bit, of several texts in their order, or null; memory grows with the tokens of all of them. */
  embedAll(texts: readonly ArrayLike<number>[], late: () => boolean): readonly Float32Array[] | null;
  /** Closes the files; the kernel cannot be used afterwards. */
  close(): void;
};

export type Begun = {
  /** To be called once, before anything else is begun, which otherwise does it; as `embedAll`. */
  finish(late: () => boolean): readonly Float32Array[] | null;
};

/** How long the other thread's next task is waited for before the clock is looked at. */
const PATIENCE_US = 2_000;

/** Room for a usual prompt; longer texts make the memory grow. */
const USUAL_TOKENS = 24;
const PAGE = 65_536;

/** Throws a WaysError when a file is missing or foreign, or the machine has no WebAssembly SIMD. */
export function openKernel(files: KernelFiles, started: StartedKernel): Kernel {
  const { code, memory, run: wasm, desk } = started;
  started.practise(); // what there was no time for before
  const layerBytes = wasm.layerBytes();
  const sizeOf = (step: number) => wasm.panelsOf(step + 1) - wasm.panelsOf(step);
  const window = { vectors: wasm.panelsOf(0), panels: Math.max(sizeOf(0), sizeOf(1), sizeOf(2), sizeOf(3)) };
  let layout = buildLayout(USUAL_TOKENS, window);
  const view = ({ at, size }: Region) => new Uint8Array(memory.buffer, at, size);
  const fit = (needed: Layout) => {
    const missing = needed.end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE)); // views keep the old length: none is kept
    layout = needed;
    desk.setScratch(needed.regions.assistant.at);
  };
  fit(layout);

  const encoder = openEncoder(files.weights, layerBytes);
  const table = openTable(files.table);
  const { norm } = layout.regions;
  encoder.readNorm(view(norm));

  const embedTokens = (ids: ArrayLike<number>, start: number) => {
    const { table: rows, positions, x } = layout.regions;
    requireIds(ids, table.rows);
    table.readRows(ids, view({ at: rows.at, size: ids.length * TABLE_ROW }));
    encoder.readPositions(view({ at: positions.at, size: ids.length * ROW }));
    wasm.embed(ids.length, rows.at, positions.at, norm.at, norm.at + ROW, x.at + start * ROW);
  };

  /** Rows in place. */
  const prepare = (all: readonly ArrayLike<number>[]): Job => {
    let tokens = 0;
    const texts = all.map((ids) => {
      if (ids.length < 1 || ids.length > encoder.maxTokens) {
        throw new RangeError(`a text of ${ids.length} tokens, expected 1 to ${encoder.maxTokens}`);
      }
      const start = tokens; // its first row
      tokens += ids.length;
      return { tokens: ids.length, start };
    });
    // Rows that pad a text lie where the next one begins, which comes after; those of the last one need room of their own.
    const room = tokens + (texts.length > 1 ? 3 : 0);
    if (room > layout.tokens) fit(buildLayout(room, window));
    texts.forEach(({ start }, i) => {
      embedTokens(all[i] ?? [], start);
    });
    return { regions: layout.regions, rows: roundUp(tokens, 4), texts };
  };
  const runHere = (job: Job, late: () => boolean) => runLayers(job, wasm, memory, encoder, late);
  /** The layers that the other thread runs; null when it could not. */
  const assistUntilEnd = (late: () => boolean) => {
    while (desk.ending() === ENDING.running) {
      if (late()) return false;
      wasm.assist(desk.at, PATIENCE_US);
    }
    return desk.ending() === ENDING.failed ? null : true;
  };
  const pool = ({ texts, regions: { x, vector } }: Job) =>
    texts.map(({ tokens, start }) => {
      wasm.pool(tokens, x.at + start * ROW, vector.at);
      return checked(new Float32Array(memory.buffer, vector.at, ROW / 4).slice(), files.weights);
    });

  let begun: Begun | null = null;
  let isGivenUp = false;
  const begin = (all: readonly ArrayLike<number>[]): Begun => {
    begun?.finish(() => false); // its rows are in the memory
    if (isGivenUp)
      throw new WaysError("the kernel's memory is taken: the second thread runs a text that came too late");
    const job = prepare(all);
    const { assistant } = started;
    started.assistant = null; // it has one job
    assistant?.give(job);
    const runs = (late: () => boolean) => {
      if (assistant === null || desk.takeRun("kernel")) return runHere(job, late);
      const isDone = assistUntilEnd(late);
      isGivenUp = isDone === false;
      if (isDone !== null) return isDone;
      desk.setAlone(true);
      return runHere(prepare(all), late);
    };
    const finish = (late: () => boolean) => {
      begun = null;
      return runs(late) ? pool(job) : null;
    };
    begun = { finish };
    return begun;
  };

  return {
    build: code.build,
    dimensions: ROW / 4,
    maxTokens: encoder.maxTokens,
    begin,
    embed: (ids, late = () => false) => begin([ids]).finish(late)?.[0] ?? null,
    embedAll: (texts, late) => begin(texts).finish(late),
    close() {
      encoder.close();
      table.close();
    },
  };
}

function requireIds(ids: ArrayLike<number>, limit: number): void {
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (id === undefined || !Number.isInteger(id) || id < 0 || id >= limit) {
      throw new RangeError(`token id ${id} at ${i}, expected 0 to ${limit - 1}`);
    }
  }
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
