// Standard output, written to the last byte: Bun drops what exceeds 64 KB of a pipe when the process exits early.
import { writeSync } from "node:fs";
import { messageOf, WaysError } from "../errors.ts";

/** Nobody reads: a pipe without a reader, a descriptor that was closed, a socket that was reset. */
const GONE = new Set(["EPIPE", "EBADF", "ECONNRESET"]);

/**
 * Writes all of `text`; false when the reader has gone, which is no error of ours. Throws a WaysError when output is lost for another
 * reason (a full disk); on stderr that is `false`, too: there is nowhere left to say it.
 */
export function writeAll(text: string, descriptor: 1 | 2 = 1): boolean {
  const bytes = new TextEncoder().encode(text);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(descriptor, bytes, done, bytes.length - done);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "";
      if (code === "EAGAIN") {
        Bun.sleepSync(1); // a full non-blocking pipe: the reader is slow, not gone
        continue;
      }
      if (descriptor === 2 || GONE.has(code)) return false;
      throw new WaysError(`the output could not be written: ${messageOf(error)}`, { cause: error });
    }
  }
  return true;
}
