// One event, whole: decide → show → (the caller writes) → record. What could not be shown is withdrawn from the decision.
import type { LiveEvent } from "../agents/event.ts";
import type { Decision } from "../match/decision.ts";
import { type WayId, wayId } from "../ways/way.ts";
import { decide } from "./decide.ts";
import { buildDisclosures } from "./disclosures.ts";
import { collectFor, keepForSubagent } from "./dispatches.ts";
import type { Deadline, Library, Ports } from "./ports.ts";
import { findMarkers, GAP, MESSAGE_UNITS, renderCore } from "./render.ts";
import { showWays } from "./show.ts";

export type Reply = {
  /** For the model; "" when nothing is shown. */
  readonly context: string;
  /** One line for the person; "" when there is nothing to say. */
  readonly notice: string;
  /** null: the product is switched off here, or the event is none of its business. */
  readonly decision: Decision | null;
  /** Appends the metrics (ADR-105): to be called once the reply has been written. */
  readonly record: () => void | Promise<void>;
};

const SILENCE: Reply = { context: "", notice: "", decision: null, record: () => {} };

export async function respond(event: LiveEvent, ports: Ports, deadline: Deadline): Promise<Reply> {
  const library = await ports.library(event.at);
  if (!library.config.enabled) return SILENCE;
  if (event.kind === "task") return { ...SILENCE, decision: await keepForSubagent(event, library, ports, deadline) };
  const ledger = ports.ledger(event.at);
  const seed = seedOf(event, ledger.epoch, library, ports);
  if (event.kind === "session-start" || seed.length > 0) {
    const source = event.kind === "session-start" ? event.source : "resume";
    ledger.begin(source, seed, seed.length === 0 ? null : ports.contextTokens(event.at));
  }
  const stashed = event.kind === "subagent-start" ? collectFor(event, ports) : [];
  const { decision, tokens } = await decide(event, library, ledger, ports, deadline, stashed);
  const core = event.kind === "session-start" ? renderCore(library.core) : "";
  const limit = MESSAGE_UNITS - (core === "" ? 0 : core.length + GAP.length);
  const { final, text, unapproved } = await showWays(
    { decision, event, library, ledger, tokens, limit },
    ports,
    deadline,
  );
  return {
    context: [core, text].filter((part) => part !== "").join(GAP),
    notice: ports.notice(event, unapproved),
    decision: final,
    record: () => ledger.record(buildDisclosures(final, event, library, ledger, stashed)),
  };
}

/**
 * What the conversation holds already, when this ledger does not know it: a fork inherits its copied transcript (agents: it
 * names no parent; older clients call it a resume, or tell of its first prompt only), a resumed session may have lost its ledger.
 */
function seedOf(event: LiveEvent, epoch: number, library: Library, ports: Ports): readonly WayId[] {
  const source = event.kind === "session-start" ? event.source : "resume";
  const mayHold = source === "fork" || (source === "resume" && epoch === 1);
  if (!mayHold || event.at.agent !== null) return [];
  return findMarkers(ports.transcriptText(event.at))
    .map((id) => wayId(id))
    .filter((id) => library.nodes.has(id));
}
