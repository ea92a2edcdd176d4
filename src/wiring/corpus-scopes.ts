// The scopes of a corpus that have changed: their ways read and linted, the texts nobody has embedded before embedded, rows made.
import { coordinatesOf, embedMissing, type Progress } from "../engine/refresh.ts";
import type { Block } from "../match/block.ts";
import { buildBlock } from "../match/space.ts";
import { once } from "../once.ts";
import { readLayer } from "../store/layers.ts";
import { shippedLayer } from "../store/merge.ts";
import { readPackages } from "../store/packages.ts";
import { projectWays } from "../store/projects.ts";
import { readScopeWays, type ScopeWays } from "../store/scope-ways.ts";
import { coreRowsIn } from "./core-rows.ts";
import type { Raw, Tools } from "./corpus-files.ts";
import type { Plan } from "./corpus-plan.ts";
import type { Survey } from "./survey.ts";
import { openTeamOf } from "./team.ts";
import type { World } from "./world.ts";

/** By scope: "user" (packages are part of it), or the key of a project. */
export type ScopeTexts = ReadonlyMap<string, ScopeWays>;

export function readScopes(world: World, { places }: Tools, survey: Survey, plan: Plan): ScopeTexts {
  const asFound = (path: string) => path;
  const shared = once(() => [
    readPackages(places, world.shipped().nodes.keys()).read,
    readLayer("user", places.userWays, null, asFound),
  ]);
  const core = once(() => shippedLayer(world.shipped().ways()));
  const texts = new Map<string, ScopeWays>();
  if (plan.isGlobalRead) texts.set("user", readScopeWays(shared(), [core()], survey.global.languages));
  for (const { project, step } of plan.projects) {
    if (step !== "read" || project.now === null) continue;
    const layer = readLayer("project", projectWays(project.path), project.path, asFound);
    const earlier = [core(), ...shared().map((read) => read.layer)];
    texts.set(project.key, readScopeWays([layer], earlier, project.now.languages));
  }
  return texts;
}

/** How often vectors go to disk while many are made: a refresh that is killed has not worked for nothing. */
const SAVE_MS = 1_000;

/** Returns how many texts were embedded. `alive` is called now and then. */
export async function embedScopes(
  world: World,
  texts: ScopeTexts,
  raw: Raw,
  progress: Progress,
  alive: () => void,
): Promise<number> {
  const all = [...texts.values()].flatMap(({ ways }) => ways.flatMap((way) => way.aliases.map((alias) => alias.text)));
  let saved = performance.now();
  try {
    return await embedMissing(all, raw, openTeamOf(world), (done, total) => {
      progress(done, total);
      if (performance.now() - saved < SAVE_MS) return;
      saved = performance.now();
      raw.flush();
      alive();
    });
  } finally {
    raw.flush();
  }
}

/** Rows by scope: those that stay and those of `texts`. A project none of whose ways has rows gets no scope. */
export async function buildScopes(
  world: World,
  { calibration, meta }: Tools,
  survey: Survey,
  plan: Plan,
  texts: ScopeTexts,
  raw: Raw,
): Promise<ReadonlyMap<string, Block>> {
  const blocks = new Map(plan.kept);
  for (const [scope, { ways }] of texts)
    blocks.set(scope, buildBlock(coordinatesOf(ways, raw, calibration), calibration.dimensions));
  const { languages } = survey.global;
  if (plan.isGlobalRead && languages.length > 0) {
    const core = await coreRowsIn(languages, world.shipped(), calibration, meta);
    if (core !== null) blocks.set("core", core);
  }
  return blocks;
}
