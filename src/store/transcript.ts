// The agent's transcript, read from its tail only: how full the context is, and which ways a fork has inherited.
// The format is the agent's own and undocumented: everything here is best effort and may answer "unknown".
import { stampOf } from "../host/stamps.ts";
import { readTail } from "../host/tail.ts";

/** Enough for the last few assistant lines mostly, and even after a large tool result. */
const TAILS = [1 << 16, 1 << 20];
const COPIED = 1 << 22;

/**
 * Tokens in the main thread's context after its last answer: input + cache read + cache creation. 0 before the first answer
 * of a session and after a compaction; null when there is no transcript or it says nothing.
 */
export function contextTokens(path: string | null): number | null {
  if (path === null) return null;
  const size = stampOf(path)?.size ?? 0;
  for (const bytes of TAILS) {
    const found = lastUsage(readTail(path, bytes) ?? "");
    if (found !== null) return found;
    if (size <= bytes) return 0;
  }
  return null;
}

/** The transcript's text, newest first to be kept, at most 4 MB. */
export function transcriptText(path: string | null): string {
  return (path === null ? null : readTail(path, COPIED)) ?? "";
}

function lastUsage(text: string): number | null {
  const lines = text.split("\n");
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? "";
    if (line.includes('"compact_boundary"') && isBoundary(line)) return 0;
    if (!line.includes('"usage"') || line.includes('"isSidechain":true')) continue;
    const sum = usageOf(line);
    if (sum !== null) return sum;
  }
  return null;
}

function usageOf(line: string): number | null {
  const entry = parseLine(line);
  const usage = get(get(entry, "message"), "usage");
  const count = (key: string) => {
    const n = get(usage, key);
    return typeof n === "number" && Number.isFinite(n) ? n : 0;
  };
  const sum = count("input_tokens") + count("cache_read_input_tokens") + count("cache_creation_input_tokens");
  return get(entry, "type") === "assistant" && get(entry, "isSidechain") !== true && sum > 0 ? sum : null;
}

function isBoundary(line: string): boolean {
  const entry = parseLine(line);
  return get(entry, "type") === "system" && get(entry, "subtype") === "compact_boundary";
}

/** null for what is no JSON: the first line of a tail is usually cut. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function get(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
