// The last bytes of a text file, for logs that only ever grow.
import { closeSync, fstatSync, readSync } from "node:fs";
import { openRegular } from "./regular.ts";

/** At most `bytes` from the end, as UTF-8 (a cut first character is replaced); null when unreadable. */
export function readTail(path: string, bytes: number): string | null {
  let descriptor: number;
  try {
    descriptor = openRegular(path);
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(descriptor);
    const tail = new Uint8Array(Math.min(bytes, size));
    const n = readSync(descriptor, tail, 0, tail.length, size - tail.length);
    return new TextDecoder().decode(tail.subarray(0, n));
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}
