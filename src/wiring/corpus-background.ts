// The refresh that a hook starts and nobody watches: it leaves when another one is at work, and a fault is told once, at the next
// session start, however often it comes back.
import { join } from "node:path";
import { messageOf } from "../errors.ts";
import { readTextOr } from "../host/atomic.ts";
import { giveWay } from "../host/background.ts";
import { ensureDir, removeFile, writeAtomic } from "../host/files.ts";
import { openHeartbeat } from "../store/heartbeat.ts";
import { corpusFolder } from "../store/rows.ts";
import { type Refreshed, type RefreshOptions, refreshCorpus, type Telling } from "./corpus.ts";
import type { World } from "./world.ts";

/** null: another refresh is at work and will see to it. Throws as `refreshCorpus` does. */
export async function refreshQuietly(world: World, options: RefreshOptions, tell: Telling): Promise<Refreshed | null> {
  const { places } = world;
  if (places !== null && openHeartbeat(corpusFolder(places)).isHeard(Date.now())) return null;
  giveWay();
  try {
    const done = await refreshCorpus(world, options, tell);
    forgetFailure(world);
    return done;
  } catch (error) {
    reportOnce(world, error);
    throw error;
  }
}

/** Why the last refresh in the background failed; null: it did not. */
export function lastFailure({ places }: World): string | null {
  const text = places === null ? "" : readTextOr(failureIn(places.state), "");
  return text === "" ? null : text;
}

function failureIn(state: string): string {
  return join(state, "corpus-failed");
}

function reportOnce(world: World, error: unknown): void {
  const message = messageOf(error);
  if (world.places === null || lastFailure(world) === message) return;
  try {
    ensureDir(world.places.state);
    writeAtomic(failureIn(world.places.state), message);
    world.failure("corpus", error);
  } catch {
    // not even that can be written: `ways doctor` says so
  }
}

export function forgetFailure({ places }: World): void {
  try {
    if (places !== null) removeFile(failureIn(places.state));
  } catch {
    // it is said once more
  }
}
