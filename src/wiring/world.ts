// Everything on this machine that does not depend on an event: the site, the shipped library, the model.
import type { Place } from "../agents/event.ts";
import { ASSETS } from "../assets.ts";
import type { StartedKernel } from "../embed/kernel/start.ts";
import type { Env } from "../host/env.ts";
import { once } from "../once.ts";
import { openShipped, type Shipped } from "../store/shipped.ts";
import { type ModelTools, openModelTools } from "./models.ts";
import { openSite, type Site } from "./site.ts";

export type World = Site & {
  readonly shipped: () => Shipped;
  readonly shippedHash: () => string;
  readonly models: ModelTools;
};

export function openWorld(env: Env): World {
  return openWorldAt(openSite(env));
}

export function openWorldAt(site: Site, ahead: StartedKernel | null = null): World {
  const { env, places, failure } = site;
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
    ...site,
    shipped,
    shippedHash: () => site.libraryHash ?? String(shipped().meta["hash"]),
    models,
  };
}

export function placeAt(world: World, cwd: string, session: string | null): Place {
  return { cwd, project: world.projectOf(cwd), session, agent: null, agentType: null, transcript: null };
}
