// The ledger of one session × agent: files under a hashed name, claimed by exclusive creation, counted by appending.
//   <state>/sessions/<session>/metrics.jsonl
//   <state>/sessions/<session>/<agent>/epoch        one byte per scanned event
//   <state>/sessions/<session>/<agent>/generation   one byte per compaction or new start
//   <state>/sessions/<session>/<agent>/<generation>/<way>@<n>   the claim of the n-th showing
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Place, SessionSource } from "../agents/event.ts";
import type { Disclosure, Ledger, Showing } from "../engine/ports.ts";
import { appendText, countUp, createExclusive, namesIn, readTextOr, sizeOf } from "../host/atomic.ts";
import { type WayId, wayId } from "../ways/way.ts";

/** Longer names are hashed: file systems stop at 255 bytes. */
const LONGEST_NAME = 180;

/** A session id never reaches a path unhashed (field case C5). */
export function sessionKey(session: string): string {
  return createHash("sha256").update(session).digest("hex").slice(0, 32);
}

export function sessionFolder(state: string, session: string): string {
  return join(state, "sessions", sessionKey(session));
}

/** The ledger of a place; without a session id or a writable state nothing is shared and nothing is kept. */
export function openLedger(
  state: string | null,
  place: Place,
  failure: (step: string, error: unknown) => void,
): Ledger {
  if (state === null || place.session === null) return memoryLedger();
  const folder = sessionFolder(state, place.session);
  const own = join(folder, place.agent === null ? "main" : `agent-${sessionKey(place.agent)}`);
  return fileLedger(folder, own, failure);
}

function memoryLedger(): Ledger {
  const shown = new Map<WayId, Showing>();
  return {
    shown: new Set(),
    epoch: 1,
    showing: (id) => shown.get(id) ?? null,
    claim: () => true,
    record: () => {},
    begin: () => {},
  };
}

function fileLedger(folder: string, own: string, failure: (step: string, error: unknown) => void): Ledger {
  const degraded = (step: string, error: unknown) => failure(`session-${step}`, error);
  const epoch = tried(
    () => countUp(join(own, "epoch")),
    1,
    (e) => degraded("epoch", e),
  );
  let generation = sizeOf(join(own, "generation"));
  const claims = () => join(own, String(generation));
  const counts = countClaims(namesIn(claims()), claims());
  return {
    shown: new Set(counts.keys()),
    epoch,
    showing: (id) => {
      const n = counts.get(id);
      return n === undefined ? null : parseShowing(readTextOr(join(claims(), claimName(id, n)), ""));
    },
    claim: (id, tokens) => {
      const n = (counts.get(id) ?? 0) + 1;
      const text = JSON.stringify({ way: id, epoch, tokens });
      // A disk that cannot be written: repeat guidance rather than give none (field case E6).
      return tried(
        () => createExclusive(join(claims(), claimName(id, n)), text),
        true,
        (e) => degraded("claim", e),
      );
    },
    record: (lines: readonly Disclosure[]) => {
      if (lines.length === 0) return;
      const text = lines.map((l) => `${JSON.stringify(l)}\n`).join("");
      tried(
        () => appendText(join(folder, "metrics.jsonl"), text),
        undefined,
        (e) => degraded("metrics", e),
      );
    },
    begin: (source: SessionSource, seed: readonly WayId[]) => {
      if (source === "resume") return;
      if (source !== "fork" && (counts.size > 0 || generation > 0 || source === "compact"))
        generation = tried(
          () => countUp(join(own, "generation")),
          generation,
          (e) => degraded("generation", e),
        );
      if (source !== "fork") counts.clear();
      for (const id of seed)
        tried(
          () => createExclusive(join(claims(), claimName(id, 1)), JSON.stringify({ way: id, epoch, tokens: null })),
          false,
          (e) => degraded("seed", e),
        );
    },
  };
}

function tried<T>(act: () => T, otherwise: T, failed: (error: unknown) => void): T {
  try {
    return act();
  } catch (error) {
    failed(error);
    return otherwise;
  }
}

function claimName(id: WayId, n: number): string {
  const plain = encodeURIComponent(id);
  return `${plain.length <= LONGEST_NAME ? plain : `#${sessionKey(id)}`}@${n}`;
}

/** Way → number of showings in this generation. */
function countClaims(names: readonly string[], folder: string): Map<WayId, number> {
  const counts = new Map<WayId, number>();
  for (const name of names) {
    const at = name.lastIndexOf("@");
    const n = Number(name.slice(at + 1));
    const id = at > 0 ? idOfClaim(name.slice(0, at), join(folder, name)) : null;
    if (id !== null && Number.isInteger(n)) counts.set(id, Math.max(n, counts.get(id) ?? 0));
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
