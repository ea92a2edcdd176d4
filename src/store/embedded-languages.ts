// The languages whose translations are embedded: the person's configuration decides for core and user ways, a project's own
// configuration for its ways. The one key of the configuration that rows depend on.
import { join } from "node:path";
import type { Env } from "../host/env.ts";
import type { Places } from "../host/paths.ts";
import { mergeConfig, parseEnvironment } from "../ways/config.ts";
import { readConfig } from "./merge.ts";

export function configPath(places: Places): string {
  return join(places.config, "config.yaml");
}

export function projectConfigPath(project: string): string {
  return join(project, ".claude", "ways.yaml");
}

/** `project` null: for core and user ways. Nothing in it needs trust. */
export function readLanguages(places: Places, project: string | null, env: Env): readonly string[] {
  const files = [configPath(places), ...(project === null ? [] : [projectConfigPath(project)])];
  const layers = files.map((path) => readConfig(path, null).layer);
  return mergeConfig([...layers, parseEnvironment(env).layer]).config.languages;
}
