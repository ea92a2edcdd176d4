// What is known of a prompt or a task before anything else is loaded: whether the kernel is started now, to practise while there is other
// work to do (embed/kernel/start.ts), and whether a second thread will assist it.
import type { Event } from "../agents/event.ts";
import { type Env, setting } from "../host/env.ts";
import { loadAverage } from "../host/load.ts";
import type { Places } from "../host/paths.ts";
import { isRecent } from "../store/recent-scores.ts";
import type { Ahead } from "./models.ts";
import type { Site } from "./site.ts";
import { openWorldAt, type World } from "./world.ts";

/** UTF-8 bytes of a text, some ten tokens, that is embedded before a thread has paid for its start. */
const SHORT = 48;

/** Processes for each core that want to run, from which on a thread would only wait for one. */
const BUSY = 1.5;

type Worded = Extract<Event, { readonly text: string }>;

/** null: there is nothing to begin with. */
export function openAhead(site: Site, event: Worded): World | null {
  const ahead = aheadOf(site, event, { cores: navigator.hardwareConcurrency, load: loadAverage() });
  return ahead && openWorldAt(site, ahead);
}

/** null: the kernel will not be needed. */
export function aheadOf(
  { env, places }: { readonly env: Env; readonly places: Places | null },
  { kind, text }: Worded,
  { cores, load }: { readonly cores: number; readonly load: number },
): Ahead | null {
  const own = text.trim();
  if (own === "" || setting(env, "WAYS_ENGINE") === "onnx") return null;
  if (places !== null && isRecent(places.cache, kind, own)) return null;
  return { isAssisted: cores > 1 && load <= BUSY * cores && Buffer.byteLength(own) >= SHORT };
}
