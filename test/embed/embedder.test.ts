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
    cache: null,
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
  const engine = { ortWasm: ORT, cache: null, worker: () => new Uint8Array(), kernel: () => startKernel(code) };
  const embedder = await openEmbedder(openModel(MODELS), "kernel", engine, (units) => void full.push(units));
  await embedder.embed("query", "word ".repeat(100));
  expect(full).toEqual([]);
  await embedder.embed("query", "word ".repeat(600));
  expect(full).toEqual([3_000 + "query: ".length]);
});

test("texts that were begun come to the same vectors, whenever, in whatever order and with whichever others they are asked for", async () => {
  const code = await kernelCode();
  const open = () =>
    openKernelEmbedder(openModel(MODELS), {
      ortWasm: ORT,
      cache: null,
      worker: () => new Uint8Array(),
      kernel: () => startKernel(code),
    });
  const [first, second, third] = ["Fix the login. Then write a test.", "Fix the login.", "Then write a test."];
  const other = "rename the helper";
  const plain = open();
  const expected = new Map<string, Float32Array | null>();
  for (const text of [first, second, third, other]) expected.set(text, await plain.embed("query", text));
  for (const asks of [[[first], [third, second]], [[second]], [[first, other], [second]], [[other], [first]]]) {
    const begun = open();
    begun.begin("query", [first, second, third]);
    for (const texts of asks)
      expect(await Promise.all(texts.map((text) => begun.embed("query", text)))).toEqual(
        texts.map((text) => expected.get(text) ?? null),
      );
  }
});

test("texts that were begun and got late come to the right vectors when there is time again", async () => {
  const code = await kernelCode();
  const engine = { ortWasm: ORT, cache: null, worker: () => new Uint8Array(), kernel: () => startKernel(code) };
  const [begun, plain] = [1, 2].map(() => openKernelEmbedder(openModel(MODELS), engine));
  begun?.begin("query", ["fix the login", "write a test"]);
  let looks = 0;
  const late = { at: 6, now: () => ++looks };
  expect(await begun?.embed("query", "fix the login", late)).toBeNull();
  for (const text of ["fix the login", "write a test"])
    expect(await begun?.embed("query", text)).toEqual((await plain?.embed("query", text)) ?? null);
});

test("a text that was begun is told of once, and comes to the same vector as any other", async () => {
  const full: number[] = [];
  const code = await kernelCode();
  const open = () => {
    const engine = { ortWasm: ORT, cache: null, worker: () => new Uint8Array(), kernel: () => startKernel(code) };
    return openKernelEmbedder(openModel(MODELS), engine, (units) => void full.push(units));
  };
  const [begun, plain] = [open(), open()];
  const [long, short] = ["word ".repeat(600), "rename the helper"];
  begun.begin("query", [long]);
  expect(await begun.embed("query", long)).toEqual(await plain.embed("query", long));
  expect(full.length).toBe(2);
  begun.begin("query", [short]);
  const asked = [short, "write a test"];
  expect(await Promise.all(asked.map((text) => begun.embed("query", text)))).toEqual(
    await Promise.all(asked.map((text) => plain.embed("query", text))),
  );
});
