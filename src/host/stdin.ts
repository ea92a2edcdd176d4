// Standard input of a hook: the bytes up to the first complete JSON value. Agents may leave the pipe open, so the end
// is never waited for; a silent pipe is given up after `waitMs`.
// The stream reader is used, not `node:fs`: importing that costs an ignored event a quarter of its time (README.md here).

export type StdinRead = { readonly bytes: Uint8Array; readonly end: "complete" | "eof" | "timeout" | "too-long" };

/**
 * Reads until `isComplete(next chunk)` says so, the input ends, `waitMs` milliseconds pass without a complete value,
 * or `limit` bytes are in. `isComplete` is fed every chunk once, in order.
 */
export async function readUntil(
  isComplete: (chunk: Uint8Array) => boolean,
  options: { readonly waitMs: number; readonly limit: number },
): Promise<StdinRead> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const take = (end: StdinRead["end"]): StdinRead => ({ bytes: joined(chunks, length), end });
  const timeout = Promise.withResolvers<null>();
  const timer = setTimeout(() => timeout.resolve(null), options.waitMs);
  try {
    const reader = Bun.stdin.stream().getReader();
    while (true) {
      const next = await Promise.race([reader.read(), timeout.promise]);
      if (next === null) return take("timeout");
      if (next.done) return take("eof");
      chunks.push(next.value);
      length += next.value.length;
      if (isComplete(next.value)) return take("complete");
      if (length >= options.limit) return take("too-long");
    }
  } catch {
    return take("eof"); // a closed or unreadable descriptor: nothing more to read
  } finally {
    clearTimeout(timer);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
