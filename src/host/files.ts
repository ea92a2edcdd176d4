// Reading and writing files: null for what is not there, atomic replacement, the facts that decide how a file may be replaced.
// All synchronous: the hook has one thing to do, and start-up of the asynchronous layer costs more than the reads.
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { readRegular } from "./regular.ts";

/** null when there is no such file; throws on anything else (a folder, a pipe, no permission). */
export function readBytes(path: string): Uint8Array | null {
  try {
    return readRegular(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** UTF-8, broken bytes as U+FFFD, a BOM kept; null when there is no such file. */
export function readText(path: string): string | null {
  const bytes = readBytes(path);
  return bytes === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/**
 * Replaces a file in one step: a reader sees the old content or the new, never half. The temporary file has a unique name in the same
 * folder, so parallel writers do not meet; the last one wins. A symbolic link at `path` is replaced: resolve it first.
 */
export function writeAtomic(path: string, bytes: Uint8Array | string, mode = 0o600): void {
  const temporary = join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.tmp`);
  try {
    const file = openSync(temporary, "wx", mode);
    try {
      fchmodSync(file, mode);
      writeFileSync(file, bytes);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Writes into the file that is there: same inode, owner, links. Not atomic; for mounts and links that can't be replaced. */
export function writeInPlace(path: string, bytes: Uint8Array | string): void {
  writeFileSync(path, bytes);
}

/** Creates the folder and what is missing above it, with `mode`; an existing folder keeps its own. */
export function ensureDir(path: string, mode = 0o700): void {
  mkdirSync(path, { recursive: true, mode });
}

/** Whether files could be made in a folder, which may still have to be made itself: looks only. */
export function isWritable(folder: string): boolean {
  try {
    if (!statSync(folder).isDirectory()) return false;
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    const above = dirname(folder);
    return errorCode(error) === "ENOENT" && above !== folder && isWritable(above);
  }
}

/** The same by trying, in the nearest folder that exists: some refuse what their mode allows. Leaves nothing behind. */
export function canWrite(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, ".ways-")));
    return true;
  } catch (error) {
    const above = dirname(folder);
    const isMissing = errorCode(error) === "ENOENT" && lstatSync(folder, { throwIfNoEntry: false }) === undefined;
    return isMissing && above !== folder && canWrite(above);
  }
}

/** Names of the folders in a folder, links left out; empty when it cannot be read. */
export function foldersIn(path: string): readonly string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch {
    return [];
  }
}

/** No error when it is not there. */
export function removeFile(path: string): void {
  rmSync(path, { force: true });
}

/** A folder with all that is in it. False: something cannot be removed (somebody else's file, a read-only disk), and stays. */
export function removeFolder(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** Within one file system; nothing may be at `to`. */
export function renameFolder(from: string, to: string): void {
  renameSync(from, to);
}

export type FileFacts = {
  readonly kind: "file" | "folder" | "other";
  readonly mode: number;
  /** No write bit for anybody: protected on purpose, even from root. */
  readonly readOnly: boolean;
  /** Replacing it would change its owner or cut it off from its hard links. */
  readonly shared: boolean;
};

/** Facts about what a path leads to, links followed; null when there is nothing. */
export function factsOf(path: string): FileFacts | null {
  try {
    const stat = statSync(path);
    const foreign = process.getuid !== undefined && stat.uid !== process.getuid();
    return {
      kind: stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other",
      mode: stat.mode & 0o7777,
      readOnly: (stat.mode & 0o222) === 0,
      shared: foreign || (stat.isFile() && stat.nlink > 1),
    };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** The path with all links resolved; the path itself when nothing is there; null for a link that leads nowhere. */
export function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return isLink(path) ? null : path;
  }
}

/** The path with all links resolved as far as the disk allows; the path itself when it does not. */
export function realPathOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The system's code of an error ("ENOENT", "EROFS"); "" when it has none. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(errorCode(error));
}

/** Copies in one step for readers: a unique temporary file beside the target, then a rename. */
export function copyFile(from: string, to: string, mode = 0o600): void {
  const temporary = join(dirname(to), `.${basename(to)}.${crypto.randomUUID()}.tmp`);
  try {
    copyFileSync(from, temporary);
    chmodSync(temporary, mode);
    renameSync(temporary, to);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
