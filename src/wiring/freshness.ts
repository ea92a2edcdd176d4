// For hooks: has anything behind the corpus changed since it was written? Looks at stamps only, reads no way, touches no project on
// another machine but its own; what differs is for a process in the background to read (ADR-109, session-start check).
import { startSelf } from "../host/background.ts";
import { setting } from "../host/env.ts";
import { readMounts } from "../host/mounts.ts";
import type { Places } from "../host/paths.ts";
import { stampOf } from "../host/stamps.ts";
import { once } from "../once.ts";
import { encodeProjectKey, projectWays } from "../store/projects.ts";
import { corpusFolder } from "../store/rows.ts";
import { type Basis, readWatched, SHARED, watchedIn } from "../store/watched.ts";
import type { World } from "./world.ts";

/** `everything`: all known projects; `here`: what this project's events depend on. */
export type Reach = "everything" | "here";

/** Starts `ways corpus --if-stale` when something has changed; never throws. */
export function refreshIfStale(world: World, project: string, reach: Reach): void {
  const { env, places } = world;
  if (places === null || setting(env, "WAYS_REFRESH") === "off") return;
  try {
    const basis = basisOf(world);
    if (basis === null || !isCorpusStale(places, basis, project, reach)) return;
    startSelf(["corpus", "--if-stale"], { ...env, CLAUDE_PROJECT_DIR: project });
  } catch (error) {
    world.failure("corpus", error);
  }
}

/** null without a usable model: there is nothing to make rows with, and the session start has said so. */
export function basisOf({ env, models, shippedHash }: World): Basis | null {
  try {
    const calibration = models.calibration();
    if (calibration === null) return null;
    return {
      model: models.requireModel().fingerprint,
      calibration: calibration.fingerprint,
      shipped: shippedHash(),
      languages: setting(env, "WAYS_LANGUAGES") ?? "",
    };
  } catch {
    return null;
  }
}

/** A project that is not watched yet counts when it has ways. */
export function isCorpusStale(places: Places, basis: Basis, project: string, reach: Reach): boolean {
  const watched = readWatched(watchedIn(corpusFolder(places)));
  if (watched === null || !isSame(watched.basis, basis)) return true;
  const own = encodeProjectKey(project);
  const mounts = once(readMounts);
  const isMeant = (key: string, path: string) =>
    key === SHARED || key === own || (reach === "everything" && !mounts().isRemote(path));
  if (!watched.areUnchanged(isMeant)) return true;
  return !watched.keys.has(own) && stampOf(projectWays(project)) !== null;
}

function isSame(a: Basis, b: Basis): boolean {
  return (
    a.model === b.model && a.calibration === b.calibration && a.shipped === b.shipped && a.languages === b.languages
  );
}
