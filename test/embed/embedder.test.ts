import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { bundleWorker } from "../../src/build/worker.ts";
import { type EngineName, openEmbedder, openKernelEmbedder } from "../../src/embed/embedder.ts";
import { startKernel } from "../../src/embed/kernel/start.ts";
import { openModel } from "../../src/embed/model.ts";
import { embedderContract } from "../contracts/embedder.ts";
import { openFakeEmbedder } from "../support/fake-embedder.ts";
import { makeFolder, removeFolder } from "../support/temporary-folder.ts";
import { writeTinyModel } from "../support/tiny-model.ts";
import { kernelCode } from "./kernel/builds.ts";
import { MODELS } from "./oracle.ts";

const ORT = join(import.meta.dir, "../../node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm");

const tiny = makeFolder({});
afterAll(() => removeFolder(tiny));

async function open(engine: EngineName, folder = MODELS) {
  const [code, worker] = await Promise.all([kernelCode(), bundleWorker()]);
  return openEmbedder(openModel(folder), engine, {
    ortWasm: ORT,
    worker: () => worker,
    kernel: () => startKernel(code),
  });
}

embedderContract({ name: "kernel", open: () => open("kernel") });
embedderContract({ name: "onnx", open: () => open("onnx") });
embedderContract({
  name: "onnx with input_ids",
  open: () => open("onnx", writeTinyModel(tiny)),
  skips: { kinds: "it has no prefixes", meaning: "it knows words, not meanings" },
});
embedderContract({
  name: "fake",
  open: async () => openFakeEmbedder(),
  skips: { kinds: "it has no prefixes", meaning: "it knows stems, not meanings" },
});

test("a text that fills the window is told of, with its size", async () => {
  const full: number[] = [];
  const code = await kernelCode();
  const engine = { ortWasm: ORT, worker: () => new Uint8Array(), kernel: () => startKernel(code) };
  const embedder = await openEmbedder(openModel(MODELS), "kernel", engine, (units) => void full.push(units));
  await embedder.embed("query", "word ".repeat(100));
  expect(full).toEqual([]);
  await embedder.embed("query", "word ".repeat(600));
  expect(full).toEqual([3_000 + "query: ".length]);
});

test("a text that was begun is told of once, and comes to the same vector as any other", async () => {
  const full: number[] = [];
  const code = await kernelCode();
  const open = () => {
    const engine = { ortWasm: ORT, worker: () => new Uint8Array(), kernel: () => startKernel(code) };
    return openKernelEmbedder(openModel(MODELS), engine, (units) => void full.push(units));
  };
  const [begun, plain] = [open(), open()];
  const [long, short] = ["word ".repeat(600), "rename the helper"];
  begun.begin("query", long);
  expect(await begun.embed("query", long)).toEqual(await plain.embed("query", long));
  expect(full.length).toBe(2);
  begun.begin("query", short);
  const asked = [short, "write a test"];
  expect(await Promise.all(asked.map((text) => begun.embed("query", text)))).toEqual(
    await Promise.all(asked.map((text) => plain.embed("query", text))),
  );
});
