// Fixed-size records in one file, read and written in place. One call, one record: no lock, torn ones are the caller's to detect.
import { closeSync, constants, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { openRegular } from "./regular.ts";

/** False when there is no such record. */
export function readSlot(path: string, into: Uint8Array, at: number): boolean {
  let descriptor: number;
  try {
    descriptor = openRegular(path);
  } catch {
    return false;
  }
  try {
    return readSync(descriptor, into, 0, into.length, at) === into.length;
  } catch {
    return false;
  } finally {
    closeSync(descriptor);
  }
}

/** Best effort; false when the file cannot be written. */
export function writeSlot(path: string, bytes: Uint8Array, at: number): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      return writeSync(descriptor, bytes, 0, bytes.length, at) === bytes.length;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}
