// Vectors of the real model, kept in dist/ between runs.
import { openEmbedder } from "../../../src/embed/embedder.ts";
import { compileKernel } from "../../../src/embed/kernel/module.ts";
import { openModel } from "../../../src/embed/model.ts";
import type { Embedder } from "../../../src/engine/ports.ts";
import { mapFile } from "../../../src/host/bytes.ts";
import { openVectorStore, type VectorKind } from "../../../src/store/vectors.ts";

/** The kernel as `make build` left it. */
const kernel = () =>
  compileKernel({ relaxed: mapFile("dist/kernel/relaxed.wasm"), plain: mapFile("dist/kernel/plain.wasm") });

export type Vectors = { of(text: string): Promise<Float32Array>; flush(): void };

/** Called in the root of the repository, after the kernel was built. */
export function openVectors(kind: VectorKind): Vectors {
  const model = openModel("models");
  const store = openVectorStore(`dist/reducer-${kind}.bin`, model.fingerprint, kind, model.manifest.dimensions);
  let embedder: Embedder | null = null;
  let fresh = 0;
  return {
    of: async (text) => {
      const known = store.get(text);
      if (known) return known;
      embedder ??= await openEmbedder(model, "kernel", { kernel, onnxWorker: () => new Uint8Array(), ortWasm: "" });
      const vector = await embedder.embed(kind, text);
      if (vector === null) throw new Error("a vector was late without a deadline");
      store.put(text, vector);
      if (++fresh % 200 === 0) store.flush();
      return vector;
    },
    flush: () => store.flush(),
  };
}
