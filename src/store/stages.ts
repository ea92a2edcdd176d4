// How far each think strategy has come in a session: one byte per step, outside the generations so that it survives compaction.
//   <state>/sessions/<session>/<agent>/think/<way>
import { join } from "node:path";
import { appendText, sizeOf } from "../host/atomic.ts";
import { removeFile } from "../host/files.ts";
import type { WayId } from "../ways/way.ts";
import { sessionKey } from "./session.ts";

export type Stages = {
  reached(id: WayId): number;
  advance(id: WayId): number;
  reset(id: WayId): void;
};

/** `own`: the agent's folder in its session's; null: nothing is kept and every strategy stands at its first stage. */
export function openStages(own: string | null): Stages {
  if (own === null) return { reached: () => 0, advance: () => 0, reset: () => {} };
  const file = (id: WayId) => join(own, "think", sessionKey(id));
  return {
    reached: (id) => sizeOf(file(id)),
    advance: (id) => {
      appendText(file(id), ".");
      return sizeOf(file(id));
    },
    reset: (id) => removeFile(file(id)),
  };
}
