// Files inside the executable (`with { type: "file" }`). They have no descriptor and cannot be mapped.
import { readFileSync } from "node:fs";

/** Copies: quickest for small files. */
export function readEmbedded(path: string): Uint8Array<ArrayBuffer> {
  return readFileSync(path);
}

/** Without a copy, at the price of a turn of the event loop: a megabyte and more. */
export function readEmbeddedLarge(path: string): Promise<Uint8Array> {
  return Bun.file(path).bytes();
}
