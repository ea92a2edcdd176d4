// `ways self-test`: embeds the manifest's check sentences on this machine and compares them with the stored vectors.
import { cosineWith, LEAST_COSINE } from "../engine/self-test.ts";
import { EXIT } from "../errors.ts";
import { openModelTools } from "../wiring/models.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { printJson, table } from "./io.ts";

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
    results: [{ engine: "string", text: "string", cosine: "number", ms: "number", digest: "string", ok: "boolean" }],
  },
  run: async (flags, io) => {
    const tools = openModelTools(io.env);
    const { manifest } = tools.requireModel();
    const hasKernel = manifest.input === "inputs_embeds";
    const engines = flags.isOn("engines") && hasKernel ? (["kernel", "onnx"] as const) : ([tools.engine()] as const);
    const results = [];
    for (const engine of engines) {
      const embedder = await tools.openEmbedder(engine);
      for (const check of manifest.check) {
        const started = performance.now();
        const vector = await embedder.embed(check.kind, check.text);
        const ms = performance.now() - started;
        const cosine = vector === null ? 0 : cosineWith(vector, check.vector);
        const digest = vector === null ? "" : digestOf(vector);
        results.push({ engine, text: check.text, cosine, ms, digest, ok: cosine >= LEAST_COSINE });
      }
    }
    const ok = results.every((r) => r.ok);
    if (flags.isOn("json")) printJson(io, "self-test", { model: manifest.name, least: LEAST_COSINE, ok, results });
    else if (results.length === 0) {
      await (await tools.openEmbedder(tools.engine())).embed("query", "write a test");
      io.out(`${manifest.name}: it embeds; its manifest names no sentences to compare with`);
    } else {
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

/** The same on two machines only if every bit of the vector is. */
function digestOf(vector: Float32Array): string {
  return new Bun.CryptoHasher("sha256").update(vector).digest("hex");
}
