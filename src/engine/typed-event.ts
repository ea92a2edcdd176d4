// A text that a person typed for one of the lanes, as the event an agent would have sent.
import type { LiveEvent, Place } from "../agents/event.ts";
import { GOLDEN_EVENTS } from "../ways/golden.ts";

/** `error`: what a tool call failed with. */
export const TYPED_EVENTS = [...GOLDEN_EVENTS, "error"] as const;

export type TypedEvent = (typeof TYPED_EVENTS)[number];

/** For `command` the text is the shell line, for `file` the path. */
export function buildTypedEvent(kind: TypedEvent, text: string, at: Place): LiveEvent {
  switch (kind) {
    case "prompt":
      return { kind, at, text };
    case "command":
      return { kind, at, command: text, description: "" };
    case "file":
      return { kind, at, path: text };
    case "task":
      return { kind, at, text, agentType: "general-purpose", turn: null };
    case "error":
      return { kind: "tool-failed", at, error: text };
  }
}
