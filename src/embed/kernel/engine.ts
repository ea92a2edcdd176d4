// The kernel as a function: token ids → unit vector. Synchronous, no cache: one cold call is the case; many texts go
// through together, their rows one after the other, so that the weights are read once for all and hardly a row is padding.
import { WaysError } from "../../errors.ts";
import type { Ending } from "./desk.ts";
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
  embed(ids: ArrayLike<number>, late?: Late): Float32Array | null;
  /** Puts the rows of texts in place, once, before anything is embedded; where there is a second thread, it runs their layers meanwhile. */
  begin(texts: Texts): Begun;
  /** The same vectors, bit for bit, of several texts in their order, or null; memory grows with the tokens of all of them. */
  embedAll(texts: Texts, late: Late): readonly Float32Array[] | null;
  /** Closes the files; the kernel cannot be used afterwards. */
  close(): void;
};

type Texts = readonly ArrayLike<number>[];
type Late = () => boolean;

export type Begun = {
  /** To be called before anything else is embedded, which gives up what was begun; as `embedAll`. */
  finish(late: Late): readonly Float32Array[] | null;
};

/** How long the other thread's next task is waited for before the clock is looked at. */
const PATIENCE_US = 2_000;

/** Room for a usual prompt; longer texts make the memory grow. */
const USUAL_TOKENS = 24;
const PAGE = 65_536;

/** Throws a WaysError when a file is missing or foreign, or the machine has no WebAssembly SIMD. */
export function openKernel(files: KernelFiles, started: StartedKernel): Kernel {
  const { code, memory, run: wasm, desk } = started;
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
  const prepare = (all: Texts): Job => {
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
    for (let i = 0; i < texts.length; i++) embedTokens(all[i] ?? [], texts[i]?.start ?? 0);
    return { regions: layout.regions, rows: roundUp(tokens, 4), texts };
  };
  const pool = ({ texts, regions: { x, vector } }: Job) =>
    texts.map(({ tokens, start }) => {
      wasm.pool(tokens, x.at + start * ROW, vector.at);
      return checked(new Float32Array(memory.buffer, vector.at, ROW / 4).slice(), files.weights);
    });
  const runHere = (job: Job, late: Late) => (runLayers(job, wasm, memory, encoder, late) ? "done" : "late");
  /** Takes part in layers that the other thread runs. */
  const assist = (late: Late): Ending | "late" => {
    for (;;) {
      const ending = desk.ending();
      if (ending !== null) return ending;
      if (late()) return "late";
      wasm.assist(desk.at, PATIENCE_US);
    }
  };

  /** A job that was given to the other thread, until it is over: the memory is its own. */
  let given: Job | null = null;
  const settle = (all: Texts, job: Job, late: Late): Ending | "late" => {
    const isMine = given === null || desk.takeRun();
    const ending = isMine ? null : assist(late);
    if (ending !== "late") given = null;
    if (ending === null) return runHere(job, late);
    if (ending !== "failed") return ending;
    desk.setAlone(true);
    return runHere(prepare(all), late);
  };
  /** False when a job that nobody asks for any more is not over in time. */
  const free = (late: Late): boolean => {
    if (given !== null && !desk.takeRun() && assist(late) === "late") return false;
    given = null;
    return true;
  };
  const begin = (all: Texts): Begun => {
    const job = prepare(all);
    const { give } = started;
    if (give !== null) given = job;
    started.give = null; // it has one job
    give?.(job);
    return {
      finish: (late) => {
        const ending = settle(all, job, late);
        return ending === "done" ? pool(job) : null;
      },
    };
  };

  return {
    build: code.build,
    dimensions: ROW / 4,
    maxTokens: encoder.maxTokens,
    begin,
    embed: (ids, late = () => false) => (free(late) ? (begin([ids]).finish(late)?.[0] ?? null) : null),
    embedAll: (texts, late) => (free(late) ? begin(texts).finish(late) : null),
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
