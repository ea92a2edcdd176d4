// The agent's transcript, read from its tail only: how full the context is, and which ways a fork has inherited.
// The format is the agent's own and undocumented: everything here is best effort and may answer "unknown".
import type { Place } from "../agents/event.ts";
import { stampOf } from "../host/stamps.ts";
import { readTail } from "../host/tail.ts";

/** Enough for the last few assistant lines mostly, and even after a large tool result. */
const TAILS = [1 << 16, 1 << 20];
const COPIED = 1 << 22;

/** Whose answers count: a sub-agent's stand in the main file of older clients, too, and in a file of their own. */
type Thread = "main" | "sidechain";

/**
 * Tokens in the main thread's context after its last answer: input + cache read + cache creation. 0 before the first answer
 * of a session and after a compaction; null when there is no transcript or it says nothing.
 */
export function contextTokens(path: string | null, thread: Thread = "main"): number | null {
  if (path === null) return null;
  const size = stampOf(path)?.size ?? 0;
  for (const bytes of TAILS) {
    const found = lastUsage(readTail(path, bytes) ?? "", thread);
    if (found !== null) return found;
    if (size <= bytes) return 0;
  }
  return null;
}

/** The same for a sub-agent, from its own file beside the session's; null for clients that keep none. */
export function subagentTokens(path: string | null, agent: string): number | null {
  if (path === null || !/^[\w-]{1,100}$/.test(agent)) return null;
  const own = `${path.replace(/\.jsonl$/, "")}/subagents/agent-${agent}.jsonl`;
  return stampOf(own) === null ? null : contextTokens(own, "sidechain");
}

/** Tokens in the context of the agent at a place; null when unknown. */
export function tokensAt({ transcript, agent }: Pick<Place, "transcript" | "agent">): number | null {
  return agent === null ? contextTokens(transcript) : subagentTokens(transcript, agent);
}

/** What the main conversation still holds: the newest 4 MB at most, without sub-agents' lines, from the last compaction on. */
export function transcriptText(path: string | null): string {
  const text = (path === null ? null : readTail(path, COPIED)) ?? "";
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    if (line.includes('"compact_boundary"') && isBoundary(line)) lines.length = 0;
    else if (!/"isSidechain":\s*true/.test(line.slice(0, 500))) lines.push(line);
  }
  return lines.join("\n");
}

function lastUsage(text: string, thread: Thread): number | null {
  const lines = text.split("\n");
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? "";
    if (line.includes('"compact_boundary"') && isBoundary(line)) return 0;
    if (!line.includes('"usage"') || (thread === "main" && line.includes('"isSidechain":true'))) continue;
    const sum = usageOf(line, thread);
    if (sum !== null) return sum;
  }
  return null;
}

function usageOf(line: string, thread: Thread): number | null {
  const entry = parseLine(line);
  const usage = get(get(entry, "message"), "usage");
  const count = (key: string) => {
    const n = get(usage, key);
    return typeof n === "number" && Number.isFinite(n) ? n : 0;
  };
  const sum = count("input_tokens") + count("cache_read_input_tokens") + count("cache_creation_input_tokens");
  const isOurs = (get(entry, "isSidechain") === true) === (thread === "sidechain");
  return get(entry, "type") === "assistant" && isOurs && sum > 0 ? sum : null;
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
