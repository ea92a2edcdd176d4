// Files inside the executable (`with { type: "file" }`). They have no descriptor and cannot be mapped.
import { readFileSync } from "node:fs";

/** Copies: quickest for small files. */
export function readEmbedded(path: string): Uint8Array<ArrayBuffer> {
  return readFileSync(path);
}

/** A megabyte and more: without a copy, at the price of a turn of the event loop. */
export function readEmbeddedSoon(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return Bun.file(path).bytes();
}
