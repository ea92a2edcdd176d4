// The metrics of ADR-105: one line for each way that was really shown, with its place in the tree and in the session.
import type { LiveEvent } from "../agents/event.ts";
import type { Decision } from "../match/decision.ts";
import { depthOf, siblingsOf } from "../ways/graph.ts";
import type { WayId } from "../ways/way.ts";
import { triggerOf } from "./dispatches.ts";
import type { Disclosure, Ledger, Library, Stashed } from "./ports.ts";
import { scopeOf } from "./seen.ts";

/** `stashed`: a way that was dispatched counts under what matched it there. */
export function buildDisclosures(
  decision: Decision,
  event: LiveEvent,
  library: Library,
  ledger: Pick<Ledger, "shown" | "showing" | "epoch">,
  stashed: readonly Stashed[],
): readonly Disclosure[] {
  if (decision.shown.length === 0) return [];
  const shown = new Set([...ledger.shown, ...decision.shown]);
  const dispatched = new Map(stashed.map((s) => [s.way, s]));
  return decision.candidates
    .filter((c) => c.outcome === "shown")
    .map((c): Disclosure => {
      const parent = library.nodes.get(c.id)?.parent ?? null;
      const parentEpoch = parent === null ? null : epochOf(parent, decision, ledger);
      const siblings = siblingsOf(c.id, library.nodes);
      const { trigger, score, bar } = dispatched.get(c.id) ?? { ...c, trigger: triggerOf(c.reason) };
      return {
        way: c.id,
        parent,
        depth: depthOf(c.id),
        epoch: ledger.epoch,
        parent_epoch: parentEpoch,
        epoch_distance: parentEpoch === null ? null : ledger.epoch - parentEpoch,
        sibling_total: siblings.length,
        sibling_fired: siblings.filter((id) => shown.has(id)).length,
        trigger,
        score,
        bar,
        agent: scopeOf(event),
      };
    });
}

function epochOf(parent: WayId, decision: Decision, ledger: Pick<Ledger, "showing" | "epoch">): number | null {
  if (decision.shown.includes(parent)) return ledger.epoch;
  return ledger.showing(parent)?.epoch ?? null;
}
