// The kernel's second thread, for an event that will be embedded: it starts while everything else is still being loaded.
import { ASSETS } from "../assets.ts";
import { type Assistant, startAssistant } from "../embed/kernel/assistant.ts";
import { type Env, setting } from "../host/env.ts";

/** null: there is nobody for it to run on, or nothing for it to do. */
export function assistantFor(env: Env): Assistant | null {
  return navigator.hardwareConcurrency < 2 || setting(env, "WAYS_ENGINE") === "onnx"
    ? null
    : startAssistant(ASSETS.assistant);
}
