// Which files a parsed library was made from, so that a later hook can tell by looking from outside whether to parse again.
import { type Stamp, stampOf } from "../host/stamps.ts";

/** Path with what it looked like; null: it was not there. */
export type FileStamp = readonly [path: string, stamp: Packed | null];
export type Packed = readonly [size: number, mtimeMs: number, inode: number, changedMs: number];

export function stampFile(path: string): FileStamp {
  return [path, packed(stampOf(path))];
}

export function packStamp(path: string, stamp: Stamp): FileStamp {
  return [path, packed(stamp)];
}

/** True while every file looks as it did. */
export function areFresh(stamps: readonly FileStamp[]): boolean {
  for (const [path, before] of stamps) if (!areEqual(packed(stampOf(path)), before)) return false;
  return true;
}

function areEqual(a: Packed | null, b: Packed | null): boolean {
  if (a === null || b === null) return a === b;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function packed(stamp: Stamp | null): Packed | null {
  return stamp && [stamp.size, stamp.mtimeMs, stamp.inode, stamp.changedMs];
}
