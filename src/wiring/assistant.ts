// The kernel's second thread, for an event that will be embedded: it starts while everything else is still being loaded.
import { availableParallelism, loadavg } from "node:os";
import type { Event } from "../agents/event.ts";
import { ASSETS } from "../assets.ts";
import { type Assistant, startAssistant } from "../embed/kernel/assistant.ts";
import { type Env, setting } from "../host/env.ts";
import { placesOf } from "../host/paths.ts";
import { isRecent } from "../store/recent-scores.ts";

/** UTF-8 bytes of a text, some ten tokens, that is embedded before an assistant has been of use. */
const SHORT = 48;

/** Processes for each core that want to run, from which on an assistant would only wait for one. */
const BUSY = 1.5;

/** null: there is no core for it, too little to do, or no thread to be had. */
export function assistantFor(
  env: Env,
  { kind, text }: Extract<Event, { readonly text: string }>,
  machine = { cores: availableParallelism(), load: loadavg()[0] ?? 0 },
): Assistant | null {
  const { cores, load } = machine;
  if (cores < 2 || load > BUSY * cores || setting(env, "WAYS_ENGINE") === "onnx") return null;
  if (Buffer.byteLength(text) < SHORT) return null;
  const places = placesOf(env);
  if (places !== null && isRecent(places.cache, kind, text.trim())) return null;
  try {
    return startAssistant(ASSETS.assistant);
  } catch {
    return null;
  }
}
