// Operations that many processes may do at once without a lock: exclusive creation, appending, counting by appending.
// Network homes make locks hang (field case E9), so nothing here ever waits.
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { readRegular } from "./regular.ts";

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** Where a pipe stands in the place of a file, opening it fails instead of waiting for a reader. */
const APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Runs `write`; when the folder is missing makes it (0700) and tries once more. */
function inFolder<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    return write();
  }
}

/** True when this call made the file; false when it was there. Throws on a full or read-only disk. */
export function createExclusive(path: string, text: string, mode = FILE_MODE): boolean {
  return inFolder(path, () => {
    let descriptor: number;
    try {
      descriptor = openSync(path, "wx", mode);
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
    try {
      writeSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
    return true;
  });
}

/** True when this call made the folder; false when it was there. */
export function makeFolder(path: string): boolean {
  return inFolder(path, () => {
    try {
      mkdirSync(path, { mode: FOLDER_MODE });
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
  });
}

function append(path: string, content: string | Uint8Array): void {
  inFolder(path, () => {
    const descriptor = openSync(path, APPENDING, FILE_MODE);
    try {
      writeFileSync(descriptor, content);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** One write in append mode: lines of several processes do not mix. */
export function appendText(path: string, text: string): void {
  append(path, text);
}

/** A counter without a lock: adds one byte and returns the size, which may already include others' bytes. */
export function countUp(path: string): number {
  appendText(path, ".");
  return sizeOf(path);
}

/** Bytes of a file; 0 when it is not there or cannot be looked at. */
export function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** Names in a folder; empty when it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The text of a file; `otherwise` when it cannot be read, or is none. */
export function readTextOr<T>(path: string, otherwise: T): string | T {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(readRegular(path));
  } catch {
    return otherwise;
  }
}

/** Moves a file that has grown beyond `limit` bytes out of the way, replacing what was there. */
export function renameIfLarger(path: string, to: string, limit: number): void {
  if (sizeOf(path) > limit) renameSync(path, to);
}

/** Like `appendText`, for bytes. */
export function appendBytes(path: string, bytes: Uint8Array): void {
  append(path, bytes);
}

/** True when this call moved the file; false when it was gone already. */
export function moveFile(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
