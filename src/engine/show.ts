// From the ways that a decision chose to the text an agent receives: read → fit → claim → macros → render.
// Only what can be shown is claimed: a way that is claimed counts as shown for the rest of the session.
import type { LiveEvent } from "../agents/event.ts";
import { type Decision, type Reason, withdraw } from "../match/decision.ts";
import type { WayId } from "../ways/way.ts";
import { addOutput, runMacros } from "./macros.ts";
import type { Deadline, Ledger, Library, Ports } from "./ports.ts";
import { joinWays, originLine, renderWays } from "./render.ts";
import { renderStage } from "./stages.ts";

export type ShowInput = {
  readonly decision: Decision;
  readonly event: LiveEvent;
  readonly library: Library;
  readonly ledger: Ledger;
  /** Context position, for the claims. */
  readonly tokens: () => number | null;
  /** UTF-16 units for all ways together. */
  readonly limit: number;
};

export type Shown = {
  readonly final: Decision;
  readonly text: string;
  /** Shown without their macro, because nobody has approved it. */
  readonly unapproved: readonly WayId[];
};

export async function showWays(input: ShowInput, ports: Ports, deadline: Deadline): Promise<Shown> {
  const { decision, event, library, ledger, tokens, limit } = input;
  const bodies = readBodies(decision.shown, event, library, ports);
  const unreadable = decision.shown.filter((id) => !bodies.has(id));
  const readable = withdrawAll(decision, unreadable, "unreadable");
  const also = decision.candidates.filter((c) => c.reason === "over-max-ways").map((c) => c.id);
  const waysOf = (ids: readonly WayId[], texts: ReadonlyMap<WayId, string>) =>
    ids.map((id) => ({ id, body: texts.get(id) ?? "" }));
  const { omitted } = renderWays(waysOf(readable.shown, bodies), also, limit);
  const fitting = withdrawAll(readable, omitted, "over-size");
  const lost = fitting.shown.filter((id) => !ledger.claim(id, tokens()));
  const final = withdrawAll(fitting, lost, "lost-claim");

  // Another process that answers this very event names the rest, too.
  const named = lost.length > 0 && final.shown.length === 0 ? [] : [...omitted, ...also];
  const joined = joinWays(waysOf(final.shown, bodies), named);
  const plain = joined.length <= limit ? joined : ""; // a core block may leave no room even for names
  const { outputs, unapproved } = await runMacros(final.shown, event, library, ports, deadline);
  if (outputs.size === 0) return { final, text: plain, unapproved };
  const texts = addOutput(final.shown, bodies, outputs, library, limit - plain.length);
  return { final, text: joinWays(waysOf(final.shown, texts), named), unapproved };
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
      const node = library.nodes.get(id);
      const body = library.body(id);
      const text = node?.stages === true ? renderStage(id, body, ports.stage(event.at, id), event.at.agent) : body;
      bodies.set(id, `${originLine(node?.origin ?? "core")}${text.trim()}`);
    } catch (error) {
      ports.failure("body", error);
    }
  }
  return bodies;
}

function withdrawAll(decision: Decision, ids: readonly WayId[], reason: Reason): Decision {
  return withdraw(decision, new Map(ids.map((id) => [id, reason])));
}
