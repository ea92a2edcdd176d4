// `ways add`, `update`, `remove`: what would change is one value, which the verb shows and, if it is wanted, applies.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Diagnostic, nearest } from "../diagnostics.ts";
import { WaysError } from "../errors.ts";
import type { Env } from "../host/env.ts";
import { ensureDir, realPathOr, removeFolder } from "../host/files.ts";
import type { Places } from "../host/paths.ts";
import { readLayer } from "../store/layers.ts";
import { shippedLayer } from "../store/merge.ts";
import { type LockedPackage, packagesRoot, requireLock, writeLock } from "../store/package-lock.ts";
import {
  domainsOf,
  hashPackage,
  type InstalledPackage,
  installPackage,
  readFolder,
  readPackages,
  uninstallPackage,
  writePackage,
} from "../store/packages.ts";
import { requireTrust, revoke } from "../store/trust.ts";
import { byPlace, lintLibrary } from "../ways/lint.ts";
import type { PackageFile } from "../ways/package-files.ts";
import { resolveLinks } from "../ways/package-links.ts";
import {
  isPackageName,
  MANIFEST_NAME,
  NAME_RULE,
  type PackageManifest,
  parseManifest,
} from "../ways/package-manifest.ts";
import { formatSource, type PackageSource, parseSource, sourceAt } from "../ways/package-source.ts";
import { refreshCorpus, type Telling } from "./corpus.ts";
import { requirePlaces } from "./corpus-files.ts";
import { fetchPackage, placedSource } from "./package-fetch.ts";
import { openWorld, type World } from "./world.ts";

export type PackageChange = {
  /** null: it was not there before. */
  readonly before: { readonly locked: LockedPackage; readonly files: readonly PackageFile[] } | null;
  readonly after: LockedPackage;
  readonly files: readonly PackageFile[];
  /** Ids. */
  readonly ways: readonly string[];
  /** Ids of ways with a macro, which waits for `ways trust`. */
  readonly macros: readonly string[];
  /** What lint says; with an error among them the package may not be added. */
  readonly findings: readonly Diagnostic[];
};

export type AddOptions = {
  /** As typed. */
  readonly source: string;
  /** Another name than the package's own. */
  readonly as: string | null;
  /** The hash it must have. */
  readonly hash: string | null;
};

/** Fetches and judges; changes nothing. Throws a WaysError for what is no package, and for a name that is taken. */
export async function planAdd(env: Env, cwd: string, { source, as, hash }: AddOptions): Promise<PackageChange> {
  const { world, places } = openPlaces(env);
  const locked = requireLock(places);
  if (as !== null && !isPackageName(as)) throw new WaysError(`\`${as}\` is no name of a package`, { hint: NAME_RULE });
  const placed = placedSource(parseSource(source), cwd);
  const change = await planPackage(world, placed, as, (name) => refuseTaken(world, locked, name));
  if (hash !== null && hash !== change.after.hash)
    throw new WaysError(`the package is not the one that was meant: its hash is \`${change.after.hash}\``, {
      hint: "somebody has changed it since that hash was written down",
    });
  return change;
}

/** In order; the one of that name, or all. Throws a WaysError for a name that is none. */
export function packageNames(env: Env, name: string | null): readonly string[] {
  const locked = requireLock(openPlaces(env).places);
  return name === null ? locked.map((entry) => entry.name) : [lockedNamed(locked, name).name];
}

/** `to`: another version, tag or commit than its source names now. Fetches and judges; changes nothing. */
export async function planUpdate(env: Env, name: string, to: string | null): Promise<PackageChange> {
  const { world, places } = openPlaces(env);
  const locked = lockedNamed(requireLock(places), name);
  const source = parseSource(locked.source);
  const change = await planPackage(world, to === null ? source : sourceAt(source, to), name, () => {});
  const { files } = tryRead(join(packagesRoot(places), name));
  return { ...change, before: { locked, files } };
}

/** Whether anything would be different: the files, or what stands in the lock file. */
export function isChange({ before, after, files }: PackageChange): boolean {
  const same = (a: LockedPackage, b: LockedPackage) =>
    JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
  return before === null || !same(before.locked, after) || hashPackage(before.files) !== hashPackage(files);
}

/** Returns how many texts were embedded, or why none could be. */
export async function applyChange(env: Env, cwd: string, change: PackageChange, tell: Telling): Promise<string> {
  const { world, places } = openPlaces(env);
  const others = requireLock(places).filter(({ name }) => name !== change.after.name);
  installPackage(places, change.after.name, change.files);
  writeLock(places, [...others, change.after]);
  return refresh(world, cwd, tell);
}

/** Takes the files, the entry and the approvals of its macros away. */
export async function removePackage(env: Env, cwd: string, name: string, tell: Telling): Promise<string> {
  const { world, places } = openPlaces(env);
  const locked = requireLock(places);
  lockedNamed(locked, name);
  const folder = join(realPathOr(packagesRoot(places)), name, "");
  for (const { path } of requireTrust(places.data).approvals)
    if (path.startsWith(folder)) revoke(places.data, path, new Date().toISOString());
  writeLock(
    places,
    locked.filter((entry) => entry.name !== name),
  );
  uninstallPackage(places, name);
  return refresh(world, cwd, tell);
}

