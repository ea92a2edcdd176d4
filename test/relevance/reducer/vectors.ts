// Vectors of the real model, kept in dist/ between runs. Aliases and queries are embedded alike, as in the product.
import { builtKernel } from "../../../src/build/built-kernel.ts";
import { keptVectors } from "../../../src/build/vectors.ts";
import { openEmbedder } from "../../../src/embed/embedder.ts";
import { startKernel } from "../../../src/embed/kernel/start.ts";
import { openModel } from "../../../src/embed/model.ts";
import type { Embedder } from "../../../src/engine/ports.ts";
import { ALIAS_KIND } from "../../../src/engine/refresh.ts";
import { openVectorStore } from "../../../src/store/vectors.ts";

const KERNEL = { kernel: () => startKernel(builtKernel()), worker: () => new Uint8Array(), ortWasm: "" };

export type Vectors = { of(text: string): Promise<Float32Array>; flush(): void };

/** Called in the root of the repository, after a build: the library is embedded already. */
export function openVectors(): Vectors {
  const model = openModel("models");
  const library = keptVectors(model);
  const store = openVectorStore("dist/reducer.bin", model.fingerprint, ALIAS_KIND, model.manifest.dimensions);
  let embedder: Embedder | null = null;
  let fresh = 0;
  return {
    of: async (text) => {
      const known = store.get(text) ?? library(text);
      if (known) return known;
      embedder ??= await openEmbedder(model, "kernel", KERNEL);
      const vector = await embedder.embed(ALIAS_KIND, text);
      if (vector === null) throw new Error("a vector was late without a deadline");
      store.put(text, vector);
      if (++fresh % 200 === 0) store.flush();
      return vector;
    },
    flush: () => store.flush(),
  };
}
