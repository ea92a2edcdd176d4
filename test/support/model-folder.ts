// A model folder whose files are a few bytes: enough for manifests, stamps and checksums.
import { createHash } from "node:crypto";
import { temporaryFolder } from "./temporary-folder.ts";

export const MODEL_FILES: Readonly<Record<string, string>> = {
  "encoder.k4": "kernel weights ".repeat(20),
  "tokenizer.bin": "tokenizer",
};

/** `changes` to the manifest; `files` as they really are in the folder, where they differ from what the manifest says. */
export function modelFolder(changes: object = {}, files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const roles = ["kernel", "tokenizer"];
  const manifest = {
    schema: "ways.model/1",
    name: "tiny",
    dimensions: 16,
    maxTokens: 512,
    prefix: { query: "query: ", passage: "passage: " },
    input: "inputs_embeds",
    files: Object.entries(MODEL_FILES).map(([name, text], i) => ({
      role: roles[i],
      name,
      bytes: text.length,
      sha256: createHash("sha256").update(text).digest("hex"),
    })),
    calibration: "calibration.bin",
    licence: "MIT",
    provenance: "made by a test",
    check: [],
    ...changes,
  };
  return temporaryFolder({ ...MODEL_FILES, ...files, "manifest.json": JSON.stringify(manifest) });
}
