// The door of onnxruntime-web: the reference engine, and the way any other ONNX sentence model runs.
// Its WASM is embedded in the binary and handed over as bytes, so nothing is looked for on disk or on the network.
// It blocks its thread for as long as it works, so only the worker loads this file (onnx-worker.ts).
import * as ort from "onnxruntime-web/wasm";
import { messageOf, WaysError } from "../errors.ts";
import { mapFile, openFile } from "../host/bytes.ts";
import type { Pooling } from "./model.ts";

export type OnnxModel = {
  /** ONNX Runtime's own WASM. */
  readonly wasm: string;
  readonly encoder: string;
  /** 4-bit token table for models with `inputs_embeds`; null for models that take `input_ids`. */
  readonly table: string | null;
  readonly pooling: Pooling;
  readonly dimensions: number;
};

export type OnnxEngine = { embed(ids: ArrayLike<number>): Promise<Float32Array> };

const HEADER = 8;

/** ~0.3 s and 120 MB before the first vector: compiling the WASM. Throws a WaysError for a graph that cannot be run. */
export async function openOnnx({ wasm, encoder, table: path, pooling, dimensions }: OnnxModel): Promise<OnnxEngine> {
  ort.env.wasm.wasmBinary = mapFile(wasm);
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  const session = await openSession(encoder);
  const table = path === null ? null : openTable(path, dimensions);
  return {
    embed: async (ids) => {
      const length = ids.length;
      const shape = [1, length];
      const whole = (values: BigInt64Array) => new ort.Tensor("int64", values, shape);
      const known = {
        inputs_embeds: () => new ort.Tensor("float32", table?.gather(ids) ?? [], [...shape, dimensions]),
        input_ids: () => whole(BigInt64Array.from(Array.from(ids, BigInt))),
        attention_mask: () => whole(new BigInt64Array(length).fill(1n)),
        token_type_ids: () => whole(new BigInt64Array(length)),
        position_ids: () => whole(BigInt64Array.from(Array.from(ids, (_, i) => BigInt(i)))),
      };
      const feeds: Record<string, ort.Tensor> = {};
      for (const name of session.inputNames) {
        if (!(name in known)) throw new WaysError(`the model asks for \`${name}\`, which nobody knows here`);
        feeds[name] = known[name as keyof typeof known]();
      }
      return pool(await session.run(feeds), pooling, length, dimensions);
    },
  };
}

async function openSession(encoder: string): Promise<ort.InferenceSession> {
  try {
    return await ort.InferenceSession.create(mapFile(encoder), { executionProviders: ["wasm"] });
  } catch (cause) {
    throw new WaysError(`ONNX Runtime cannot run \`${encoder}\`: ${messageOf(cause)}`, {
      cause,
      hint: "weights in a file beside the graph (`.onnx_data`) and operators of other vendors are not supported",
    });
  }
}

/** One vector from the first output of the shape that the manifest promises. */
function pool(outputs: ort.InferenceSession.OnnxValueMapType, pooling: Pooling, tokens: number, dimensions: number) {
  const rows = pooling === "none" ? 1 : tokens;
  const wanted = pooling === "none" ? [1, dimensions] : [1, tokens, dimensions];
  const found = Object.values(outputs).find(({ dims }) => dims.join() === wanted.join())?.data;
  if (!(found instanceof Float32Array)) {
    const given = Object.entries(outputs).map(([name, { type, dims }]) => `\`${name}\` ${type} [${dims.join(", ")}]`);
    throw new WaysError(`the model gives ${given.join(", ")}, expected float32 [${wanted.join(", ")}]`, {
      hint: "`dimensions` and `pooling` of its manifest.json say what to expect",
    });
  }
  if (pooling === "cls") return found.slice(0, dimensions);
  const out = new Float32Array(dimensions);
  for (let i = 0; i < rows * dimensions; i++) out[i % dimensions] = (out[i % dimensions] ?? 0) + (found[i] ?? 0) / rows;
  return out;
}

/** embedding.q4.bin: u32 rows, u32 dimensions, then per row 12 fp16 scales and 192 bytes of nibbles (zero point 8). */
function openTable(path: string, dimensions: number) {
  const file = openFile(path);
  const header = new Uint8Array(HEADER);
  file.read(header, 0);
  const rows = new DataView(header.buffer).getUint32(0, true);
  const scales = (dimensions / 32) * 2;
  const rowBytes = scales + dimensions / 2;
  return {
    gather: (ids: ArrayLike<number>): Float32Array => {
      const out = new Float32Array(ids.length * dimensions);
      const row = new Uint8Array(rowBytes);
      const view = new DataView(row.buffer);
      for (let t = 0; t < ids.length; t++) {
        const id = ids[t] ?? 0;
        if (id < 0 || id >= rows) throw new Error(`token id ${id} is outside the table of ${rows} rows`);
        file.read(row, HEADER + id * rowBytes);
        for (let k = 0; k < dimensions; k += 2) {
          const scale = view.getFloat16((k >> 5) * 2, true);
          const byte = row[scales + (k >> 1)] ?? 0;
          out[t * dimensions + k] = ((byte & 15) - 8) * scale;
          out[t * dimensions + k + 1] = ((byte >> 4) - 8) * scale;
        }
      }
      return out;
    },
  };
}
