// Think strategies on the command line (ADR-105): an agent's explicit step to the next stage, in its own session's ledger.

import { nearest } from "../diagnostics.ts";
import { renderStage, renderStep, stageNames } from "../engine/stages.ts";
import { WaysError } from "../errors.ts";
import { type WayId, wayId } from "../ways/way.ts";
import type { OpenSession } from "./sessions.ts";

export type Strategy = {
  readonly id: WayId;
  readonly stages: readonly string[];
  /** From 1; 0: not begun in this session. */
  readonly stage: number;
};

/** All strategies that may be shown here, in the order of the library. */
export function strategiesOf({ library, ledger, stages }: OpenSession): readonly Strategy[] {
  return [...library.nodes.values()]
    .filter((node) => node.stages)
    .map(({ id }) => {
      const names = stageNames(library.body(id));
      const reached = stages.reached(id);
      const isBegun = reached > 0 || ledger.shown.has(id);
      return { id, stages: names, stage: isBegun ? Math.min(reached + 1, names.length) : 0 };
    });
}

/** By id or the last part of it; without a name the only one begun, or the only one there is. Throws when that is unclear. */
export function chooseStrategy(all: readonly Strategy[], named: string | null): Strategy {
  const list = all.map(({ id }) => `\`${id}\``).join(", ");
  if (all.length === 0)
    throw new WaysError("there are no think strategies here", { hint: "a way with `stages: true` is one" });
  if (named !== null) {
    const found = all.find(({ id }) => id === wayId(named)) ?? all.find(({ id }) => id.endsWith(`/${named}`));
    if (found) return found;
    const near = nearest(
      named,
      all.map(({ id }) => id),
    );
    throw new WaysError(`there is no think strategy \`${named}\``, { hint: near ? `did you mean \`${near}\`?` : list });
  }
  const begun = all.filter(({ stage }) => stage > 0);
  const [only, second] = begun.length > 0 ? begun : all;
  if (only && !second) return only;
  throw new WaysError(begun.length > 0 ? "several strategies have begun" : "no strategy has begun", {
    hint: `name one of ${list}`,
  });
}

export type Step = {
  readonly id: WayId;
  readonly stage: number;
  readonly stages: number;
  readonly name: string;
  /** True when the last stage had been reached before: nothing was advanced. */
  readonly finished: boolean;
  readonly text: string;
};

/** `agent`: as the sub-agent was named on the command line. A strategy that was never shown begins with its first stage. */
export function nextStage(session: OpenSession, strategy: Strategy, agent: string | null): Step {
  const { id, stages, stage } = strategy;
  if (stage === 0) return firstStage(session, strategy, agent);
  const isFinished = stage >= stages.length;
  if (!isFinished) session.stages.advance(id);
  const now = isFinished ? stage : stage + 1;
  const text = renderStep(id, session.library.body(id), now - 1, agent) ?? "";
  return { id, stage: now, stages: stages.length, name: stages[now - 1] ?? "", finished: isFinished, text };
}

/** From the beginning, whatever was reached; counts as shown, so that a prompt does not bring it up beside this. */
export function firstStage(session: OpenSession, { id, stages }: Strategy, agent: string | null): Step {
  session.stages.reset(id);
  if (!session.ledger.shown.has(id)) session.ledger.claim(id, null);
  const text = renderStage(id, session.library.body(id), 0, agent);
  return { id, stage: 1, stages: stages.length, name: stages[0] ?? "", finished: false, text };
}
