// Files that people write, as they lie on the disk: whoever reads one can say what is wrong with it.
import { join } from "node:path";
import { messageOf, WaysError } from "../errors.ts";
import { sizeOf } from "../host/atomic.ts";
import { readBytes, readText, realPath } from "../host/files.ts";
import type { Problem } from "../validate.ts";
import { decodeText, MAX_FILE_BYTES, tooLarge } from "../ways/text.ts";

export type Written = {
  /** null: there is no file, or a problem. */
  readonly bytes: Uint8Array | null;
  readonly problem: Problem | null;
};

/** A file of more than `limit` bytes is not even opened. `size`: where it is known already. */
function readWritten(path: string, limit: number, size = sizeOf(path)): Written {
  if (size > limit) return { bytes: null, problem: tooLarge(size, limit) };
  try {
    const bytes = readBytes(path);
    if (bytes === null && realPath(path) === null) throw new WaysError("the link leads nowhere");
    return { bytes, problem: null };
  } catch (error) {
    return { bytes: null, problem: { code: "walk-unreadable", message: `it cannot be read: ${messageOf(error)}` } };
  }
}

/** A way, a row beside it, a configuration: `text` is empty where there are no bytes. */
export function readWrittenText(path: string, size?: number): Written & { readonly text: string } {
  const written = readWritten(path, MAX_FILE_BYTES, size);
  if (written.bytes === null) return { ...written, text: "" };
  const { text, problem } = decodeText(written.bytes);
  return { bytes: problem === null ? written.bytes : null, text, problem };
}

/** A file of ours, not a person's. null: there is none, or a fault: whoever reads it may not take one for the other. */
export function readKept(path: string): { readonly text: string | null; readonly fault: WaysError | null } {
  try {
    return { text: readText(path), fault: null };
  } catch (error) {
    const hint = "put that right or remove it";
    return {
      text: null,
      fault: new WaysError(`\`${path}\` cannot be read: ${messageOf(error)}`, { cause: error, hint }),
    };
  }
}

/** It is handed over as one argument, and a system takes 128 KB of those. */
const LARGEST_MACRO = 100_000;

export function readMacro(path: string): Written {
  return readWritten(path, LARGEST_MACRO);
}

/** The macro of a way, here and on Windows. */
export const MACROS = ["macro.sh", "macro.ps1"] as const;

/** Where the macro of a way is kept, beside its file. */
export function macroIn(folder: string): string {
  return join(folder, MACROS[process.platform === "win32" ? 1 : 0]);
}
