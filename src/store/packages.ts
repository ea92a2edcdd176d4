// Installed packages as one root of ways, between the shipped library and the user's own. A package counts as long as its files are
// those that were added; only a library that is read anew asks for that, because its stamps say when a file has changed.
import { dirname, join } from "node:path";
import { ensureDir, foldersIn, readBytes, removeFolder, renameFolder, writeAtomic } from "../host/files.ts";
import type { Places } from "../host/paths.ts";
import { listPlain } from "../host/plain-files.ts";
import { stampOf } from "../host/stamps.ts";
import { checkSizes, isPackageFile, MAX_PACKAGE_FILES, type PackageFile } from "../ways/package-files.ts";
import { resolveLinks } from "../ways/package-links.ts";
import type { WayId } from "../ways/way.ts";
import { isSkipped, type ReadLayer, readLayer } from "./layers.ts";
import { type Lock, type LockedPackage, lockPath, packagesFolder, packagesRoot, readLock } from "./package-lock.ts";
import { type FileStamp, stampFile } from "./stamps.ts";

/** `changed`: its files are not those that were added; `shadowed`: shipped ways have taken its name. Neither is used. */
export type PackageState = "ok" | "changed" | "shadowed";
export type InstalledPackage = LockedPackage & { readonly state: PackageState };

export type ReadPackages = {
  /** Ways of the packages that are used; what could be said about their texts was said when they were added. */
  readonly read: ReadLayer;
  readonly packages: readonly InstalledPackage[];
  /** Why none is used. */
  readonly fault: Lock["fault"];
};

/** `core`: ids of the shipped ways. Where nothing was ever added this costs one look. */
export function readPackages(places: Places | null, core: Iterable<WayId>): ReadPackages {
  const stamps: readonly FileStamp[] = places === null ? [] : [stampFile(lockPath(places))];
  const { packages: locked, fault } = places === null ? { packages: [], fault: null } : readLock(places);
  const nothing: ReadLayer = {
    layer: { origin: "package", ways: [], locales: new Map() },
    core: null,
    golden: new Map(),
    diagnostics: [],
    stamps,
  };
  if (places === null || locked.length === 0) return { read: nothing, packages: [], fault };
  const root = packagesRoot(places);
  const read = readLayer("package", root, root, (path) => path);
  const domains = domainsOf(core);
  const packages = locked.map((entry) => ({ ...entry, state: stateOf(places, entry, domains) }));
  const used = new Set(packages.filter(({ state }) => state === "ok").map(({ name }) => name));
  const isUsed = ({ id }: { readonly id: WayId }) => used.has(id.split("/")[0] ?? "");
  const ways = resolveLinks(read.layer.ways.filter(isUsed));
  const locales = new Map([...read.layer.locales].filter(([id]) => isUsed({ id })));
  const files = new Set(ways.map(({ file }) => file));
  return {
    read: {
      ...nothing,
      layer: { origin: "package", ways, locales },
      diagnostics: read.diagnostics.filter(({ file }) => files.has(file)),
      stamps: [...stamps, ...read.stamps],
    },
    packages,
    fault,
  };
}

/** First parts of ids: the names no package may have. */
export function domainsOf(ids: Iterable<WayId>): ReadonlySet<string> {
  return new Set([...ids].map((id) => id.split("/")[0] ?? ""));
}

function stateOf(places: Places, { name, hash }: LockedPackage, domains: ReadonlySet<string>): PackageState {
  if (domains.has(name)) return "shadowed";
  try {
    const { files, others } = readFolder(join(packagesRoot(places), name));
    return others.length === 0 && hashPackage(files) === hash ? "ok" : "changed";
  } catch {
    return "changed"; // unreadable, or more than a package may hold
  }
}

/** Entries of a folder that are looked at before it is left: a package is no whole disk. */
const MAX_ENTRIES = 20 * MAX_PACKAGE_FILES;

/**
 * Files of a package that lie in a folder; `others`: links and the like under names that would be used, or that may be folders.
 * Throws a WaysError when it is more than a package may hold.
 */
export function readFolder(folder: string): {
  readonly files: readonly PackageFile[];
  readonly others: readonly string[];
} {
  const { files, others } = listPlain(folder, isSkipped, MAX_ENTRIES);
  const used = files.filter(isPackageFile);
  checkSizes(used.map((relative) => ({ relative, size: stampOf(join(folder, relative))?.size ?? 0 })));
  return {
    files: used.map((relative) => ({ relative, bytes: readBytes(join(folder, relative)) ?? new Uint8Array() })),
    others: others.filter(isOdd),
  };
}

/** A link that would be a file of the package, or a folder with some. */
export function isOdd(relative: string): boolean {
  return isPackageFile(relative) || !relative.slice(relative.lastIndexOf("/") + 1).includes(".");
}

/** Some disks keep names in another normal form than they were given: that is no change. */
export function hashPackage(files: readonly PackageFile[]): string {
  const hasher = new Bun.CryptoHasher("sha256");
  const named = files.map(({ relative, bytes }) => ({ name: relative.normalize("NFC"), bytes }));
  for (const { name, bytes } of named.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    hasher.update(`${name}\0${bytes.length}\0`).update(bytes);
  return `sha256-${hasher.digest("hex")}`;
}

/** Below `root`, as ways lie in every root. */
export function writePackage(root: string, name: string, files: readonly PackageFile[]): void {
  for (const { relative, bytes } of files) {
    const path = join(root, name, relative);
    ensureDir(dirname(path));
    writeAtomic(path, bytes);
  }
}

/** Puts it in the place of what was there. Written beside it first: a hook meets the old package or the new one. */
export function installPackage(places: Places, name: string, files: readonly PackageFile[]): void {
  const incoming = join(packagesFolder(places), `incoming-${crypto.randomUUID()}`);
  try {
    writePackage(incoming, name, files);
    ensureDir(packagesRoot(places));
    removeFolder(join(packagesRoot(places), name));
    renameFolder(join(incoming, name), join(packagesRoot(places), name));
  } finally {
    removeFolder(incoming);
  }
}

/** Its files; with the last package everything that was made for packages. */
export function uninstallPackage(places: Places, name: string): void {
  removeFolder(join(packagesRoot(places), name));
  if (foldersIn(packagesRoot(places)).length === 0) removeFolder(packagesFolder(places));
}