export type ListedPackage = InstalledPackage & { readonly ways: number };

/** Throws a WaysError when the lock file is damaged. */
export function listPackages(env: Env): readonly ListedPackage[] {
  const { world, places } = openPlaces(env);
  requireLock(places);
  const { packages, read } = readPackages(places, world.shipped().nodes.keys());
  const counts = Map.groupBy(read.layer.ways, ({ id }) => id.split("/")[0] ?? "");
  return packages.map((entry) => ({ ...entry, ways: counts.get(entry.name)?.length ?? 0 }));
}

async function planPackage(
  world: World,
  source: PackageSource,
  as: string | null,
  check: (name: string) => void,
): Promise<PackageChange> {
  const temporary = join(tmpdir(), `ways-${crypto.randomUUID()}`);
  ensureDir(temporary);
  try {
    const fetched = join(temporary, "fetched");
    ensureDir(fetched);
    const { files, resolved } = await fetchPackage(source, world.env, fetched);
    const text = formatSource(source);
    const { name, version, licence } = manifestOf(files, text);
    const named = as ?? name;
    check(named);
    const staged = join(temporary, "staged");
    writePackage(staged, named, files);
    const judged = judge(world, staged, named);
    const after = { name: named, source: text, version, licence, resolved, hash: hashPackage(files) };
    return { before: null, after, files, ...judged };
  } finally {
    removeFolder(temporary);
  }
}

function manifestOf(files: readonly PackageFile[], source: string): PackageManifest {
  const file = files.find(({ relative }) => relative === MANIFEST_NAME);
  if (file === undefined)
    throw new WaysError(`\`${source}\` is no package: there is no \`${MANIFEST_NAME}\` in it`, {
      hint: 'its author writes one: {"name": "team", "version": "1.0.0", "licence": "MIT"}',
    });
  const { manifest, diagnostics } = parseManifest(new TextDecoder().decode(file.bytes), MANIFEST_NAME);
  const [first] = diagnostics;
  if (manifest !== null) return manifest;
  const { line = 1, column = 1, message = "it cannot be read", hint } = first ?? {};
  throw new WaysError(`\`${source}\` is no package: ${MANIFEST_NAME}:${line}:${column}: ${message}`, {
    ...(hint === undefined ? {} : { hint }),
  });
}

/** As it would be beside the shipped library. Paths are those in the package. */
function judge(world: World, staged: string, name: string): Pick<PackageChange, "ways" | "macros" | "findings"> {
  const root = join(staged, name, "");
  const read = readLayer("package", staged, staged, (path) => path.replace(root, ""), true);
  const layer = { ...read.layer, ways: resolveLinks(read.layer.ways) };
  const layers = [shippedLayer(world.shipped().ways()), layer];
  const found = [...read.diagnostics, ...lintLibrary(layers, read.golden, [layer])];
  const ways = layer.ways.map(({ id }) => id);
  if (ways.length === 0)
    throw new WaysError(`the package \`${name}\` holds no ways`, { hint: "a way lies in `<folder>/<folder>.md`" });
  return {
    ways,
    macros: layer.ways.flatMap(({ id, way }) => (way?.macro ? [id] : [])),
    findings: found.filter(({ severity }) => severity !== "info").toSorted(byPlace),
  };
}

function refuseTaken(world: World, locked: readonly LockedPackage[], name: string): void {
  const hint = "`--as <name>` adds it under another name";
  if (domainsOf(world.shipped().nodes.keys()).has(name))
    throw new WaysError(`shipped ways are called \`${name}/…\` already`, { hint });
  const same = locked.find((entry) => entry.name === name);
  if (same !== undefined)
    throw new WaysError(`there is a package \`${name}\` already, from \`${same.source}\``, {
      hint: `\`ways update ${name}\` brings it up to date; ${hint}`,
    });
}

function lockedNamed(locked: readonly LockedPackage[], name: string): LockedPackage {
  const found = locked.find((entry) => entry.name === name);
  if (found !== undefined) return found;
  const near = nearest(
    name,
    locked.map((entry) => entry.name),
  );
  throw new WaysError(`there is no package \`${name}\``, {
    hint: near ? `did you mean \`${near}\`?` : "`ways list --packages` lists them",
  });
}

/** What was tampered with may be more than a package may hold. */
function tryRead(folder: string): { readonly files: readonly PackageFile[] } {
  try {
    return readFolder(folder);
  } catch {
    return { files: [] };
  }
}

/** So that what was added counts at once; without a model its triggers do. */
async function refresh(world: World, cwd: string, tell: Telling): Promise<string> {
  try {
    const options = { project: world.projectOf(cwd), isFull: false, output: null };
    const { embedded } = await refreshCorpus(world, options, tell);
    return `${embedded} texts embedded`;
  } catch (error) {
    if (error instanceof WaysError) return `nothing was embedded: ${error.message}`;
    throw error;
  }
}

function openPlaces(env: Env): { readonly world: World; readonly places: Places } {
  const world = openWorld(env);
  return { world, places: requirePlaces(world) };
}
