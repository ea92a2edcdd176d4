// One of several threads that embed texts while the binary is built: texts in, raw vectors out, in order.
import { openEmbedder } from "../embed/embedder.ts";
import { compileKernel } from "../embed/kernel/module.ts";
import { openModel } from "../embed/model.ts";
import { ALIAS_KIND } from "../engine/refresh.ts";
import { mapFile } from "../host/bytes.ts";

/** The kernel as build/kernel.ts has just left it. */
const kernel = () =>
  compileKernel({ relaxed: mapFile("dist/kernel/relaxed.wasm"), plain: mapFile("dist/kernel/plain.wasm") });

declare const self: Worker;

self.onmessage = async ({ data: texts }: MessageEvent<readonly string[]>) => {
  const embedder = await openEmbedder(openModel("models"), "kernel", { kernel, ortWasm: "" });
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    const vector = await embedder.embed(ALIAS_KIND, text);
    if (vector === null) throw new Error(`no vector for \`${text}\``);
    vectors.push(vector);
  }
  postMessage(vectors);
};
