// For `ways explain`: the hook's own decision with no deadline, stateless unless a session is named.
import type { LiveEvent, Place } from "../agents/event.ts";
import { decide } from "../engine/decide.ts";
import type { Deadline, Ledger, Library, Ports } from "../engine/ports.ts";
import type { Env } from "../host/env.ts";
import { type Decision, type TextOf, withdraw } from "../match/decision.ts";
import { once } from "../once.ts";
import { readMerged } from "../store/merge.ts";
import { agentName, ledgerIn } from "../store/session.ts";
import { offBy } from "./config.ts";
import { openPorts } from "./ports.ts";
import { findSessions } from "./sessions.ts";
import { openWorld, placeAt, type World } from "./world.ts";

export type Explainer = {
  placeAt(cwd: string): Place;
  decide(event: LiveEvent): Promise<Decision>;
  /** The file or variable that switches everything off there; null: nothing does. */
  offBy(cwd: string): Promise<string | null>;
  /** What aliases say there. */
  textsAt(cwd: string): TextOf;
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
  const texts = new Map<string, () => ReadonlyMap<string, string>>();
  const libraryAt = (place: Place) => {
    const known = libraries.get(place.project) ?? ports.library(place);
    libraries.set(place.project, known);
    return known;
  };
  return {
    placeAt: (cwd) => placeAt(world, cwd, session),
    decide: async (event) => {
      // A dispatch is for a sub-agent that has been shown nothing, whatever its session has seen.
      const isNew = session === null || event.kind === "task";
      const ledger = isNew ? statelessLedger() : readLedger(world, session);
      const library = await libraryAt(event.at);
      const { decision } = await decide(event, library, ledger, { ...ports, vector, failure: rethrow }, forever);
      if (library.config.enabled) return decision;
      return withdraw(decision, new Map(decision.candidates.map(({ id }) => [id, "switched-off"])));
    },
    offBy: async (cwd) => {
      const place = placeAt(world, cwd, session);
      return (await libraryAt(place)).config.enabled ? null : offBy(world, place.project);
    },
    textsAt: (cwd) => {
      const project = world.projectOf(cwd);
      const known = texts.get(project) ?? once(() => textsIn(world, project));
      texts.set(project, known);
      return ({ id, alias }) => (alias === null ? null : (known().get(`${id} ${alias}`) ?? null));
    },
  };
}

/** By id and label. */
function textsIn({ shipped, places, env }: World, project: string): ReadonlyMap<string, string> {
  const { ways } = readMerged({ shipped: shipped(), places, project, env });
  return new Map(ways.flatMap((way) => way.aliases.map(({ label, text }) => [`${way.id} ${label}`, text] as const)));
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
