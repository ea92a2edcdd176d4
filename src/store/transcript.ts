// The agent's transcript, read from its tail only: how full the context is, and which ways a fork has inherited.
// The format is the agent's own and undocumented: everything here is best effort and may answer "unknown".
import { readTail } from "../host/tail.ts";

/** Enough for the last few assistant lines even after a large tool result; twice that is tried once more. */
const TAIL = 65_536;
const LONGEST = 1 << 20;

/** Tokens in the main thread's context after its last answer: input + cache read + cache creation. */
export function contextTokens(path: string | null): number | null {
  if (path === null) return null;
  for (let bytes = TAIL; bytes <= LONGEST; bytes *= 4) {
    const text = readTail(path, bytes);
    if (text === null) return null;
    const found = lastUsage(text);
    if (found !== null || text.length < bytes) return found;
  }
  return null;
}

/** The transcript's text, newest first to be kept, at most 4 MB. */
export function transcriptText(path: string | null): string {
  return (path === null ? null : readTail(path, 4 * LONGEST)) ?? "";
}

function lastUsage(text: string): number | null {
  const lines = text.split("\n");
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? "";
    if (!line.includes('"usage"') || line.includes('"isSidechain":true')) continue;
    const sum = usageOf(line);
    if (sum !== null) return sum;
  }
  return null;
}

function usageOf(line: string): number | null {
  try {
    const value: unknown = JSON.parse(line);
    const usage = get(get(value, "message"), "usage");
    const count = (key: string) => {
      const n = get(usage, key);
      return typeof n === "number" && Number.isFinite(n) ? n : 0;
    };
    const sum = count("input_tokens") + count("cache_read_input_tokens") + count("cache_creation_input_tokens");
    return get(value, "type") === "assistant" && get(value, "isSidechain") !== true && sum > 0 ? sum : null;
  } catch {
    return null; // the first line of a tail is usually cut
  }
}

function get(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
