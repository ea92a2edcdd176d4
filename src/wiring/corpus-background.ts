// The refresh that a hook starts and nobody watches: it leaves when another one is at work, and a fault is told at the next session
// start, once, however often it comes back.
import { messageOf } from "../errors.ts";
import { giveWay } from "../host/background.ts";
import { openHeartbeat } from "../store/heartbeat.ts";
import { rememberFailure } from "../store/refresh-failure.ts";
import { corpusFolder } from "../store/rows.ts";
import { rememberVisit } from "../store/visited-projects.ts";
import { type Refreshed, type RefreshOptions, refreshCorpus, type Telling } from "./corpus.ts";
import { makeModelReady } from "./model-ready.ts";
import { openWorld, type World } from "./world.ts";

/** Texts; the slowest of models needs a second for one. */
const BEAT_EVERY = 10;

/** What the other one may not know it sees at its last look, which comes after it has stopped beating. */
function isAtWork(folder: string, project: string): boolean {
  rememberVisit(folder, project);
  return openHeartbeat(folder).isHeard(Date.now());
}

/** Others are told now and then that this one is at work. */
function beating(folder: string, tell: Telling): Telling {
  const { beat } = openHeartbeat(folder);
  const progress: Telling["progress"] = (done, total) => {
    if (done % BEAT_EVERY === 1) beat();
    tell.progress(done, total);
  };
  return { ...tell, progress };
}

/** null: another refresh is at work and will see to it. Throws as `refreshCorpus` does. */
export async function refreshQuietly(world: World, options: RefreshOptions, tell: Telling): Promise<Refreshed | null> {
  const { places } = world;
  if (places !== null && isAtWork(corpusFolder(places), options.project)) return null;
  giveWay();
  try {
    await makeModelReady(world.env, places === null ? tell : beating(corpusFolder(places), tell));
    return await refreshCorpus(openWorld(world.env), options, tell);
  } catch (error) {
    if (places !== null && rememberFailure(places.state, messageOf(error))) world.failure("corpus", error);
    throw error;
  }
}
