// Large read-only files by position: what the model's weights, token table and tokenizer are read through.
// A mapped file shows later changes of the file on disk; the files here are written once and then replaced whole.
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { messageOf, WaysError } from "../errors.ts";
import { openRegular } from "./regular.ts";

export type ByteFile = {
  readonly path: string;
  readonly size: number;
  /** Fills `target`, or `length` bytes of it from `at` on, with the bytes from `position` on. Throws when the file ends before. */
  read(target: Uint8Array, position: number, at?: number, length?: number): void;
  close(): void;
};

/** Bytes in memory or in a file, of which only those are read that are asked for. */
export type ByteSource = {
  readonly size: number;
  /** A view of what is in memory, else a copy. */
  slice(from: number, to: number): Uint8Array;
  /** Fills `target` with the bytes from `position` on. */
  read(target: Uint8Array, position: number): void;
};

export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    slice: (from, to) => bytes.subarray(from, to),
    read: (target, position) => target.set(bytes.subarray(position, position + target.length)),
  };
}

/** Descriptors of sources that nobody holds any more. */
const forgotten = new FinalizationRegistry((close: () => void) => close());

/**
 * A regular file by position: nothing of it takes memory, as a mapped one's whole size does in the eyes of the garbage collector. On
 * Windows, where a file that is open cannot be replaced, it is read. Throws a WaysError when it cannot be opened.
 */
export function openBytes(path: string): ByteSource {
  if (process.platform === "win32") return bytesInMemory(mapFile(path));
  const descriptor = orExplain(path, () => openRegular(path));
  const { size, read, close } = fileOf(path, descriptor);
  const source: ByteSource = {
    size,
    read,
    slice: (from, to) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
      read(bytes, from);
      return bytes;
    },
  };
  forgotten.register(source, close);
  return source;
}

export function openFile(path: string): ByteFile {
  return fileOf(
    path,
    orExplain(path, () => openSync(path, "r")),
  );
}

function fileOf(path: string, descriptor: number): ByteFile {
  return {
    path,
    size: orExplain(path, () => fstatSync(descriptor).size),
    read(target, position, at = 0, length = target.length) {
      for (let done = 0; done < length; ) {
        const count = readSync(descriptor, target, at + done, length - done, position + done);
        if (count === 0) throw new WaysError(`\`${path}\` ends at byte ${position + done}, expected more`);
        done += count;
      }
    },
    close: () => closeSync(descriptor),
  };
}

/**
 * The whole file: mapped where the platform can (only the pages that are touched are read), read otherwise. Only for files that are written
 * once and replaced whole.
 */
export function mapFile(path: string): Uint8Array {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === false) throw new WaysError(`\`${path}\` is no regular file`); // opening a pipe would wait for ever
  try {
    return Bun.mmap(path);
  } catch {
    return orExplain(path, () => readFileSync(path)); // Windows, a file inside the binary, or no such file
  }
}

function orExplain<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new WaysError(`cannot read \`${path}\`: ${messageOf(error)}`, { cause: error });
  }
}
