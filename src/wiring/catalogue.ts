// Every way that may compete at a folder, with its texts, read afresh from disk: what people's commands work on.
import type { Diagnostic } from "../diagnostics.ts";
import type { Env } from "../host/env.ts";
import { readMerged } from "../store/merge.ts";
import type { Way } from "../ways/way.ts";
import { openWorld } from "./world.ts";

export type Catalogue = { readonly ways: readonly Way[]; readonly diagnostics: readonly Diagnostic[] };

export async function openCatalogue(env: Env, cwd: string): Promise<Catalogue> {
  const world = openWorld(env);
  return readMerged({ shipped: world.shipped(), places: world.places, project: world.projectOf(cwd), env });
}
