// What all files behind the corpus looked like when it was written: equal stamps stand for equal hashes, so that a session start reads
// no way at all. One number field per file in one array: 10,000 of them must be compared in a few tens of milliseconds.
//   meta: what rows depend on besides files · groups [[key, count], …]
//   "paths" UTF-8, \0 between · "stamps" f64 [4 × n]: size, time, inode, change; size −1: absent; NaN: not to be believed
import { join } from "node:path";
import { mapFile } from "../host/bytes.ts";
import { writeAtomic } from "../host/files.ts";
import { stampOf } from "../host/stamps.ts";
import { buildSections, readSections } from "./sections.ts";
import type { FileStamp } from "./stamps.ts";

const KIND = "ways.watched/1";
const NUMBERS = 4;

/** Rows depend on these, too; compared as text. */
export type Basis = {
  readonly model: string;
  readonly calibration: string;
  readonly shipped: string;
  /** `WAYS_LANGUAGES`. */
  readonly languages: string;
};

/** Key of what all projects share. */
export const SHARED = "";

export type Group = { readonly key: string; readonly stamps: readonly FileStamp[] };

export type Watched = {
  readonly basis: Basis;
  readonly keys: ReadonlySet<string>;
  /** True while every file of the groups that are meant looks as it did; `path`: the first of a group's. */
  areUnchanged(isMeant: (key: string, path: string) => boolean): boolean;
};

export function watchedIn(folder: string): string {
  return join(folder, "watched.bin");
}

export function writeWatched(path: string, basis: Basis, groups: readonly Group[]): void {
  const all = groups.flatMap((group) => group.stamps);
  const numbers = new Float64Array(all.length * NUMBERS);
  for (const [i, [, stamp]] of all.entries()) numbers.set(stamp ?? [-1, 0, 0, 0], i * NUMBERS);
  const meta = { kind: KIND, ...basis, groups: groups.map(({ key, stamps }) => [key, stamps.length]) };
  const paths = new TextEncoder().encode(all.map(([file]) => file).join("\0"));
  writeAtomic(path, buildSections(meta, { paths, stamps: new Uint8Array(numbers.buffer) }));
}

/**
 * A clock ticks every few milliseconds: a file that had just been written when it was looked at may change again within the tick
 * and look the same. Such a stamp is not to be believed; the next look reads the file once more. `since`: when looking began.
 */
export function settled([path, stamp]: FileStamp, since: number): FileStamp {
  if (stamp === null) return [path, null];
  const [size, time, inode, changed] = stamp;
  const isRecent = changed > since - TICK_MS && changed < since + SKEW_MS;
  return [path, [size, isRecent ? Number.NaN : time, inode, changed]];
}

const TICK_MS = 50;
/** A file server's clock may be ahead of ours; a time far in the future is just wrong. */
const SKEW_MS = 60_000;

/** null: missing, cut or foreign; nothing is known then. */
export function readWatched(path: string): Watched | null {
  const file = openSections(path);
  const paths = file?.bytes("paths");
  const stamps = file?.bytes("stamps");
  if (!file || !paths || !stamps) return null;
  const { model, calibration, shipped, languages, groups } = file.meta;
  if (!Array.isArray(groups)) return null;
  const names = paths.length === 0 ? [] : new TextDecoder().decode(paths).split("\0");
  const numbers = new Float64Array(stamps.slice().buffer);
  if (numbers.length !== names.length * NUMBERS) return null;
  const isSame = (i: number) => {
    const now = stampOf(names[i] ?? "");
    const n = i * NUMBERS;
    if (now === null) return numbers[n] === -1;
    return (
      now.size === numbers[n] &&
      now.mtimeMs === numbers[n + 1] &&
      now.inode === numbers[n + 2] &&
      now.changedMs === numbers[n + 3]
    );
  };
  let at = 0;
  const spans = groups.map(([key, count]: [string, number]) => {
    at += count;
    return { key, from: at - count, to: at };
  });
  const isWhole = ({ from, to }: (typeof spans)[number]) => {
    for (let i = from; i < to; i++) if (!isSame(i)) return false;
    return true;
  };
  return {
    basis: {
      model: String(model),
      calibration: String(calibration),
      shipped: String(shipped),
      languages: String(languages),
    },
    keys: new Set(spans.map((span) => span.key)),
    areUnchanged: (isMeant) => spans.filter(({ key, from }) => isMeant(key, names[from] ?? "")).every(isWhole),
  };
}

function openSections(path: string) {
  if (stampOf(path) === null) return null;
  try {
    const file = readSections(mapFile(path));
    return file?.meta["kind"] === KIND ? file : null;
  } catch {
    return null;
  }
}
