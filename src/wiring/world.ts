// Everything on this machine that does not depend on an event: places, log, the shipped library, the model.

import type { Place } from "../agents/event.ts";
import { ASSETS } from "../assets.ts";
import { type Env, setting } from "../host/env.ts";
import { type Places, placesOf } from "../host/paths.ts";
import { once } from "../once.ts";
import { type Log, openLog } from "../store/log.ts";
import { findProject } from "../store/projects.ts";
import { openShipped, type Shipped } from "../store/shipped.ts";
import { type Ahead, type ModelTools, openModelTools } from "./models.ts";

/** Set when the binary is compiled. */
declare const LIBRARY_HASH: string;

export type World = {
  readonly env: Env;
  readonly places: Places | null;
  readonly log: Log;
  readonly shipped: () => Shipped;
  /** Known without reading the library. */
  readonly shippedHash: () => string;
  readonly models: ModelTools;
  readonly failure: (step: string, error: unknown, size?: number) => void;
  readonly projectOf: (cwd: string) => string;
};

export function openWorld(env: Env, ahead: Ahead | null = null): World {
  const places = placesOf(env);
  const log = openLog(places?.state ?? null);
  const failure = (step: string, error: unknown, size?: number) =>
    log.failure({ at: new Date().toISOString(), step, kind: kindOf(error), size: size ?? null });
  const named = setting(env, "CLAUDE_PROJECT_DIR");
  const models = openModelTools(
    env,
    (units) => failure("window", new RangeError("a text filled the window"), units),
    ahead,
  );
  const shipped = once(() => {
    const own = openShipped(
      { library: ASSETS.shippedLibrary, rows: ASSETS.shippedRows, texts: ASSETS.shippedTexts },
      places?.cache ?? null,
    );
    return { ...own, rows: async () => models.ownRows() ?? own.rows() };
  });
  return {
    env,
    places,
    log,
    failure,
    shipped,
    shippedHash: () => (typeof LIBRARY_HASH === "string" ? LIBRARY_HASH : String(shipped().meta["hash"])),
    models,
    projectOf: (cwd) => findProject(named, cwd === "" ? process.cwd() : cwd),
  };
}

export function placeAt(world: World, cwd: string, session: string | null): Place {
  return { cwd, project: world.projectOf(cwd), session, agent: null, agentType: null, transcript: null };
}

/** Class of an error for the log, never its text: texts may hold what a person wrote. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error ? ` ${String(error.code)}` : "";
  return `${error.name}${code}`;
}
