// Large read-only files by position: what the model's weights, token table and tokenizer are read through.
// A mapped file shows later changes of the file on disk; the files here are written once and then replaced whole.
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { messageOf, WaysError } from "../errors.ts";

export type ByteFile = {
  readonly path: string;
  readonly size: number;
  /** Fills `target` with the bytes from `position` on. Throws when the file ends before `target` is full. */
  read(target: Uint8Array, position: number): void;
  close(): void;
};

export function openFile(path: string): ByteFile {
  const descriptor = orExplain(path, () => openSync(path, "r"));
  return {
    path,
    size: orExplain(path, () => fstatSync(descriptor).size),
    read(target, position) {
      for (let done = 0; done < target.length; ) {
        const count = readSync(descriptor, target, done, target.length - done, position + done);
        if (count === 0) throw new WaysError(`\`${path}\` ends at byte ${position + done}, expected more`);
        done += count;
      }
    },
    close: () => closeSync(descriptor),
  };
}

/** The whole file: mapped where the platform can (only the pages that are touched are read), read otherwise. */
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
