// A model folder and an engine as the Embedder port: prefix, NFC, tokens within the window, a sound vector.
import type { Deadline, Embedder, EmbedKind } from "../engine/ports.ts";
import { mapFile } from "../host/bytes.ts";
import { openKernel } from "./kernel/engine.ts";
import type { KernelCode } from "./kernel/module.ts";
import type { Model } from "./model.ts";
import { readTokenizer } from "./tokenizer.ts";

export type EngineName = "kernel" | "onnx";

/** What the engines run on: the kernel's code, compiled at first use, and the path of ONNX Runtime's WASM. */
export type EngineCode = { readonly kernel: () => KernelCode; readonly ortWasm: string };

/** ids → vector; null when `isLate` said so between two layers. */
type Encode = (ids: Int32Array, isLate: () => boolean) => Promise<Float32Array | null>;

/** Throws a WaysError when the model or the engine cannot be used. */
export async function openEmbedder(model: Model, engine: EngineName, code: EngineCode): Promise<Embedder> {
  const { dimensions, maxTokens, prefix } = model.manifest;
  const tokenizer = readTokenizer(mapFile(model.path("tokenizer")));
  const encode = await (engine === "kernel" ? kernelEncode(model, code) : onnxEncode(model, code));
  return {
    dimensions,
    embed: async (kind: EmbedKind, text: string, deadline?: Deadline) => {
      const ids = tokenizer.encode(prefix[kind] + text.normalize("NFC"), maxTokens);
      const vector = await encode(ids, () => deadline !== undefined && deadline.now() >= deadline.at);
      return vector && soundVector(vector, dimensions);
    },
  };
}

function kernelEncode(model: Model, code: EngineCode): Encode {
  const kernel = openKernel({ weights: model.path("kernel"), table: model.path("table"), code: code.kernel() });
  return async (ids, isLate) => kernel.embed(ids, isLate);
}

async function onnxEncode(model: Model, code: EngineCode): Promise<Encode> {
  const { openOnnx } = await import("./onnx.ts");
  const table = model.manifest.input === "inputs_embeds" ? model.path("table") : null;
  const onnx = await openOnnx({ wasm: code.ortWasm, encoder: model.path("onnx"), table }, model.manifest.dimensions);
  return async (ids, isLate) => {
    const vector = await onnx.embed(ids);
    return isLate() ? null : vector;
  };
}

/** Unit length; NaN and zero are faults of the engine or the model, never a score. */
function soundVector(vector: Float32Array, dimensions: number): Float32Array {
  let squares = 0;
  for (const x of vector) squares += x * x;
  if (vector.length !== dimensions || !Number.isFinite(squares) || squares < 1e-12)
    throw new Error(`the engine returned an unusable vector (${vector.length} numbers, squared length ${squares})`);
  const length = Math.sqrt(squares);
  return Math.abs(length - 1) < 1e-6 ? vector : vector.map((x) => x / length);
}
