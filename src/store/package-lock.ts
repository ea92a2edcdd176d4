// Which packages are added: where each came from and what its files were then. Written by `ways add`, `update` and `remove` only.
//   <data>/packages/lock.json        {"schema": "ways.packages/1", "packages": {<name>: {source, version, licence, resolved, hash}}}
//   <data>/packages/ways/<name>/…    the files, laid out as ids
import { join } from "node:path";
import { WaysError } from "../errors.ts";
import { ensureDir, removeFile, writeAtomic } from "../host/files.ts";
import type { Places } from "../host/paths.ts";
import { isPackageName } from "../ways/package-manifest.ts";
import { readKept } from "./written.ts";

const SCHEMA = "ways.packages/1";
const KEYS = ["source", "version", "licence", "resolved", "hash"] as const;

export type LockedPackage = {
  readonly name: string;
  /** As `parseSource` reads it; paths are absolute. */
  readonly source: string;
  readonly version: string;
  readonly licence: string;
  /** What the source stood for then: a commit, or the version in the registry; "" for folders and files. */
  readonly resolved: string;
  /** `sha256-<hex>` over its files. */
  readonly hash: string;
};

/** `fault`: there is a file that cannot be read or believed, and no package is used. */
export type Lock = { readonly packages: readonly LockedPackage[]; readonly fault: WaysError | null };

export function packagesFolder(places: Places): string {
  return join(places.data, "packages");
}

export function packagesRoot(places: Places): string {
  return join(packagesFolder(places), "ways");
}

export function lockPath(places: Places): string {
  return join(packagesFolder(places), "lock.json");
}

/** In the order of names. Of a damaged file nothing is used: what it said about hashes cannot be believed. */
export function readLock(places: Places): Lock {
  const { text, fault } = readKept(lockPath(places));
  if (text === null) return { packages: [], fault };
  try {
    const { schema, packages }: { schema: unknown; packages: Record<string, Record<string, unknown>> } =
      JSON.parse(text);
    if (schema !== SCHEMA) throw new Error("another schema");
    const found = Object.entries(packages).map(([name, entry]) => lockedOf(name, entry));
    return { packages: found.toSorted((a, b) => (a.name < b.name ? -1 : 1)), fault: null };
  } catch {
    const hint = "remove the file and add the packages again";
    return { packages: [], fault: new WaysError(`\`${lockPath(places)}\` is damaged: no package is used`, { hint }) };
  }
}

function lockedOf(name: string, entry: Record<string, unknown>): LockedPackage {
  const [source, version, licence, resolved, hash] = KEYS.map((key) => {
    const value = entry[key];
    if (typeof value !== "string" || !isPackageName(name)) throw new Error("an entry is damaged");
    return value;
  });
  return {
    name,
    source: source ?? "",
    version: version ?? "",
    licence: licence ?? "",
    resolved: resolved ?? "",
    hash: hash ?? "",
  };
}

/** For verbs that change it: throws a WaysError when it is damaged or cannot be read. */
export function requireLock(places: Places): readonly LockedPackage[] {
  const { packages, fault } = readLock(places);
  if (fault !== null) throw fault;
  return packages;
}

/** Without packages there is no file. */
export function writeLock(places: Places, packages: readonly LockedPackage[]): void {
  if (packages.length === 0) {
    removeFile(lockPath(places));
    return;
  }
  const entries = packages
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, ...entry }) => [name, entry] as const);
  ensureDir(packagesFolder(places));
  const lock = { schema: SCHEMA, packages: Object.fromEntries(entries) };
  writeAtomic(lockPath(places), `${JSON.stringify(lock, null, 2)}\n`);
}
