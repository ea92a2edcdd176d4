// Dispatch texts and the sub-agents they start: matched at the dispatch, kept by type, told at the start.
// Text returned at a dispatch would reach the parent, so there is none.
import type { LiveEvent } from "../agents/event.ts";
import type { Decision, Reason } from "../match/decision.ts";
import type { WayId } from "../ways/way.ts";
import { decide } from "./decide.ts";
import type { Deadline, Library, Ports, Stashed, Trigger } from "./ports.ts";

type Task = LiveEvent & { readonly kind: "task" };
type Start = LiveEvent & { readonly kind: "subagent-start" };

/** A new sub-agent has been shown nothing. */
const NOTHING_SHOWN = { shown: new Set<WayId>(), showing: () => null };

/** null: the type has its own definition file, which is its constitution (ADR-130). */
export async function keepForSubagent(
  event: Task,
  library: Library,
  ports: Ports,
  deadline: Deadline,
): Promise<Decision | null> {
  if (ports.hasDefinition(event.at, event.agentType)) return null;
  ports.ledger(event.at); // an event of the parent's that was scanned: its epoch counts it
  const { decision } = await decide(event, library, NOTHING_SHOWN, ports, deadline);
  const candidates = new Map(decision.candidates.map((c) => [c.id, c]));
  const ways = decision.shown.map((way): Stashed => {
    const { reason = "best", score = null, bar = null } = candidates.get(way) ?? {};
    return { way, trigger: triggerOf(reason), score, bar };
  });
  ports.dispatches(event.at).stash(event.agentType, event.turn, ways);
  return decision;
}

export function collectFor(event: Start, ports: Ports): readonly Stashed[] {
  if (ports.hasDefinition(event.at, event.agentType)) return [];
  return ports.dispatches(event.at).collect(event.agentType, event.turn);
}

/** ADR-105 names the lane of a trigger; whatever else brought a way up was the embedding. */
export function triggerOf(reason: Reason): Trigger {
  switch (reason) {
    case "pattern":
    case "command":
    case "file":
    case "error":
    case "state":
      return reason;
    default:
      return "embedding";
  }
}
