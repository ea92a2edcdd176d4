// The kernel against ONNX Runtime on texts that no author wrote: random ids of every length.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { openOnnx } from "../../../src/embed/onnx.ts";
import { cosine, MODELS } from "../oracle.ts";
import { randomIds, seeded } from "../random.ts";
import { openTestKernel } from "./builds.ts";

/** ONNX Runtime needs half a minute for a hundred long texts: all 512 lengths only on demand. */
const EVERY_LENGTH = process.env["WAYS_FUZZ"] === "all";
const LONG = [40, 48, 57, 64, 65, 100, 127, 128, 200, 257, 384, 511, 512];
const lengths = EVERY_LENGTH
  ? Array.from({ length: 512 }, (_, i) => i + 1)
  : [...Array.from({ length: 33 }, (_, i) => i + 1), ...LONG];

const ORT = "../../../node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm";

test(`random ids of ${lengths.length} lengths from 1 to 512 agree with ONNX Runtime`, async () => {
  const random = seeded(512);
  const onnx = await openOnnx({
    wasm: join(import.meta.dir, ORT),
    encoder: join(MODELS, "encoder.q4.onnx"),
    table: join(MODELS, "embedding.q4.bin"),
    pooling: "none",
    dimensions: 384,
  });
  const kernel = await openTestKernel();
  const wrong: string[] = [];
  for (const length of lengths) {
    const ids = randomIds(random, length);
    const agreement = cosine(kernel.embed(ids)!, await onnx.embed(ids));
    if (!(agreement >= 0.9997)) wrong.push(`${length} tokens: ${agreement}`);
  }
  expect(wrong).toEqual([]);
}, 900_000);
