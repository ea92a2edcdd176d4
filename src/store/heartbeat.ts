// "A refresh is at work": told by the age of a file, so nothing can get stuck in it. Whoever comes meanwhile may leave, because a
// refresh stops beating before it looks, for the last time, whether anything has changed since it began.
import { join } from "node:path";
import { removeFile, writeAtomic } from "../host/files.ts";
import { stampOf } from "../host/stamps.ts";

/** A process that was killed is believed to be at work for so long; one at work beats far more often. */
const ALIVE_MS = 30_000;

export type Heartbeat = {
  readonly isHeard: (now: number) => boolean;
  readonly beat: () => void;
  readonly stop: () => void;
};

/** Best effort: where it cannot be written two refreshes do the same work. */
export function openHeartbeat(folder: string): Heartbeat {
  const path = join(folder, "refreshing");
  const attempt = (act: () => void) => {
    try {
      act();
    } catch {
      // the refresh itself will say why
    }
  };
  return {
    isHeard: (now) => Math.abs(now - (stampOf(path)?.mtimeMs ?? Number.NEGATIVE_INFINITY)) < ALIVE_MS,
    beat: () => attempt(() => writeAtomic(path, "")),
    stop: () => attempt(() => removeFile(path)),
  };
}
