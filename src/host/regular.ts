// Reading files that others have put there. Under the name of a file there may be a pipe or a device (a clone can hold a link to
// /dev/zero): reading that would hold up a hook for ever.
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { WaysError } from "../errors.ts";

/** A descriptor for reading, to be closed by the caller. Throws for anything but a regular file, and never waits. */
export function openRegular(path: string): number {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new WaysError(`\`${path}\` is no regular file`);
}

export function readRegular(path: string): Uint8Array {
  const descriptor = openRegular(path);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
