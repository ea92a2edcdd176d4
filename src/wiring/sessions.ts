// Sessions as a person names them: by id, by the beginning of the hashed id that lists show, or not at all.
import { join } from "node:path";
import type { Ledger, Library } from "../engine/ports.ts";
import { WaysError } from "../errors.ts";
import { type Env, setting } from "../host/env.ts";
import { removeFolder } from "../host/files.ts";
import { agentName, ledgerIn, sessionFolder, sessionKey } from "../store/session.ts";
import { listSessions, readAgents, type SessionFolder } from "../store/sessions.ts";
import { openStages, type Stages } from "../store/stages.ts";
import { openPorts } from "./ports.ts";
import { openWorld, placeAt, type World } from "./world.ts";

/** How much of a hashed id is printed, and is enough to name it. */
export const KEY_LENGTH = 8;

export type ChosenSession = { readonly key: string; readonly path: string };

/** Named, else the one this shell belongs to, else the latest; null when there is none at all. Throws when a named one is not there. */
export function chooseSession(
  { places, env }: Pick<World, "places" | "env">,
  named: string | null,
): ChosenSession | null {
  const state = requireState(places);
  if (named !== null) return namedSession(state, named);
  const own = setting(env, "CLAUDE_CODE_SESSION_ID");
  if (own !== null) return { key: sessionKey(own), path: sessionFolder(state, own) };
  return listSessions(state)[0] ?? null;
}

function namedSession(state: string, named: string): ChosenSession {
  const found = findSessions(state, named);
  const [only, second] = found;
  if (only && !second) return only;
  throw new WaysError(second ? `several sessions begin with \`${named}\`` : `there is no session \`${named}\``, {
    hint: "`ways session list` lists them",
  });
}

/** The one with this id, else those whose hashed id begins so. */
export function findSessions(state: string, named: string): readonly ChosenSession[] {
  const all = listSessions(state);
  const byId = all.filter(({ key }) => key === sessionKey(named));
  if (byId.length > 0 || !/^[0-9a-f]{4,32}$/.test(named)) return byId;
  return all.filter(({ key }) => key.startsWith(named));
}

function requireState(places: World["places"]): string {
  if (places === null)
    throw new WaysError("there is no home folder, so nothing is remembered between events", {
      hint: "set HOME to an absolute path",
    });
  return places.state;
}

export type OpenSession = {
  readonly session: ChosenSession;
  /** `main`, or a sub-agent's folder. */
  readonly agent: string;
  /** Of the folder the command was called in. */
  readonly library: Library;
  readonly ledger: Ledger;
  readonly stages: Stages;
  readonly world: World;
};

/** What one agent of a session has been shown. Throws when no session can be meant. */
export async function openSession(
  env: Env,
  cwd: string,
  named: { readonly session: string | null; readonly agent: string | null },
): Promise<OpenSession> {
  const world = openWorld(env);
  const session = chooseSession(world, named.session);
  if (session === null)
    throw new WaysError("there is no session yet", { hint: "`ways doctor` tells whether the hook is registered" });
  const agent = named.agent?.startsWith("agent-") === true ? named.agent : agentName(named.agent);
  const library = await openPorts(world, "session").library(placeAt(world, cwd, null));
  const ledger = ledgerIn(session.path, agent, world.failure, "read");
  return { session, agent, library, ledger, stages: openStages(join(session.path, agent)), world };
}

export type SessionRow = {
  readonly key: string;
  readonly last_event: string;
  readonly events: number;
  readonly shown: number;
  readonly subagents: number;
  /** The one this shell belongs to. */
  readonly current: boolean;
};

export function sessionRows(env: Env): readonly SessionRow[] {
  const world = openWorld(env);
  const own = setting(env, "CLAUDE_CODE_SESSION_ID");
  return listSessions(requireState(world.places)).map((session) => rowOf(session, own, world));
}

function rowOf({ key, path, lastEvent }: SessionFolder, own: string | null, { failure }: World): SessionRow {
  const agents = readAgents(path, failure);
  const main = agents.find(({ name }) => name === "main")?.ledger;
  return {
    key,
    last_event: new Date(lastEvent).toISOString(),
    events: main?.epoch ?? 0,
    shown: main?.shown.size ?? 0,
    subagents: agents.filter(({ name }) => name !== "main").length,
    current: own !== null && key === sessionKey(own),
  };
}

export type AgentView = {
  readonly agent: string;
  readonly events: number;
  readonly shown: readonly { readonly id: string; readonly epoch: number | null; readonly tokens: number | null }[];
};

/** In the order of showing. */
export function viewSession(
  env: Env,
  named: string | null,
): { readonly key: string; readonly agents: readonly AgentView[] } {
  const world = openWorld(env);
  const session = chooseSession(world, named);
  if (session === null) throw new WaysError("there is no session yet", { hint: "`ways doctor` tells why" });
  const agents = readAgents(session.path, world.failure).map(({ name, ledger }): AgentView => {
    const shown = [...ledger.shown].map((id) => ({ id, ...(ledger.showing(id) ?? { epoch: null, tokens: null }) }));
    return { agent: name, events: ledger.epoch, shown: shown.sort((a, b) => (a.epoch ?? 0) - (b.epoch ?? 0)) };
  });
  return { key: session.key, agents };
}

/** Everything may be shown again, strategies begin anew, dispatches are forgotten; metrics stay. Returns the key. Throws when the disk refuses. */
export function resetSession(env: Env, named: string | null): string {
  const world = openWorld(env);
  const session = chooseSession(world, named);
  if (session === null) throw new WaysError("there is no session yet", { hint: "`ways session list` lists them" });
  const agents = readAgents(session.path, (_, error) => {
    throw error;
  });
  for (const { ledger } of agents) ledger.begin("compact", [], null);
  const forgotten = [
    ...agents.map(({ path }) => join(path, "think")),
    join(session.path, "dispatch"),
    join(session.path, "noticed"),
  ];
  for (const path of forgotten) if (!removeFolder(path)) throw new WaysError(`\`${path}\` cannot be removed`);
  return session.key;
}
