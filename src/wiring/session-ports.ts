// The engine's ports that have to do with one session: what was shown, what waits, where the agent stands.
import { join } from "node:path";
import type { Place } from "../agents/event.ts";
import type { Ports } from "../engine/ports.ts";
import { realPathOr } from "../host/files.ts";
import { homeFolder } from "../host/paths.ts";
import { definitionFolders, hasDefinitionFile } from "../store/agent-files.ts";
import { openDispatches } from "../store/dispatches.ts";
import { agentName, openLedger, sessionFolder } from "../store/session.ts";
import { openStages } from "../store/stages.ts";
import { tokensAt, transcriptText } from "../store/transcript.ts";
import { noticeFor } from "./notices.ts";
import type { World } from "./world.ts";

export type SessionPorts = Pick<
  Ports,
  | "ledger"
  | "dispatches"
  | "hasDefinition"
  | "stage"
  | "macro"
  | "isProject"
  | "contextTokens"
  | "transcriptText"
  | "notice"
>;

export function openSessionPorts(world: World): SessionPorts {
  const { env, places, failure } = world;
  const state = places?.state ?? null;
  return {
    ledger: (place) => openLedger(state, place, failure),
    dispatches: (place) => openDispatches(state, place, Date.now(), failure),
    hasDefinition: (place, type) =>
      hasDefinitionFile(type, definitionFolders(place.project, place.cwd, places?.claude ?? null)),
    stage: (place, id) => openStages(ownFolder(state, place)).reached(id),
    macro: async (place, node, deadline) => {
      const { runMacro } = await import("./macros.ts");
      return runMacro(world, place, node, deadline);
    },
    isProject: (written, project) => {
      const home = homeFolder(env) ?? "";
      const path = written.replace(/^~(?=$|[\\/])/, () => home);
      return comparable(path) === comparable(project);
    },
    contextTokens: tokensAt,
    transcriptText: (place) => transcriptText(place.transcript),
    notice: (event, unapproved) => noticeFor(world, event, unapproved),
  };
}

function ownFolder(state: string | null, { session, agent }: Pick<Place, "session" | "agent">): string | null {
  return state === null || session === null ? null : join(sessionFolder(state, session), agentName(agent));
}

function comparable(path: string): string {
  const real = realPathOr(path).replace(/(?<=.)[\\/]+$/, "");
  return process.platform === "win32" ? real.replaceAll("\\", "/").toLowerCase() : real;
}
