// Standard output, written to the last byte: Bun drops what exceeds 64 KB of a pipe when the process exits early.
import { writeSync } from "node:fs";

/** Writes all of `text`; false when the reader has gone (EPIPE), which is no error of ours. */
export function writeAll(text: string, descriptor: 1 | 2 = 1): boolean {
  const bytes = new TextEncoder().encode(text);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(descriptor, bytes, done, bytes.length - done);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EAGAIN") {
        Bun.sleepSync(1); // a full non-blocking pipe: the reader is slow, not gone
        continue;
      }
      return false;
    }
  }
  return true;
}
