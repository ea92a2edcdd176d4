// One event, whole: decide → fit → claim → render → record. What did not fit or was not won is withdrawn from the decision.
import type { LiveEvent } from "../agents/event.ts";
import { type Decision, type Reason, withdraw } from "../match/decision.ts";
import { buildFamily, depthOf } from "../ways/graph.ts";
import type { WayId } from "../ways/way.ts";
import { decide } from "./decide.ts";
import { scopeOf } from "./lanes.ts";
import type { Deadline, Disclosure, Ledger, Library, Ports } from "./ports.ts";
import { findMarkers, GAP, MESSAGE_UNITS, renderCore, renderWays } from "./render.ts";
import { renderStage } from "./stages.ts";

export type Reply = {
  /** For the model; "" when nothing is shown. */
  readonly context: string;
  /** One line for the person; "" when there is nothing to say. */
  readonly notice: string;
  /** null: the product is switched off here. */
  readonly decision: Decision | null;
};

const SILENCE: Reply = { context: "", notice: "", decision: null };

export async function respond(event: LiveEvent, ports: Ports, deadline: Deadline): Promise<Reply> {
  const library = await ports.library(event.at);
  if (!library.config.enabled) return SILENCE;
  if (event.kind === "task") return stashForSubagent(event, library, ports, deadline);
  const ledger = ports.ledger(event.at);
  if (event.kind === "session-start") ledger.begin(event.source, seedOf(event, library, ports));
  const stashed = event.kind === "subagent-start" ? stashedFor(event, ledger, ports) : [];
  const { decision, tokens } = await decide(event, library, ledger, ports, deadline, stashed);
  const core = event.kind === "session-start" ? renderCore(library.core) : "";
  const limit = MESSAGE_UNITS - (core === "" ? 0 : core.length + GAP.length);
  const { final, text } = showWays(decision, event, library, ledger, ports, limit, tokens);
  ledger.record(disclosures(final, event, library, ledger));
  return {
    context: [core, text].filter((part) => part !== "").join(GAP),
    notice: ports.notice(event),
    decision: final,
  };
}

/** A new sub-agent has been shown nothing; text returned here would reach its parent, so there is none. */
async function stashForSubagent(
  event: LiveEvent & { readonly kind: "task" },
  library: Library,
  ports: Ports,
  deadline: Deadline,
): Promise<Reply> {
  if (ports.hasDefinition(event.at, event.agentType)) return SILENCE;
  const { decision } = await decide(event, library, NOTHING_SHOWN, ports, deadline);
  ports.dispatches(event.at).stash(event.agentType, decision.shown);
  return { ...SILENCE, decision };
}

const NOTHING_SHOWN = { shown: new Set<WayId>(), showing: () => null };

/** Nothing for a sub-agent that goes on after a pause: it has been told at its first start. */
function stashedFor(
  event: LiveEvent & { readonly kind: "subagent-start" },
  ledger: Ledger,
  ports: Ports,
): readonly WayId[] {
  if (ledger.epoch > 1 || ports.hasDefinition(event.at, event.agentType)) return [];
  return ports.dispatches(event.at).collect(event.agentType);
}

/** Only what can be shown is claimed: a way that is claimed counts as shown for the rest of the session. */
function showWays(
  decision: Decision,
  event: LiveEvent,
  library: Library,
  ledger: Ledger,
  ports: Ports,
  limit: number,
  tokens: () => number | null,
): { readonly final: Decision; readonly text: string } {
  const bodies = readBodies(decision.shown, event, library, ports);
  const readable = withdrawAll(
    decision,
    decision.shown.filter((id) => !bodies.has(id)),
    "unreadable",
  );
  const waysOf = (d: Decision) => d.shown.map((id) => ({ id, body: bodies.get(id) ?? "" }));
  const { omitted } = renderWays(waysOf(readable), overflow(decision), limit);
  const fitting = withdrawAll(readable, omitted, "over-size");
  const lost = fitting.shown.filter((id) => !ledger.claim(id, tokens()));
  const final = withdrawAll(fitting, lost, "lost-claim");
  return { final, text: renderWays(waysOf(final), [...omitted, ...overflow(decision)], limit).text };
}

/** A way whose file went away a moment ago costs itself only. */
function readBodies(
  ids: readonly WayId[],
  event: LiveEvent,
  library: Library,
  ports: Ports,
): ReadonlyMap<WayId, string> {
  const bodies = new Map<WayId, string>();
  for (const id of ids) {
    try {
      const body = library.body(id);
      const isStrategy = library.nodes.get(id)?.stages === true;
      bodies.set(id, isStrategy ? renderStage(id, body, ports.stage(event.at, id)) : body);
    } catch (error) {
      ports.failure("body", error);
    }
  }
  return bodies;
}

function withdrawAll(decision: Decision, ids: readonly WayId[], reason: Reason): Decision {
  return withdraw(decision, new Map(ids.map((id) => [id, reason])));
}

/** A fork inherits what its copied transcript shows (agents: `fork` gives no parent id). */
function seedOf(event: LiveEvent, library: Library, ports: Ports): readonly WayId[] {
  if (event.kind !== "session-start" || event.source !== "fork") return [];
  const known = new Set<string>(library.nodes.keys());
  return findMarkers(ports.transcriptText(event.at)).filter((id): id is WayId => known.has(id));
}

function overflow(decision: Decision): readonly WayId[] {
  return decision.candidates.filter((c) => c.reason === "over-max-ways").map((c) => c.id);
}

/** ADR-105 metrics: one line per way that was really shown. */
function disclosures(decision: Decision, event: LiveEvent, library: Library, ledger: Ledger): readonly Disclosure[] {
  if (decision.shown.length === 0) return [];
  const shown = new Set([...ledger.shown, ...decision.shown]);
  const siblingsOf = buildFamily(library.nodes).siblings;
  return decision.candidates
    .filter((c) => c.outcome === "shown")
    .map((c): Disclosure => {
      const parent = library.nodes.get(c.id)?.parent ?? null;
      const parentEpoch = parent === null ? null : epochOf(parent, decision, ledger);
      const siblings = siblingsOf(c.id);
      return {
        way: c.id,
        parent,
        depth: depthOf(c.id),
        epoch: ledger.epoch,
        parent_epoch: parentEpoch,
        epoch_distance: parentEpoch === null ? null : ledger.epoch - parentEpoch,
        sibling_total: siblings.length,
        sibling_fired: siblings.filter((id) => shown.has(id)).length,
        trigger: isTrigger(c.reason) ? c.reason : "embedding",
        score: c.score,
        bar: c.bar,
        agent: scopeOf(event),
      };
    });
}

function epochOf(parent: WayId, decision: Decision, ledger: Ledger): number | null {
  if (decision.shown.includes(parent)) return ledger.epoch;
  return ledger.showing(parent)?.epoch ?? null;
}

function isTrigger(reason: Reason): boolean {
  return ["pattern", "command", "file", "error", "state"].includes(reason);
}
