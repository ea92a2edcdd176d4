// A model folder and an engine as the Embedder port: prefix, NFC, tokens within the window, a sound vector.
import type { Deadline, Embedder, EmbedKind } from "../engine/ports.ts";
import { type Begun, openKernel } from "./kernel/engine.ts";
import type { StartedKernel } from "./kernel/start.ts";
import { isOther, type Model, poolingOf } from "./model.ts";
import { openTokenizer } from "./plain-tokenizer.ts";
import { isPlain } from "./tokenizer.ts";
import type { Spec } from "./worker.ts";

export type EngineName = "kernel" | "onnx";

/** What the engines run on: the kernel, started at first use, the bundled thread and the path of ONNX Runtime's WASM. */
export type EngineCode = {
  readonly kernel: () => StartedKernel;
  readonly worker: () => Uint8Array<ArrayBuffer>;
  readonly ortWasm: string;
  /** Folder for what can be made again; null: there is none. */
  readonly cache: string | null;
};

/** An embedder in this process, which may begin with texts that will be asked for; a second thread then works on them meanwhile. */
export type KernelEmbedder = Embedder & { begin(kind: EmbedKind, texts: readonly string[]): void };

/** Text, prefix included → vector; null when the deadline passed first. */
type Encode = (text: string, deadline: Deadline | undefined) => Promise<Float32Array | null>;

/**
 * The kernel in this thread, ONNX Runtime in one of its own. Throws a WaysError when the model or the engine cannot be used; ONNX Runtime
 * says so at the first text. `onFull`: told the UTF-16 units, prefix included, of a text that filled the kernel's window, the last guard behind the reducer.
 */
export async function openEmbedder(
  model: Model,
  engine: EngineName,
  code: EngineCode,
  onFull: (units: number) => void = () => {},
): Promise<Embedder> {
  if (engine === "kernel") return openKernelEmbedder(model, code, onFull);
  return (await openThread(model, engine, code)).embedder;
}

/** Throws as `openEmbedder` rejects. */
export function openKernelEmbedder(
  model: Model,
  code: EngineCode,
  onFull: (units: number) => void = () => {},
): KernelEmbedder {
  const { encode, begin } = openEncode(model, code, onFull);
  const prefixed = (kind: EmbedKind) => (text: string) => model.manifest.prefix[kind] + composed(text);
  return { ...asEmbedder(model, encode), begin: (kind, texts) => begin(texts.map(prefixed(kind))) };
}

export type EmbedderThread = {
  readonly embedder: Embedder;
  /** What is still asked is never answered. */
  readonly stop: () => void;
};

/** An engine in a thread of its own; what is wrong with it, the first text tells. */
export async function openThread(model: Model, engine: EngineName, code: EngineCode): Promise<EmbedderThread> {
  const { startThread } = await import("./thread.ts");
  const { embed, stop } = startThread(code.worker(), specOf(model, engine, code));
  return { embedder: asEmbedder(model, embed), stop };
}

function asEmbedder({ manifest: { dimensions, prefix } }: Model, encode: Encode): Embedder {
  return {
    dimensions,
    embed: async (kind: EmbedKind, text: string, deadline?: Deadline) => {
      const vector = await encode(prefix[kind] + composed(text), deadline);
      return vector && soundVector(vector, dimensions);
    },
  };
}

type Question = { readonly text: string; readonly deadline: Deadline | undefined };

/** The deadline is looked at between two layers. Texts that are asked for at once go through the kernel together. */
function openEncode(model: Model, code: EngineCode, onFull: (units: number) => void) {
  const { maxTokens } = model.manifest;
  const tokenizer = openTokenizer(model, code.cache);
  const kernel = openKernel(kernelFiles(model), code.kernel());
  const idsOf = (texts: readonly string[]) =>
    texts.map((text) => {
      const ids = tokenizer.encode(text, maxTokens);
      if (ids.length >= maxTokens) onFull(text.length);
      return ids;
    });
  let begun: BegunTexts | null = null;
  let asked: Question[] = [];
  let vectors: Promise<readonly Float32Array[] | null> = Promise.resolve(null);
  const answer = () => {
    const questions = asked;
    asked = [];
    const late = () => questions.some(({ deadline }) => deadline !== undefined && deadline.now() >= deadline.at);
    const texts = questions.map(({ text }) => text);
    const found = begun && vectorsOf(begun, texts, late);
    if (found === null) begun = null;
    return found ?? kernel.embedAll(idsOf(texts), late);
  };
  const encode: Encode = async (text, deadline) => {
    const place = asked.push({ text, deadline }) - 1;
    // After what only waits for its turn: opening the coordinates, say, while a second thread is at work.
    if (place === 0) vectors = new Promise(setImmediate).then(answer);
    return (await vectors)?.[place] ?? null;
  };
  const begin = (texts: readonly string[]) => {
    begun = { texts, work: kernel.begin(idsOf(texts)), vectors: null };
  };
  return { encode, begin };
}

/** `vectors`: in the order of the texts; null: not asked for yet. */
type BegunTexts = { readonly texts: readonly string[]; readonly work: Begun; vectors: readonly Float32Array[] | null };

/** null: others were begun, or it gets late. */
function vectorsOf(begun: BegunTexts, asked: readonly string[], late: () => boolean): readonly Float32Array[] | null {
  for (const text of asked) if (!begun.texts.includes(text)) return null;
  begun.vectors ??= begun.work.finish(late);
  const { vectors } = begun;
  if (vectors === null) return null;
  const found: Float32Array[] = [];
  for (const text of asked) {
    const vector = vectors[begun.texts.indexOf(text)];
    if (vector) found.push(vector);
  }
  return found;
}

function kernelFiles(model: Model) {
  return { weights: model.path("kernel"), table: model.path("table") };
}

function specOf(model: Model, engine: EngineName, code: EngineCode): Spec {
  const { manifest } = model;
  const isOwn = isOther(manifest);
  const { dimensions, maxTokens } = manifest;
  const reading = { tokenizer: model.path("tokenizer"), tokens: isOwn ? "json" : "flat", maxTokens } as const;
  if (engine === "kernel") return { ...reading, engine, code: code.kernel().code, ...kernelFiles(model) };
  return {
    ...reading,
    engine,
    wasm: code.ortWasm,
    encoder: model.path("onnx"),
    table: isOwn ? null : model.path("table"),
    pooling: poolingOf(manifest),
    dimensions,
  };
}

/** NFC, as the model was trained; opening its tables costs a hook half a millisecond. */
function composed(text: string): string {
  return isPlain(text) ? text : text.normalize("NFC");
}

/** Unit length; NaN and zero are faults of the engine or the model, never a score. */
function soundVector(vector: Float32Array, dimensions: number): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] ?? 0) ** 2; // an iterator's steps are calls, in a cold process
  if (vector.length !== dimensions || !Number.isFinite(squares) || squares < 1e-12)
    throw new Error(`the engine returned an unusable vector (${vector.length} numbers, squared length ${squares})`);
  const length = Math.sqrt(squares);
  return Math.abs(length - 1) < 1e-6 ? vector : vector.map((x) => x / length);
}
