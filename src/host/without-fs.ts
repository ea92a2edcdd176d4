// Reading without `node:fs`, which takes longer to load than what a prompt begins with takes (wiring/ahead.ts).

/** A file inside the executable, without a copy, at the price of a turn of the event loop. */
export function readEmbeddedSoon(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return Bun.file(path).bytes();
}

/** `size` bytes of a file from `at` on, a multiple of a page; null when there are none. They are mapped where files can be, read otherwise. */
export async function peek(path: string, at: number, size: number): Promise<Uint8Array | null> {
  try {
    if (Bun.file(path).size < at + size) return null;
    const part: object = { offset: at, size }; // options that Bun's types do not know
    return Bun.mmap(path, part);
  } catch {
    const bytes = new Uint8Array(size);
    const { readSlot } = await import("./slots.ts");
    return readSlot(path, bytes, at) ? bytes : null;
  }
}
