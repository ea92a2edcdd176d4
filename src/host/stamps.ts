// What a file looks like from outside (stamp) and inside (hash): the two halves of "has it changed?".
import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { openRegular } from "./regular.ts";

/** Equal stamps let a file go unread; content hashes stay the truth (ADR-109). */
export type Stamp = {
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
  /** Of the inode: nobody can set it back, as tools do with the time of the content. */
  readonly changedMs: number;
};

export function stampFrom(s: Stats): Stamp {
  return { size: s.size, mtimeMs: s.mtimeMs, inode: s.ino, changedMs: s.ctimeMs };
}

/** null: nothing there, or nothing that can be looked at. Links are followed. */
export function stampOf(path: string): Stamp | null {
  try {
    const s = statSync(path, { throwIfNoEntry: false });
    return s ? stampFrom(s) : null;
  } catch {
    return null;
  }
}

const CHUNK = 1 << 20;

/** Hex SHA-256 of a file, read in chunks. */
export function sha256File(path: string): string {
  const hasher = new Bun.CryptoHasher("sha256");
  const descriptor = openSync(path, "r");
  try {
    const chunk = new Uint8Array(CHUNK);
    for (let n = readSync(descriptor, chunk); n > 0; n = readSync(descriptor, chunk))
      hasher.update(chunk.subarray(0, n));
  } finally {
    closeSync(descriptor);
  }
  return hasher.digest("hex");
}

/** The first `count` bytes, fewer when the file is shorter. */
export function readHead(path: string, count: number): Uint8Array {
  const descriptor = openRegular(path);
  try {
    const head = new Uint8Array(count);
    return head.subarray(0, readSync(descriptor, head, 0, count, 0));
  } finally {
    closeSync(descriptor);
  }
}
