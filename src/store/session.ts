// The ledger of one session × agent: files under a hashed name, claimed by exclusive creation, counted by appending.
//   <state>/sessions/<session>/metrics.jsonl
//   <state>/sessions/<session>/<agent>/epoch   one byte per scanned event
//   <state>/sessions/<session>/<agent>/<generation>/<way>@<n>   the claim of the n-th showing; a compaction or a new start
//   opens the next generation. Two hooks for one compaction make the same folder: they share its claims.
import { join } from "node:path";
import type { Place, SessionSource } from "../agents/event.ts";
import type { Disclosure, Ledger, Showing } from "../engine/ports.ts";
import { appendText, countUp, createExclusive, makeFolder, namesIn, readTextOr, sizeOf } from "../host/atomic.ts";
import { type WayId, wayId } from "../ways/way.ts";

/** Longer names are hashed: file systems stop at 255 bytes. */
const LONGEST_NAME = 180;

/** A session id never reaches a path unhashed (field case C5). */
export function sessionKey(session: string): string {
  return new Bun.CryptoHasher("sha256").update(session).digest("hex").slice(0, 32);
}

export function sessionFolder(state: string, session: string): string {
  return join(state, "sessions", sessionKey(session));
}

/** The folder of an agent within its session's. */
export function agentName(agent: string | null): string {
  return agent === null ? "main" : `agent-${sessionKey(agent)}`;
}

/** One more scanned event at a place that needs no ledger; best effort. */
export function countEpoch(state: string | null, { session, agent }: Pick<Place, "session" | "agent">): void {
  if (state === null || session === null) return;
  try {
    countUp(join(sessionFolder(state, session), agentName(agent), "epoch"));
  } catch {
    // nowhere to count
  }
}

/** The ledger of a place; without a session id or a writable state nothing is shared and nothing is kept. `read`: counts no event. */
export function openLedger(
  state: string | null,
  place: Place,
  failure: (step: string, error: unknown) => void,
  use: "scan" | "read" = "scan",
): Ledger {
  if (state === null || place.session === null) return memoryLedger();
  return ledgerIn(sessionFolder(state, place.session), agentName(place.agent), failure, use);
}

function memoryLedger(): Ledger {
  return { shown: new Set(), epoch: 1, showing: () => null, claim: () => true, record: () => {}, begin: () => {} };
}

/** `folder`: the session's; `agent`: the name of the agent's folder in it. */
export function ledgerIn(
  folder: string,
  agent: string,
  failure: (step: string, error: unknown) => void,
  use: "scan" | "read",
): Ledger {
  const own = join(folder, agent);
  const attempt = <T>(step: string, otherwise: T, act: () => T): T => {
    try {
      return act();
    } catch (error) {
      failure(`session-${step}`, error);
      return otherwise;
    }
  };
  const epoch = attempt("epoch", 1, () => (use === "scan" ? countUp : sizeOf)(join(own, "epoch")));
  let generation = lastGeneration(own);
  const claimFile = (id: WayId, n: number) => join(own, String(generation), claimName(id, n));
  const showings = countClaims(join(own, String(generation)));
  const shown = new Set(showings.keys());
  // A disk that cannot be written: repeat guidance rather than give none (field case E6).
  const claim = (id: WayId, tokens: number | null) => {
    const text = JSON.stringify({ way: id, epoch, tokens });
    return attempt("claim", true, () => createExclusive(claimFile(id, (showings.get(id) ?? 0) + 1), text));
  };
  return {
    shown,
    epoch,
    showing: (id) => {
      const n = showings.get(id);
      return n === undefined ? null : parseShowing(readTextOr(claimFile(id, n), ""));
    },
    claim,
    record: (lines: readonly Disclosure[]) => {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      if (text !== "") attempt("metrics", undefined, () => appendText(join(folder, "metrics.jsonl"), text));
    },
    begin: (source: SessionSource, seed: readonly WayId[], tokens: number | null) => {
      const isFresh = source === "startup" || source === "clear";
      if (source === "compact" || (isFresh && showings.size > 0)) {
        const next = generation + 1;
        generation = attempt("generation", generation, () => {
          makeFolder(join(own, String(next)));
          return next;
        });
        showings.clear();
        shown.clear();
      }
      for (const id of seed.filter((way) => !shown.has(way))) {
        claim(id, tokens);
        showings.set(id, 1);
        shown.add(id);
      }
    },
  };
}

function lastGeneration(own: string): number {
  const numbers = namesIn(own).filter((name) => /^\d{1,9}$/.test(name));
  return Math.max(0, ...numbers.map(Number));
}

function claimName(id: WayId, n: number): string {
  const plain = encodeURIComponent(id.toWellFormed());
  return `${plain.length <= LONGEST_NAME ? plain : `#${sessionKey(id)}`}@${n}`;
}

/** Way → number of showings in a generation. */
function countClaims(folder: string): Map<WayId, number> {
  const counts = new Map<WayId, number>();
  for (const name of namesIn(folder)) {
    const at = name.lastIndexOf("@");
    const n = Number(name.slice(at + 1));
    const id = at > 0 && Number.isInteger(n) ? idOfClaim(name.slice(0, at), join(folder, name)) : null;
    if (id !== null) counts.set(id, Math.max(n, counts.get(id) ?? 0));
  }
  return counts;
}

function idOfClaim(name: string, file: string): WayId | null {
  if (name.startsWith("#")) {
    const text = readTextOr(file, "");
    const way = /"way":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
    return way ? wayId(JSON.parse(way)) : null;
  }
  try {
    return wayId(decodeURIComponent(name));
  } catch {
    return null; // not a name of ours
  }
}

/** A claim that is still being written reads as shown at an unknown position. */
function parseShowing(text: string): Showing {
  const number = (key: string) => {
    const found = new RegExp(`"${key}":(\\d+)`).exec(text)?.[1];
    return found === undefined ? null : Number(found);
  };
  return { epoch: number("epoch"), tokens: number("tokens") };
}
