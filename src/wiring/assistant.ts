// The kernel's second thread, for an event that will be embedded: it starts while everything else is still being loaded.
import type { Event } from "../agents/event.ts";
import { ASSETS } from "../assets.ts";
import { type Assistant, startAssistant } from "../embed/kernel/assistant.ts";
import { type Env, setting } from "../host/env.ts";
import { placesOf } from "../host/paths.ts";
import { isRecent } from "../store/recent-scores.ts";

/** null: there is no core for it, or nothing to do. */
export function assistantFor(env: Env, { kind, text }: Extract<Event, { readonly text: string }>): Assistant | null {
  if (navigator.hardwareConcurrency < 2 || setting(env, "WAYS_ENGINE") === "onnx") return null;
  const places = placesOf(env);
  if (places !== null && isRecent(places.cache, kind, text.trim())) return null;
  return startAssistant(ASSETS.assistant);
}
