// Vectors of the real model, kept in dist/ between runs: an append-only file of 16-byte keys and float32 rows.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { openEmbedder } from "../../../src/embed/embedder.ts";
import { openModel } from "../../../src/embed/model.ts";
import type { Embedder, EmbedKind } from "../../../src/engine/ports.ts";

const KEY = 16;
const KERNEL = "dist/kernel/relaxed.wasm";

export type Vectors = {
  readonly dimensions: number;
  of(kind: EmbedKind, text: string): Promise<Float32Array>;
};

/** Called from the root of the repository. The kernel where it has been built, else ONNX Runtime (slow). */
export async function openVectors(modelFolder: string, cacheFile: string): Promise<Vectors> {
  const model = openModel(modelFolder);
  const dimensions = model.manifest.dimensions;
  const known = readCache(cacheFile, dimensions);
  mkdirSync(dirname(cacheFile), { recursive: true });
  let embedder: Embedder | null = null;
  return {
    dimensions,
    of: async (kind, text) => {
      const key = new Bun.CryptoHasher("sha256").update(`${model.fingerprint}\0${kind}\0${text}`).digest().subarray(0, KEY);
      const name = key.toString("hex");
      const found = known.get(name);
      if (found) return found;
      embedder ??= await openEmbedder(model, existsSync(KERNEL) ? "kernel" : "onnx", {
        ortWasm: "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm",
        kernelRelaxed: KERNEL,
        kernelPlain: "dist/kernel/plain.wasm",
      });
      const vector = await embedder.embed(kind, text);
      if (vector === null) throw new Error("a vector was late without a deadline");
      appendFileSync(cacheFile, Buffer.concat([key, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)]));
      known.set(name, vector);
      return vector;
    },
  };
}

function readCache(file: string, dimensions: number): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>();
  if (!existsSync(file)) return known;
  const bytes = readFileSync(file);
  const size = KEY + dimensions * 4;
  for (let at = 0; at + size <= bytes.length; at += size)
    known.set(bytes.toString("hex", at, at + KEY), new Float32Array(bytes.buffer.slice(bytes.byteOffset + at + KEY, bytes.byteOffset + at + size)));
  return known;
}
