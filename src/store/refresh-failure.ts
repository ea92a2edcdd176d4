// Why the last refresh of the corpus failed, as long as none has succeeded since: a fault that comes back at every session start is
// told once.
import { join } from "node:path";
import { readTextOr } from "../host/atomic.ts";
import { ensureDir, removeFile, writeAtomic } from "../host/files.ts";

function fileIn(state: string): string {
  return join(state, "corpus-failed");
}

/** null: it did not fail. */
export function readFailure(state: string): string | null {
  return readTextOr(fileIn(state), "") || null;
}

/** False when the same was known before, or nothing can be remembered. */
export function rememberFailure(state: string, message: string): boolean {
  if (readFailure(state) === message) return false;
  try {
    ensureDir(state);
    writeAtomic(fileIn(state), message);
    return true;
  } catch {
    return false;
  }
}

export function forgetFailure(state: string): void {
  try {
    removeFile(fileIn(state));
  } catch {
    // told once more than needed
  }
}
