// What is begun with for a prompt or a task before the rest of what it needs is loaded: the kernel starts, to practise while there is other
// work to do (embed/kernel/start.ts).
import type { Event } from "../agents/event.ts";
import type { StartedKernel } from "../embed/kernel/start.ts";
import { type Env, setting } from "../host/env.ts";
import { placesOf } from "../host/paths.ts";
import { isRecent } from "../store/recent-scores.ts";
import { startOwnKernel } from "./own-kernel.ts";

/** What people ask and what sub-agents are told: texts that are embedded. */
type Worded = Extract<Event, { readonly text: string }>;

/** null: it will not be needed, or cannot be had; who needs it all the same tries again, and says why. */
export function startAhead(env: Env, event: Worded): StartedKernel | null {
  try {
    if (!isForKernel(env, event)) return null;
    return startOwnKernel();
  } catch {
    return null;
  }
}

/** False where ONNX Runtime embeds, and for texts of before. */
export function isForKernel(env: Env, event: Worded): boolean {
  const text = event.text.trim();
  if (text === "" || setting(env, "WAYS_ENGINE") === "onnx") return false;
  const places = placesOf(env);
  return places === null || !isRecent(places.cache, event.kind, text);
}
