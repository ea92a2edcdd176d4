// Files inside the executable (`with { type: "file" }`). They have no descriptor and cannot be mapped.
import { readFileSync } from "node:fs";

/** Copies: quickest for small files. A megabyte and more is for `readEmbeddedSoon` (without-fs.ts). */
export function readEmbedded(path: string): Uint8Array<ArrayBuffer> {
  return readFileSync(path);
}
