// What waits for sub-agents: one file per expected start, in a folder per session and agent type.
//   <state>/sessions/<session>/dispatch/<type>/<time>-<unique>.waiting   ids, one per line; `.taken` once its start has come
// The start event names only the type, so a start takes one expectation and is told everything that waits for the type;
// when the last one is taken the folder is empty again. What nobody collects (a denied dispatch) expires.
import { join } from "node:path";
import type { Place } from "../agents/event.ts";
import type { Dispatches } from "../engine/ports.ts";
import { createExclusive, moveFile, namesIn, readTextOr } from "../host/atomic.ts";
import { removeFile } from "../host/files.ts";
import { wayId } from "../ways/way.ts";
import { sessionFolder, sessionKey } from "./session.ts";

/** A person may think about a permission question for a while. */
const EXPIRY_MS = 600_000;

export function openDispatches(
  state: string | null,
  place: Place,
  now: number,
  failure: (step: string, error: unknown) => void,
): Dispatches {
  if (state === null || place.session === null) return { stash: () => {}, collect: () => [] };
  const root = join(sessionFolder(state, place.session), "dispatch");
  const folderOf = (type: string) => join(root, sessionKey(type));
  return {
    stash: (type, ways) => {
      try {
        createExclusive(join(folderOf(type), `${now}-${crypto.randomUUID()}.waiting`), ways.join("\n"));
      } catch (error) {
        failure("stash", error);
      }
    },
    collect: (type) => {
      const folder = folderOf(type);
      const alive = withoutExpired(folder, now);
      const taken = alive.filter((name) => name.endsWith(".waiting")).find((name) => take(folder, name));
      if (taken === undefined) return [];
      const ids = alive.flatMap((name) => readStash(folder, name).split("\n"));
      if (!namesIn(folder).some((name) => name.endsWith(".waiting")))
        for (const name of namesIn(folder)) removeFile(join(folder, name));
      return [...new Set(ids)].filter((id) => id !== "").map(wayId);
    },
  };
}

/** False when another start has taken it a moment ago. */
function take(folder: string, name: string): boolean {
  return moveFile(join(folder, name), join(folder, name.replace(/waiting$/, "taken")));
}

/** It may have been taken since its name was read. */
function readStash(folder: string, name: string): string {
  return readTextOr(join(folder, name), null) ?? readTextOr(join(folder, name.replace(/waiting$/, "taken")), "");
}

function withoutExpired(folder: string, now: number): readonly string[] {
  return namesIn(folder).filter((name) => {
    const isAlive = now - Number.parseInt(name, 10) < EXPIRY_MS;
    if (!isAlive) removeFile(join(folder, name));
    return isAlive;
  });
}
