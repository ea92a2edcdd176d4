// What the reference gave for 387 texts in 23 languages: ids of the reference tokenizer, vectors of ONNX Runtime.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type OracleRow = {
  readonly text: string;
  readonly kind: "query" | "passage";
  readonly ids: readonly number[];
  readonly vector: Float32Array;
};

export const MODELS = join(import.meta.dir, "../../models");

export function readOracle(): readonly OracleRow[] {
  const lines = readFileSync(join(import.meta.dir, "../fixtures/oracle/oracle.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const row = JSON.parse(line) as Omit<OracleRow, "vector"> & { vector: string };
    const bytes = new Uint8Array(Buffer.from(row.vector, "base64"));
    return { ...row, vector: new Float32Array(bytes.buffer) };
  });
}

export function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
}
