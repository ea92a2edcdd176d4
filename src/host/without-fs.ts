// Reading without `node:fs`, which takes longer to load than what a prompt begins with takes (wiring/ahead.ts).

/** A file inside the executable, without a copy, at the price of a turn of the event loop. */
export function readEmbeddedSoon(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return Bun.file(path).bytes();
}

/**
 * `size` bytes of a file from `at` on; null when there are none. Read, not mapped: a page of a file that is written in place may be a hole
 * on a full disk, or gone, and a process dies of looking at it.
 */
export async function peek(path: string, at: number, size: number): Promise<Uint8Array | null> {
  try {
    const file = Bun.file(path);
    if (file.size === Number.POSITIVE_INFINITY || file.size < at + size) return null; // a pipe or a device has no end: nothing waits for one
    const bytes = await file.slice(at, at + size).bytes();
    return bytes.length === size ? bytes : null;
  } catch {
    return null;
  }
}
