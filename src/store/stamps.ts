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
  return stamps.every(([path, before]) => {
    const now = packed(stampOf(path));
    return now === null || before === null ? now === before : now.every((x, i) => x === before[i]);
  });
}

function packed(stamp: Stamp | null): Packed | null {
  return stamp && [stamp.size, stamp.mtimeMs, stamp.inode, stamp.changedMs];
}
