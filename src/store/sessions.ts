// All sessions in the state folder: what is in them, and the removal of old ones.
import { join } from "node:path";
import type { Ledger } from "../engine/ports.ts";
import { moveFile, namesIn } from "../host/atomic.ts";
import { removeFolder } from "../host/files.ts";
import { stampOf } from "../host/stamps.ts";
import { ledgerIn, sessionKey } from "./session.ts";

/** Ids are hashed, so that is what a session is called here. */
export type SessionFolder = { readonly key: string; readonly path: string; readonly lastEvent: number };

export type AgentLedger = {
  /** Folder name: `main`, or `agent-<hashed id>`. */
  readonly name: string;
  readonly path: string;
  readonly ledger: Ledger;
};

/** The latest first. */
export function listSessions(state: string): readonly SessionFolder[] {
  const root = join(state, "sessions");
  return namesIn(root)
    .filter((key) => /^[0-9a-f]{32}$/.test(key))
    .map((key) => ({ key, path: join(root, key), lastEvent: lastEventOf(join(root, key)) }))
    .sort((a, b) => b.lastEvent - a.lastEvent);
}

/** The ledgers of a session, the main agent's first; reading counts no event. */
export function readAgents(session: string, failure: (step: string, error: unknown) => void): readonly AgentLedger[] {
  return namesIn(session)
    .filter((name) => name === "main" || name.startsWith("agent-"))
    .sort((a, b) => Number(b === "main") - Number(a === "main") || (a < b ? -1 : 1))
    .map((name) => ({ name, path: join(session, name), ledger: ledgerIn(session, name, failure, "read") }));
}

const OLD_MS = 30 * 86_400_000;
const LOOKED_AT = 50;

/**
 * Removes sessions without an event for 30 days; returns how many. Looks at 50 folders at most, beginning at the current
 * session's place among the hashed names, so that many sessions together get round to all of them. Never the current one.
 * `isOver`: an agent waits for the end of the hook, so on a slow disk the rest is left to the next session.
 */
export function sweepSessions(
  state: string,
  current: string | null,
  now: number,
  isOver: () => boolean = () => false,
): number {
  const root = join(state, "sessions");
  const own = current === null ? "" : sessionKey(current);
  const names = [...namesIn(root)].sort();
  const from = names.findIndex((name) => name > own);
  const round = from < 0 ? names : [...names.slice(from), ...names.slice(0, from)];
  let removed = 0;
  for (const name of round.filter((n) => n !== own).slice(0, LOOKED_AT)) {
    if (isOver()) break;
    const path = join(root, name);
    const isLeftover = name.startsWith(".");
    if (!isLeftover && now - lastEventOf(path) < OLD_MS) continue;
    // Renamed first: an event of that very session finds no folder and begins a new one, rather than half of an old one.
    const doomed = isLeftover ? path : join(root, `.${name}-${crypto.randomUUID()}`);
    if (!isLeftover && !moveFile(path, doomed)) continue;
    removeFolder(doomed);
    removed++;
  }
  return removed;
}

/** Every event of an agent appends to its epoch file; milliseconds. */
function lastEventOf(session: string): number {
  const files = ["main/epoch", "metrics.jsonl", ""].map((name) => stampOf(join(session, name))?.mtimeMs ?? 0);
  return Math.max(...files);
}
