// The configuration in force at a folder, key by key, with where each value comes from.
import type { Diagnostic } from "../diagnostics.ts";
import type { Env } from "../host/env.ts";
import { readMerged } from "../store/merge.ts";
import { CONFIG_FIELDS, mergeConfig, parseEnvironment, switchedOffBy } from "../ways/config.ts";
import { openWorld, type World } from "./world.ts";

export type ConfigRow = {
  readonly key: string;
  readonly value: unknown;
  readonly origin: string;
  readonly meaning: string;
};

export type ConfigView = {
  readonly rows: readonly ConfigRow[];
  /** Keys that a project tried to set and may not before `ways trust`. */
  readonly withheld: readonly { readonly key: string; readonly origin: string }[];
  readonly diagnostics: readonly Diagnostic[];
};

export function viewConfig(env: Env, cwd: string): ConfigView {
  const world = openWorld(env);
  const project = world.projectOf(cwd);
  const merged = readMerged({ shipped: world.shipped(), places: world.places, project, env });
  const environment = parseEnvironment(env);
  const { config, origins, withheld } = mergeConfig([...merged.config, environment.layer]);
  const files = new Set(merged.config.map((layer) => layer.origin));
  const rows = Object.entries(CONFIG_FIELDS).map(([key, field]): ConfigRow => {
    const value = key.split(".").reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), config);
    return { key, value, origin: origins.get(key) ?? "built in", meaning: field.meaning };
  });
  const diagnostics = [...merged.diagnostics.filter((d) => files.has(d.file)), ...environment.diagnostics];
  return { rows, withheld, diagnostics };
}

/** The file or variable that switches everything off in a project; null: nothing does. */
export function offBy(world: World, project: string): string | null {
  const { env, places } = world;
  const { config } = readMerged({ shipped: world.shipped(), places, project, env });
  return switchedOffBy(mergeConfig([...config, parseEnvironment(env).layer]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
