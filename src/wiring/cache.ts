// For `ways cache prune`: vectors of texts that no way has any more, and files that nobody will read again. All of it can be made anew.
import { ALIAS_KIND } from "../engine/refresh.ts";
import type { Env } from "../host/env.ts";
import { removeFile } from "../host/files.ts";
import type { Places } from "../host/paths.ts";
import { stampOf } from "../host/stamps.ts";
import { readLayer } from "../store/layers.ts";
import { findLeftovers, type Leftover } from "../store/leftovers.ts";
import { shippedLayer } from "../store/merge.ts";
import { readPackages } from "../store/packages.ts";
import { projectWays } from "../store/projects.ts";
import { corpusFolder } from "../store/rows.ts";
import { readScopeWays } from "../store/scope-ways.ts";
import { pruneVectors, vectorKey, vectorsIn } from "../store/vectors.ts";
import { requirePlaces, requireTools, type Tools } from "./corpus-files.ts";
import { type SurveyedProject, takeSurvey } from "./survey.ts";
import { openWorld, type World } from "./world.ts";

export type Pruned = {
  /** Records of the vector store; null without a usable model. */
  readonly vectors: number | null;
  readonly files: readonly Leftover[];
  /** All together. */
  readonly bytes: number;
};

/** `isDry`: nothing is removed, only told. */
export async function pruneCache(env: Env, cwd: string, isDry: boolean): Promise<Pruned> {
  const world = openWorld(env);
  const places = requirePlaces(world);
  const folder = corpusFolder(places);
  const survey = await takeSurvey(world, places, world.projectOf(cwd));
  const projects = survey.projects.filter((project) => project.exists);
  const tools = usableTools(world);
  const keys = projects.map((project) => project.key);
  const files = findLeftovers(places, keys, tools?.model ?? null, Date.now());
  const path = vectorsIn(folder);
  const size = () => stampOf(path)?.size ?? 0;
  const before = size();
  const vectors = tools && pruneVectors(path, tools.meta.dimensions, usedKeys(world, places, tools, projects), isDry);
  if (!isDry) for (const file of files) removeFile(file.path);
  const freed = isDry && tools ? (vectors ?? 0) * recordBytes(tools) : before - size();
  return { vectors, files, bytes: files.reduce((sum, file) => sum + file.bytes, freed) };
}

function usableTools(world: World): Tools | null {
  try {
    return requireTools(world);
  } catch {
    return null;
  }
}

/** Roughly: the numbers are nearly all of a record. */
function recordBytes({ meta }: Tools): number {
  return meta.dimensions * 4;
}

/** Every text of every way, in all languages and whatever its project's marker says: it may be wanted again tomorrow. */
function usedKeys(
  world: World,
  places: Places,
  { model }: Tools,
  projects: readonly SurveyedProject[],
): ReadonlySet<string> {
  const asFound = (path: string) => path;
  const core = shippedLayer(world.shipped().ways());
  const shared = [
    readPackages(places, world.shipped().nodes.keys()).read,
    readLayer("user", places.userWays, null, asFound),
  ];
  const earlier = [core, ...shared.map(({ layer }) => layer)];
  const scopes = [
    readScopeWays(shared, [core], []),
    ...projects
      .filter(({ now }) => now !== null)
      .map(({ path }) => readScopeWays([readLayer("project", projectWays(path), path, asFound)], earlier, [])),
  ];
  const texts = scopes.flatMap(({ ways }) => ways.flatMap((way) => way.aliases.map((alias) => alias.text)));
  return new Set(texts.map((text) => vectorKey(model, ALIAS_KIND, text)));
}
