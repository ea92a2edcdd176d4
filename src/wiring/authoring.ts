// What authors' commands work on, read afresh from disk with golden prompts: a folder of ways alone (`--ways-dir`), or the
// user's and this project's ways, with the shipped ones as what they are compared with.
import { join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics.ts";
import { WaysError } from "../errors.ts";
import type { Env } from "../host/env.ts";
import { factsOf } from "../host/files.ts";
import { readLayer } from "../store/layers.ts";
import { readMerged } from "../store/merge.ts";
import { readPackages } from "../store/packages.ts";
import { projectWays } from "../store/projects.ts";
import { readWayFile, replaceWayFile } from "../store/way-files.ts";
import { findCollisions } from "../ways/collisions.ts";
import type { ConfigLayer } from "../ways/config.ts";
import { FIXABLE, fixWay } from "../ways/fix.ts";
import type { Golden } from "../ways/golden.ts";
import { lintConfig } from "../ways/lint/config.ts";
import { byPlace, lintLibrary, subjectsOf } from "../ways/lint.ts";
import { MANIFEST_NAME } from "../ways/package-manifest.ts";
import { TREE_RULES } from "../ways/rules.ts";
import { buildLibrary, type Layer } from "../ways/tree.ts";
import type { Way, WayId } from "../ways/way.ts";
import { openWorld, type World } from "./world.ts";

export type Authored = {
  readonly layers: readonly Layer[];
  /** The layers an author here answers for: not the shipped one, and not packages. */
  readonly own: readonly Layer[];
  readonly ways: ReadonlyMap<WayId, Way>;
  /** Shipped ways and those of packages that a folder alone may add to and name, without being compared with them. */
  readonly earlier: ReadonlySet<WayId>;
  /** The project's: what the person's own names may lie in any project. Null for a folder alone. */
  readonly config: ConfigLayer | null;
  /** Of the own layers. */
  readonly golden: ReadonlyMap<WayId, Golden>;
  /** What reading found. */
  readonly diagnostics: readonly Diagnostic[];
  /** Folders of the own layers, whether or not they exist. */
  readonly roots: readonly string[];
};

/** Throws a WaysError when `waysDir` is no folder. */
export async function openAuthored(env: Env, cwd: string, waysDir: string | null): Promise<Authored> {
  if (waysDir !== null) return readFolder(openWorld(env), resolve(cwd, waysDir), waysDir);
  const world = openWorld(env);
  const project = world.projectOf(cwd);
  const input = { shipped: world.shipped(), places: world.places, project, env };
  const { ways, layers, config, golden, diagnostics } = readMerged(input, true);
  const roots = [...(world.places === null ? [] : [world.places.userWays]), projectWays(project)];
  return {
    layers,
    own: layers.filter(({ origin }) => origin === "user" || origin === "project"),
    ways: new Map(ways.map((w) => [w.id, w])),
    earlier: new Set(),
    config: config.at(-1) ?? null,
    golden,
    diagnostics,
    roots,
  };
}

function readFolder(world: World, root: string, asTyped: string): Authored {
  if (factsOf(root)?.kind !== "folder")
    throw new WaysError(`there is no folder \`${asTyped}\``, { hint: "`--ways-dir` takes the folder ways lie in" });
  const { layer, golden, diagnostics } = readLayer("core", root, null, (path) => path, true);
  return {
    layers: [layer],
    own: [layer],
    ways: buildLibrary([layer]),
    earlier: earlierThan(world, root),
    config: null,
    golden,
    diagnostics,
    roots: [root],
  };
}

/** None for a package: its ids will begin with its name. */
function earlierThan({ shipped, places }: World, root: string): ReadonlySet<WayId> {
  if (factsOf(join(root, MANIFEST_NAME)) !== null) return new Set();
  const core = [...shipped().nodes.keys()];
  return new Set([...core, ...readPackages(places, core).read.layer.ways.map(({ id }) => id)]);
}

/** Everything that is wrong with the own ways: what reading found and what the rules find. */
export function lintAuthored({
  layers,
  own,
  ways,
  earlier,
  config,
  golden,
  diagnostics,
}: Authored): readonly Diagnostic[] {
  const names = config === null ? [] : lintConfig(config, ways);
  return [...diagnostics, ...names, ...lintLibrary(layers, golden, own, earlier)].sort(byPlace);
}

/** The own ways, by id: what numbers are about. */
export function ownWays({ ways, own }: Pick<Authored, "ways" | "own">): ReadonlyMap<WayId, Way> {
  const files = new Set(own.flatMap((layer) => layer.ways.map((parsed) => parsed.file)));
  return new Map([...ways].filter(([, way]) => files.has(way.file)));
}

/** Ways of others to which the own layers add aliases. */
export function extendedWays({ ways, own }: Authored): readonly WayId[] {
  const isOwn = ownWays({ ways, own });
  const touched = own.flatMap((layer) => [...layer.ways.map(({ id }) => id), ...layer.locales.keys()]);
  return [...new Set(touched)].filter((id) => ways.has(id) && !isOwn.has(id));
}

/** Findings of the rules about trees that belong to one verb. */
export function checkTrees(authored: Authored, group: keyof typeof TREE_RULES): readonly Diagnostic[] {
  const codes: readonly string[] = TREE_RULES[group];
  return lintAuthored(authored).filter(({ code }) => codes.includes(code));
}

/** Triggers and aliases that the own ways share with each other or with the shipped ones. */
export function findShared({ layers, own, ways }: Authored): readonly Diagnostic[] {
  const subjects = layers.flatMap((layer) => subjectsOf(layer, ways));
  const judged = new Set(own.flatMap((layer) => subjectsOf(layer, ways)).map(({ way }) => way.id));
  return findCollisions(subjects, (id) => judged.has(id)).toSorted(byPlace);
}

export type FixedFile = { readonly path: string; readonly done: readonly Diagnostic[] };

/** Corrects what has one right answer in the files the findings name. */
export function fixFiles(findings: readonly Diagnostic[]): readonly FixedFile[] {
  const files = Map.groupBy(
    findings.filter(({ code }) => FIXABLE.has(code)),
    ({ file }) => file,
  );
  return [...files].flatMap(([path, found]): readonly FixedFile[] => {
    const before = readWayFile(path);
    const fixed = before === null ? null : fixWay(before, found);
    if (fixed === null || fixed.text === before) return [];
    replaceWayFile(path, fixed.text);
    return [{ path, done: fixed.done }];
  });
}
