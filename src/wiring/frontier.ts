// For `ways frontier`: the ledger of one session's agent beside the library of the folder the command was called in.
import { buildFrontier, type Reachable } from "../engine/frontier.ts";
import type { Env } from "../host/env.ts";
import { isDisabled } from "../ways/config.ts";
import type { WayId } from "../ways/way.ts";
import { openPorts } from "./ports.ts";
import { type OpenSession, openSession } from "./sessions.ts";
import { placeAt } from "./world.ts";

export type FrontierView = {
  readonly session: string;
  readonly agent: string;
  readonly shown: readonly WayId[];
  readonly reachable: readonly Reachable[];
};

export async function openFrontier(
  env: Env,
  cwd: string,
  named: { readonly session: string | null; readonly agent: string | null },
): Promise<FrontierView> {
  const opened = await openSession(env, cwd, named);
  const { session, agent, library, ledger, world } = opened;
  const { project } = placeAt(world, cwd, null);
  const ports = openPorts(world, "session");
  const reachable = buildFrontier({
    nodes: library.nodes,
    shown: ledger.shown,
    scope: agent === "main" ? "agent" : "subagent",
    isDisabled: (id) => isDisabled(library.config, id),
    whenHolds: ({ when }) =>
      (when?.project === undefined || ports.isProject(when.project, project)) &&
      (when?.fileExists === undefined || ports.fileExists(project, when.fileExists)),
    bars: barsOf(opened),
  });
  return { session: session.key, agent, shown: [...ledger.shown].sort(), reachable };
}

/** null: there is no usable model, which `ways doctor` says. */
function barsOf({ library, world }: OpenSession): { readonly defaultBar: number; readonly floor: number } | null {
  try {
    const calibration = world.models.calibration();
    return calibration && { defaultBar: library.config.default_threshold ?? calibration.bar, floor: calibration.floor };
  } catch {
    return null;
  }
}
