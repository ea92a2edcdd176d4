// How far each think strategy has come in a session: one byte per step, outside the generations so that it survives compaction.
//   <state>/sessions/<session>/<agent>/think/<way>
import { join } from "node:path";
import type { Place } from "../agents/event.ts";
import { appendText, sizeOf } from "../host/atomic.ts";
import { removeFile } from "../host/files.ts";
import type { WayId } from "../ways/way.ts";
import { agentFolder, sessionKey } from "./session.ts";

export type Stages = {
  reached(id: WayId): number;
  advance(id: WayId): number;
  reset(id: WayId): void;
};

/** Without a session nothing is kept and every strategy stands at its first stage. */
export function openStages(state: string | null, place: Pick<Place, "session" | "agent">): Stages {
  if (state === null || place.session === null) return { reached: () => 0, advance: () => 0, reset: () => {} };
  const folder = join(agentFolder(state, place.session, place.agent), "think");
  const file = (id: WayId) => join(folder, sessionKey(id));
  return {
    reached: (id) => sizeOf(file(id)),
    advance: (id) => {
      appendText(file(id), ".");
      return sizeOf(file(id));
    },
    reset: (id) => removeFile(file(id)),
  };
}
