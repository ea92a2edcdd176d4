// `ways self-test`: embeds the manifest's check sentences on this machine and compares them with the stored vectors.
import { EXIT, WaysError } from "../errors.ts";
import { openModelTools } from "../wiring/models.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { printJson, table } from "./io.ts";

/** The engines differ in their arithmetic; below this something is wrong. */
const LEAST_COSINE = 0.999;

export const selfTest: Verb = {
  summary: "embed a few sentences here and compare with the stored vectors",
  examples: [
    ["ways self-test", "the engine that hooks use"],
    ["ways self-test --engines", "both engines, and how far they agree"],
  ],
  words: [],
  flags: { ...JSON_FLAG, engines: { kind: "flag", meaning: "compare the kernel with ONNX Runtime" } },
  finding: "a vector is not what it should be",
  json: {
    model: "string",
    least: "number",
    ok: "boolean",
    results: [{ engine: "string", text: "string", cosine: "number", ms: "number", ok: "boolean" }],
  },
  run: async (flags, io) => {
    const tools = openModelTools(io.env);
    const { manifest } = tools.requireModel();
    const engines = flags.isOn("engines") ? (["kernel", "onnx"] as const) : ([tools.engine] as const);
    const results = [];
    for (const engine of engines) {
      const embedder = await tools.openEmbedder(engine);
      for (const check of manifest.check) {
        const started = performance.now();
        const vector = await embedder.embed(check.kind, check.text);
        const cosine = vector === null ? 0 : cosineWith(vector, check.vector);
        results.push({ engine, text: check.text, cosine, ms: performance.now() - started, ok: cosine >= LEAST_COSINE });
      }
    }
    const ok = results.every((r) => r.ok);
    if (flags.isOn("json")) printJson(io, "self-test", { model: manifest.name, least: LEAST_COSINE, ok, results });
    else {
      const rows = results.map((r) => [
        r.ok ? "ok" : "FAILED",
        r.engine,
        r.cosine.toFixed(6),
        `${r.ms.toFixed(1)} ms`,
        r.text,
      ]);
      io.out(table([["", "engine", "cosine", "time", "sentence"], ...rows]));
      io.out(
        ok
          ? `${manifest.name}: all vectors as expected (cosine ≥ ${LEAST_COSINE})`
          : `${manifest.name}: unexpected vectors, matching cannot be trusted`,
      );
    }
    return ok ? EXIT.ok : EXIT.finding;
  },
};

function cosineWith(vector: Float32Array, base64: string): number {
  const bytes = Uint8Array.fromBase64(base64);
  const stored = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  if (stored.length !== vector.length) throw new WaysError("a stored check vector has another length than the model's");
  let sum = 0;
  for (let k = 0; k < stored.length; k++) sum += (stored[k] ?? 0) * (vector[k] ?? 0);
  return sum;
}
