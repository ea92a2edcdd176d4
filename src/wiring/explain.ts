// For `ways explain`: the hook's own decision with no deadline, stateless unless a session is named.
import type { LiveEvent, Place } from "../agents/event.ts";
import { decide } from "../engine/decide.ts";
import type { Deadline, Ledger, Library, Ports } from "../engine/ports.ts";
import type { Env } from "../host/env.ts";
import type { Decision } from "../match/decision.ts";
import { once } from "../once.ts";
import { agentName, ledgerIn } from "../store/session.ts";
import { openPorts } from "./ports.ts";
import { findSessions } from "./sessions.ts";
import { openWorld, placeAt, type World } from "./world.ts";

export type Explainer = {
  placeAt(cwd: string): Place;
  decide(event: LiveEvent): Promise<Decision>;
};

export async function openExplainer(env: Env, session: string | null): Promise<Explainer> {
  const world = openWorld(env);
  const ports = openPorts(world, "session", true);
  const forever: Deadline = { at: Number.POSITIVE_INFINITY, now: () => performance.now() };
  const libraries = new Map<string, Promise<Library>>();
  const embedder = once(() => world.models.openEmbedder(world.models.engine()));
  const vector: Ports["vector"] = async (text) => {
    const value = await (await embedder()).embed("query", text);
    return value && { value, cached: false };
  };
  return {
    placeAt: (cwd) => placeAt(world, cwd, session),
    decide: async (event) => {
      const known = libraries.get(event.at.project) ?? ports.library(event.at);
      libraries.set(event.at.project, known);
      // A dispatch is for a sub-agent that has been shown nothing, whatever its session has seen.
      const isNew = session === null || event.kind === "task";
      const ledger = isNew ? statelessLedger() : readLedger(world, session);
      const { decision } = await decide(event, await known, ledger, { ...ports, vector, failure: rethrow }, forever);
      return decision;
    },
  };
}

/** A person who asks why wants to hear what failed. */
function rethrow(_step: string, error: unknown): never {
  throw error;
}

/** Of an id, or of the beginning of a hashed one as `ways session list` prints it; an unknown session has seen nothing. */
function readLedger({ places, failure }: World, session: string): Pick<Ledger, "shown" | "showing"> {
  const [found] = places === null ? [] : findSessions(places.state, session);
  return found ? ledgerIn(found.path, agentName(null), failure, "read") : statelessLedger();
}

/** A ledger that remembers nothing. */
function statelessLedger(): Pick<Ledger, "shown" | "showing"> {
  return { shown: new Set(), showing: () => null };
}
