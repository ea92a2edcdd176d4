// One event as people write it down: `{prompt: "ship it"}`, `{command: "git push"}`, `{start: compact}`. The keys are plain data,
// so that a replay in YAML is a list of these.
import type { LiveEvent, Place, SessionSource } from "../../src/agents/event.ts";

export type Turn = (
  | { readonly prompt: string }
  | { readonly command: string; readonly description?: string }
  | { readonly edit: string }
  | { readonly task: string; readonly type?: string }
  | { readonly failed: string }
  | { readonly start: SessionSource }
  | { readonly subagent: string }
) & {
  readonly session?: string | null;
  readonly agent?: string;
  readonly project?: string;
  /** Id of the prompt in progress, as newer clients send it. */
  readonly turn?: string;
};

const DEFAULTS = { session: "session-1", project: "/srv/shop" };

export function placeOf(turn: Pick<Turn, "session" | "agent" | "project">): Place {
  const { session, agent = null, project } = { ...DEFAULTS, ...turn };
  return { cwd: project, project, session, agent, agentType: null, transcript: null };
}

export function eventOf(turn: Turn): LiveEvent {
  const at = placeOf(turn);
  if ("prompt" in turn) return { kind: "prompt", at, text: turn.prompt };
  if ("command" in turn) return { kind: "command", at, command: turn.command, description: turn.description ?? "" };
  if ("edit" in turn) return { kind: "file", at, path: turn.edit };
  if ("task" in turn)
    return { kind: "task", at, text: turn.task, agentType: turn.type ?? "general-purpose", turn: turn.turn ?? null };
  if ("failed" in turn) return { kind: "tool-failed", at, error: turn.failed };
  if ("start" in turn) return { kind: "session-start", at, source: turn.start };
  return { kind: "subagent-start", at, agentType: turn.subagent, turn: turn.turn ?? null };
}
