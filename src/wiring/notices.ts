// The one line a person reads beside an agent's start: failures since the last such line, matching that is off, macros that
// wait for approval. Failing open is right, failing silently is not.
import { join } from "node:path";
import type { LiveEvent } from "../agents/event.ts";
import { messageOf } from "../errors.ts";
import { createExclusive, readTextOr } from "../host/atomic.ts";
import { writeAtomic } from "../host/files.ts";
import type { FailureLine } from "../store/log.ts";
import { sessionFolder, sessionKey } from "../store/session.ts";
import type { WayId } from "../ways/way.ts";
import type { World } from "./world.ts";

/** "" mostly. */
export function noticeFor(world: World, event: LiveEvent, unapproved: readonly WayId[]): string {
  const isStart = event.kind === "session-start" && event.source !== "compact" && event.at.agent === null;
  const parts = [...(isStart ? startNotices(world) : []), ...macroNotices(world, event, unapproved)];
  return parts.length === 0 ? "" : `ways: ${parts.join("; ")}`;
}

function startNotices(world: World): readonly string[] {
  const off = matchingOff(world);
  return [...(off === null ? [] : [`${off}; only explicit triggers work`]), ...failureNotices(world)];
}

/** Why there is no matching by meaning; null: it is on. */
export function matchingOff({ models }: Pick<World, "models">): string | null {
  try {
    return models.calibration() === null ? "the model has no calibration" : null;
  } catch (error) {
    return messageOf(error);
  }
}

function failureNotices({ places, log }: World): readonly string[] {
  if (places === null) return [];
  const mark = join(places.state, "noticed");
  const since = readTextOr(mark, "");
  let fresh: readonly FailureLine[];
  try {
    fresh = log.failures().filter((line) => line.at > since);
  } catch {
    return ["what failed cannot be read, `ways doctor` tells more"];
  }
  const last = fresh.at(-1);
  if (last === undefined) return [];
  try {
    writeAtomic(mark, last.at);
  } catch {
    // a disk that cannot be written: said again next time
  }
  const times = fresh.length === 1 ? "1 failure" : `${fresh.length} failures`;
  return [`${times} since the last session (${countSteps(fresh)}), \`ways doctor\` tells more`];
}

function countSteps(lines: readonly FailureLine[]): string {
  const steps = [...Map.groupBy(lines, (line) => line.step)].map(([step, same]) => [step, same.length] as const);
  return steps
    .sort((a, b) => b[1] - a[1])
    .map(([step, count]) => `${count} × ${step}`)
    .join(", ");
}

/** Each way once per session: a macro that is not approved is met at every showing. */
function macroNotices({ places }: World, event: LiveEvent, unapproved: readonly WayId[]): readonly string[] {
  const { session } = event.at;
  const isNew = (id: WayId) => {
    if (places === null || session === null) return true;
    try {
      return createExclusive(join(sessionFolder(places.state, session), "noticed", sessionKey(id)), "");
    } catch {
      return true;
    }
  };
  const fresh = unapproved.filter(isNew);
  if (fresh.length === 0) return [];
  const names = fresh.map((id) => `\`${id}\``).join(", ");
  return [`the macro of ${names} was not run: \`ways trust\` shows and approves it`];
}
