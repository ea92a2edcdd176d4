// What triggers of every kind see of an event. Most tool calls need no more: nothing here may load the reducer (lanes.ts).
import type { LiveEvent } from "../agents/event.ts";
import { pathsSeen, type Seen } from "../match/triggers.ts";
import type { Scope } from "../ways/way.ts";

export function seenBy(event: LiveEvent): Seen {
  const nothing: Seen = { pattern: [], commandLine: null, errors: [], file: null, moment: "other" };
  switch (event.kind) {
    case "prompt":
      return { ...nothing, pattern: [event.text], moment: "prompt" };
    case "task":
      return { ...nothing, pattern: [event.text] };
    case "command":
      return { ...nothing, commandLine: event.command, pattern: event.description === "" ? [] : [event.description] };
    case "file":
      return { ...nothing, file: pathsSeen(event.path, event.at.project) };
    case "tool-failed":
      return { ...nothing, errors: [event.error] };
    case "session-start":
      return { ...nothing, moment: "session-start" };
    case "subagent-start":
      return nothing;
  }
}

export function scopeOf(event: LiveEvent): Scope {
  return event.kind === "task" || event.kind === "subagent-start" || event.at.agent !== null ? "subagent" : "agent";
}
