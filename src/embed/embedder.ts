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
};

/** An embedder in this process, which may begin with a text that will be asked for; a second thread then works on it meanwhile. */
export type KernelEmbedder = Embedder & { begin(kind: EmbedKind, text: string): void };

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

/** Throws as `openEmbedder` rejects. `cache`: where a part of the tokenizer may lie (plain-tokenizer.ts). */
export function openKernelEmbedder(
  model: Model,
  code: EngineCode,
  onFull: (units: number) => void = () => {},
  cache: string | null = null,
): KernelEmbedder {
  const { encode, begin } = openEncode(model, code, onFull, cache);
  return { ...asEmbedder(model, encode), begin: (kind, text) => begin(model.manifest.prefix[kind] + composed(text)) };
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
function openEncode(model: Model, code: EngineCode, onFull: (units: number) => void, cache: string | null) {
  const { maxTokens } = model.manifest;
  const tokenizer = openTokenizer(model, cache);
  const kernel = openKernel(kernelFiles(model), code.kernel());
  const idsOf = (texts: readonly string[]) =>
    texts.map((text) => {
      const ids = tokenizer.encode(text, maxTokens);
      if (ids.length >= maxTokens) onFull(text.length);
      return ids;
    });
  let begun: { readonly text: string; readonly work: Begun } | null = null;
  let asked: Question[] = [];
  let vectors: Promise<readonly Float32Array[] | null> = Promise.resolve(null);
  const answer = () => {
    const questions = asked;
    asked = [];
    const late = () => questions.some(({ deadline }) => deadline !== undefined && deadline.now() >= deadline.at);
    const work = questions.length === 1 && questions[0]?.text === begun?.text ? begun?.work : null;
    begun = null;
    return work ? work.finish(late) : kernel.embedAll(idsOf(questions.map(({ text }) => text)), late);
  };
  const encode: Encode = async (text, deadline) => {
    const place = asked.push({ text, deadline }) - 1;
    // After what only waits for its turn: opening the coordinates, say, while a second thread is at work.
    if (place === 0) vectors = new Promise(setImmediate).then(answer);
    return (await vectors)?.[place] ?? null;
  };
  const begin = (text: string) => {
    begun = { text, work: kernel.begin(idsOf([text])) };
  };
  return { encode, begin };
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
