// For `ways project include|disinclude`: the marker of a project, written because a person says so.
import { resolve } from "node:path";
import { messageOf, WaysError } from "../errors.ts";
import type { Env } from "../host/env.ts";
import { factsOf, realPathOr } from "../host/files.ts";
import { markerPath, writeMarker } from "../store/marker.ts";
import { corpusFolder } from "../store/rows.ts";
import { rememberVisit } from "../store/visited-projects.ts";
import { openWorld } from "./world.ts";

/** `path` null: the project of `cwd`. Returns the project and its marker file; throws a WaysError when it cannot be written. */
export function markProject(
  env: Env,
  cwd: string,
  path: string | null,
  marker: "include" | "disinclude",
): { readonly project: string; readonly marker: string } {
  const world = openWorld(env);
  const project = realPathOr(path === null ? world.projectOf(cwd) : resolve(cwd, path));
  if (factsOf(project)?.kind !== "folder") throw new WaysError(`there is no folder \`${project}\``);
  try {
    writeMarker(project, marker);
    if (world.places !== null) rememberVisit(corpusFolder(world.places), project);
  } catch (error) {
    throw new WaysError(`\`${markerPath(project)}\` cannot be written: ${messageOf(error)}`, { cause: error });
  }
  return { project, marker: markerPath(project) };
}
