// One of several threads that embed texts while the binary is built: texts in, raw vectors out, in order.
import { openEmbedder } from "../embed/embedder.ts";
import { openModel } from "../embed/model.ts";
import { ALIAS_KIND } from "../engine/refresh.ts";
import { builtKernel } from "./built-kernel.ts";

declare const self: Worker;

self.onmessage = async ({ data: texts }: MessageEvent<readonly string[]>) => {
  const embedder = await openEmbedder(openModel("models"), "kernel", {
    kernel: builtKernel,
    onnxWorker: () => new Uint8Array(),
    ortWasm: "",
  });
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    const vector = await embedder.embed(ALIAS_KIND, text);
    if (vector === null) throw new Error(`no vector for \`${text}\``);
    vectors.push(vector);
  }
  postMessage(vectors);
};
