import { join } from "node:path";
import { type EngineName, openEmbedder } from "../../src/embed/embedder.ts";
import { openModel } from "../../src/embed/model.ts";
import { embedderContract } from "../contracts/embedder.ts";
import { openFakeEmbedder } from "../support/fake-embedder.ts";
import { kernelCode } from "./kernel/builds.ts";
import { MODELS } from "./oracle.ts";

const ORT = join(import.meta.dir, "../../node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm");

async function open(engine: EngineName) {
  const code = await kernelCode();
  return openEmbedder(openModel(MODELS), engine, { ortWasm: ORT, kernel: () => code });
}

embedderContract({ name: "kernel", open: () => open("kernel") });
embedderContract({ name: "onnx", open: () => open("onnx") });
embedderContract({
  name: "fake",
  open: async () => openFakeEmbedder(),
  skips: { kinds: "it has no prefixes", meaning: "it knows stems, not meanings" },
});
