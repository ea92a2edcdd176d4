// What waits for sub-agents: one file per expected start, in a folder per session and agent type.
//   <state>/sessions/<session>/dispatch/<type>/<time>-<unique>.waiting   the ways as JSON; `.taken` once a start has come
//   <state>/sessions/<session>/dispatch/started/<agent>                  it has been told: a sub-agent that goes on is not told again
// A start does not say which dispatch it is, so it takes one expectation and is told all that waits for its type, taken ones
// included; when none of them waits any more they are removed. What nobody collects (a denied dispatch) expires, and is
// no other prompt's business where the agent says which prompt an event belongs to.
import { join } from "node:path";
import type { Place, Turn } from "../agents/event.ts";
import type { Dispatches, Stashed } from "../engine/ports.ts";
import { createExclusive, moveFile, namesIn, readTextOr } from "../host/atomic.ts";
import { removeFile } from "../host/files.ts";
import { sessionFolder, sessionKey } from "./session.ts";

/** A person may think about a permission question for a while. */
const EXPIRY_MS = 600_000;

type Stash = { readonly turn: Turn; readonly ways: readonly Stashed[] };

export function openDispatches(
  state: string | null,
  place: Place,
  now: number,
  failure: (step: string, error: unknown) => void,
): Dispatches {
  const { session, agent } = place;
  if (state === null || session === null) return { stash: () => {}, collect: () => [] };
  const root = join(sessionFolder(state, session), "dispatch");
  const folderOf = (type: string) => join(root, sessionKey(type));
  return {
    stash: (type, turn, ways) => {
      try {
        const text = JSON.stringify({ turn, ways } satisfies Stash);
        createExclusive(join(folderOf(type), `${now}-${crypto.randomUUID()}.waiting`), text);
      } catch (error) {
        failure("stash", error);
      }
    },
    collect: (type, turn) => {
      try {
        const isFirst = createExclusive(join(root, "started", sessionKey(agent ?? "")), "");
        return isFirst ? takeOne(folderOf(type), turn, now) : [];
      } catch (error) {
        failure("collect", error);
        return [];
      }
    },
  };
}

/** Everything is read before one is taken: the start that takes the last one removes the files. */
function takeOne(folder: string, turn: Turn, now: number): readonly Stashed[] {
  const alive = withoutExpired(folder, now).map((name) => ({ name, stash: readStash(folder, name) }));
  const fitting = alive.filter(({ stash }) => stash.turn === null || turn === null || stash.turn === turn);
  const waiting = fitting.filter(({ name }) => isWaiting(name));
  if (!waiting.some(({ name }) => moveFile(join(folder, name), join(folder, taken(name))))) return [];
  const known = new Set(alive.map(({ name }) => taken(name)));
  const fits = new Set(fitting.map(({ name }) => taken(name)));
  // What has been dispatched since counts as waiting for this, too.
  const left = namesIn(folder).filter((name) => fits.has(taken(name)) || !known.has(taken(name)));
  if (!left.some(isWaiting)) for (const name of left) removeFile(join(folder, name));
  const ways = fitting.flatMap(({ stash }) => stash.ways);
  return [...new Map(ways.map((w) => [w.way, w])).values()];
}

function isWaiting(name: string): boolean {
  return name.endsWith(".waiting");
}

function taken(name: string): string {
  return name.replace(/waiting$/, "taken");
}

/** It may have been taken since its name was read. */
function readStash(folder: string, name: string): Stash {
  const text = readTextOr(join(folder, name), null) ?? readTextOr(join(folder, taken(name)), "");
  try {
    return JSON.parse(text);
  } catch {
    return { turn: null, ways: [] }; // cut short by a full disk: a start is still expected
  }
}

/** Oldest first. */
function withoutExpired(folder: string, now: number): readonly string[] {
  return [...namesIn(folder)].sort().filter((name) => {
    const isAlive = now - Number.parseInt(name, 10) < EXPIRY_MS;
    if (!isAlive) removeFile(join(folder, name));
    return isAlive;
  });
}
