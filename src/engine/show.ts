// From the ways that a decision chose to the text an agent receives: read → fit → claim → macros → render.
// Only what can be shown is claimed: a way that is claimed counts as shown for the rest of the session.
import type { LiveEvent } from "../agents/event.ts";
import { type Decision, type Reason, withdraw } from "../match/decision.ts";
import type { WayId } from "../ways/way.ts";
import { addOutput, runMacros } from "./macros.ts";
import type { Deadline, Ledger, Library, Ports } from "./ports.ts";
import { originLine, renderWays } from "./render.ts";
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
  const render = (ids: readonly WayId[], more: readonly WayId[], texts: ReadonlyMap<WayId, string> = bodies) =>
    renderWays(
      ids.map((id) => ({ id, body: texts.get(id) ?? "" })),
      more,
      limit,
    );
  const { omitted } = render(readable.shown, also);
  const fitting = withdrawAll(readable, omitted, "over-size");
  const lost = fitting.shown.filter((id) => !ledger.claim(id, tokens()));
  const final = withdrawAll(fitting, lost, "lost-claim");

  const plain = render(final.shown, [...omitted, ...also]).text;
  const { outputs, unapproved } = await runMacros(final.shown, event, library, ports, deadline);
  if (outputs.size === 0) return { final, text: plain, unapproved };
  const texts = addOutput(final.shown, bodies, outputs, library, limit - plain.length);
  return { final, text: render(final.shown, [...omitted, ...also], texts).text, unapproved };
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
