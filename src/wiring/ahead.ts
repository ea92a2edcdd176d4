// What is known of a prompt or a task before anything else is loaded: whether the kernel is started now, to practise while there is other
// work to do (embed/kernel/start.ts), and whether a second thread will assist it.
import { availableParallelism, loadavg } from "node:os";
import type { Event } from "../agents/event.ts";
import { type Env, setting } from "../host/env.ts";
import { placesOf } from "../host/paths.ts";
import { isRecent } from "../store/recent-scores.ts";
import type { Ahead } from "./models.ts";

/** UTF-8 bytes of a text, some eight tokens, that is embedded before a thread has paid for its start. */
const SHORT = 24;

/** Processes for each core that want to run, from which on a thread would only wait for one. */
const BUSY = 1.5;

/** null: the kernel will not be needed. */
export function aheadOf(
  env: Env,
  { kind, text }: Extract<Event, { readonly text: string }>,
  machine = { cores: availableParallelism(), load: loadavg()[0] ?? 0 },
): Ahead | null {
  const own = text.trim();
  if (own === "" || setting(env, "WAYS_ENGINE") === "onnx") return null;
  const places = placesOf(env);
  if (places !== null && isRecent(places.cache, kind, own)) return null;
  const { cores, load } = machine;
  return { isAssisted: cores > 1 && load <= BUSY * cores && Buffer.byteLength(own) >= SHORT };
}
