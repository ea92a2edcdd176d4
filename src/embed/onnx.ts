// The door of onnxruntime-web: the reference engine, and the way any other ONNX sentence model runs.
// Its WASM is embedded in the binary and handed over as bytes, so nothing is looked for on disk or on the network.
import * as ort from "onnxruntime-web/wasm";
import { mapFile, openFile } from "../host/bytes.ts";

export type OnnxFiles = {
  /** ONNX Runtime's own WASM. */
  readonly wasm: string;
  readonly encoder: string;
  /** 4-bit token table for models with `inputs_embeds`; null for models that take `input_ids`. */
  readonly table: string | null;
};

export type OnnxEngine = { embed(ids: ArrayLike<number>): Promise<Float32Array> };

const HEADER = 8;

/** ~0.3 s and 120 MB before the first vector: compiling the WASM. */
export async function openOnnx(files: OnnxFiles, dimensions: number): Promise<OnnxEngine> {
  ort.env.wasm.wasmBinary = mapFile(files.wasm);
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  const session = await ort.InferenceSession.create(mapFile(files.encoder), { executionProviders: ["wasm"] });
  const table = files.table === null ? null : openTable(files.table, dimensions);
  const output = session.outputNames[0] ?? "embedding";
  return {
    embed: async (ids) => {
      const count = ids.length;
      const mask = new ort.Tensor("int64", new BigInt64Array(count).fill(1n), [1, count]);
      const input = table
        ? { inputs_embeds: new ort.Tensor("float32", table.gather(ids), [1, count, dimensions]) }
        : { input_ids: new ort.Tensor("int64", BigInt64Array.from(Array.from(ids, BigInt)), [1, count]) };
      const result = await session.run({ ...input, attention_mask: mask });
      const data = result[output]?.data;
      if (!(data instanceof Float32Array)) throw new Error(`the model's output \`${output}\` is not float32`);
      return data.length === dimensions ? data.slice() : meanOfRows(data, dimensions);
    },
  };
}

/** Models that return one row per token: mean over the tokens. */
function meanOfRows(data: Float32Array, dimensions: number): Float32Array {
  const out = new Float32Array(dimensions);
  for (let i = 0; i < data.length; i++) out[i % dimensions] = (out[i % dimensions] ?? 0) + (data[i] ?? 0);
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
