// Packages that a configuration names (`packages:`), so that everyone who works on a project adds the same ones at the same content.
// A project's wishes wait for `ways trust`, as everything in it that redirects.
import { join } from "node:path";
import type { Env } from "../host/env.ts";
import type { Places } from "../host/paths.ts";
import { readMerged } from "../store/merge.ts";
import type { LockedPackage } from "../store/package-lock.ts";
import { type ConfigLayer, mergeConfig } from "../ways/config.ts";
import { formatSource, parseSource, sourceAt } from "../ways/package-source.ts";
import type { Package } from "../ways/packages.ts";
import { placedSource } from "./package-fetch.ts";
import type { AddOptions } from "./packages.ts";
import { openWorld } from "./world.ts";

export type Wanted = {
  /** Named, and not there under that name. */
  readonly missing: readonly AddOptions[];
  /** Names of those that are there with another content. */
  readonly different: readonly string[];
  /** The project names some, and that was not approved. */
  readonly isWithheld: boolean;
};

/** Throws a WaysError for a source that is none. */
export function wantedPackages(env: Env, cwd: string): Wanted {
  const world = openWorld(env);
  const project = world.projectOf(cwd);
  const { config, ...rest } = readMerged({ shipped: world.shipped(), places: world.places, project, env });
  return compareWanted(config, rest.packages.packages, project, world.places);
}

/** `locked`: what is added. */
export function compareWanted(
  layers: readonly ConfigLayer[],
  locked: readonly LockedPackage[],
  project: string,
  places: Places | null,
): Wanted {
  const { config, origins, withheld } = mergeConfig(layers);
  const isOfProject = origins.get("packages") === join(project, ".claude", "ways.yaml");
  const base = isOfProject || places === null ? project : places.config;
  const known = new Map(locked.map((entry) => [entry.name, entry.hash]));
  return {
    missing: config.packages.filter(({ name }) => !known.has(name)).map((entry) => optionsFor(entry, base)),
    different: config.packages.flatMap(({ name, hash }) => (known.has(name) && known.get(name) !== hash ? [name] : [])),
    isWithheld: withheld.some(({ key }) => key === "packages"),
  };
}

function optionsFor({ name, source, version, hash }: Package, base: string): AddOptions {
  const parsed = parseSource(source);
  const pinned = version === "" ? parsed : sourceAt(parsed, version);
  return { source: formatSource(placedSource(pinned, base)), as: name, hash };
}
