import { describe, expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WaysError } from "../../src/errors.ts";
import { placesOf } from "../../src/host/paths.ts";
import {
  lockPath,
  packagesFolder,
  packagesRoot,
  readLock,
  requireLock,
  writeLock,
} from "../../src/store/package-lock.ts";
import { hashPackage, installPackage, readPackages, uninstallPackage } from "../../src/store/packages.ts";
import { areFresh } from "../../src/store/stamps.ts";
import type { PackageFile } from "../../src/ways/package-files.ts";
import { wayId } from "../../src/ways/way.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const FILES: readonly PackageFile[] = [
  { relative: "fish/fish.md", bytes: encode("---\ndescription: Feeding fish\n---\nTwice a day.\n") },
  { relative: "fish/macro.sh", bytes: encode("echo x\n") },
  { relative: "ways.json", bytes: encode("{}") },
];

function home() {
  const places = placesOf({ HOME: temporaryFolder() }, "linux");
  if (places === null) throw new Error("a home is a home");
  return places;
}

function installed(name = "team") {
  const places = home();
  installPackage(places, name, FILES);
  const entry = { name, source: "x", version: "1.0.0", licence: "MIT", resolved: "", hash: hashPackage(FILES) };
  writeLock(places, [entry]);
  return { places, entry };
}
const idsIn = (places: ReturnType<typeof home>, core: readonly string[] = []) =>
  readPackages(places, core.map(wayId)).read.layer.ways.map(({ id }) => id as string);

test("where nothing was added one look is all it costs", () => {
  const places = home();
  const { read, packages } = readPackages(places, []);
  expect(packages).toEqual([]);
  expect(read.stamps).toEqual([[lockPath(places), null]]);
  expect(readPackages(null, []).read.stamps).toEqual([]);
});

describe("a package that was added", () => {
  test("is a layer of its own under its name, with stamps of its files and of the lock", () => {
    const { places } = installed();
    const { read, packages } = readPackages(places, []);
    expect(read.layer).toMatchObject({ origin: "package", ways: [{ id: "team/fish" }] });
    expect(packages).toMatchObject([{ name: "team", state: "ok" }]);
    const paths = read.stamps.map(([path]) => path);
    expect(paths).toContain(lockPath(places));
    expect(paths).toContain(join(packagesRoot(places), "team/fish/fish.md"));
    expect(areFresh(read.stamps)).toBe(true);
  });

  test("is not used once any of its files is another: a way, a macro, the manifest, one more, one less", () => {
    for (const change of ["fish/fish.md", "fish/macro.sh", "ways.json", "bees/bees.md"]) {
      const { places } = installed();
      const extra = { relative: change, bytes: encode("changed") };
      installPackage(places, "team", [...FILES.filter(({ relative }) => relative !== change), extra]);
      expect(readPackages(places, []).packages).toMatchObject([{ state: "changed" }]);
      expect(idsIn(places)).toEqual([]);
    }
    const { places } = installed();
    installPackage(places, "team", FILES.slice(1));
    expect(readPackages(places, []).packages).toMatchObject([{ state: "changed" }]);
  });

  test("is not used when it can't be read", () => {
    const { places } = installed();
    const file = join(packagesRoot(places), "team/fish/fish.md");
    writeFileSync(file, "x".repeat(300_000));
    expect(readPackages(places, []).packages).toMatchObject([{ state: "changed" }]);
    chmodSync(file, 0);
    expect(readPackages(places, []).packages).toMatchObject([{ state: "changed" }]);
  });

  test("is not used when a newer library has shipped ways of its name", () => {
    const { places } = installed();
    expect(idsIn(places, ["fish/team"])).toEqual(["team/fish"]);
    expect(idsIn(places, ["team/bees"])).toEqual([]);
    expect(readPackages(places, [wayId("team")]).packages).toMatchObject([{ state: "shadowed" }]);
  });

  test("leaves nothing when it goes, and others where they are", () => {
    const { places, entry } = installed();
    installPackage(places, "other", FILES);
    writeLock(places, [entry, { ...entry, name: "other" }]);
    expect(idsIn(places)).toEqual(["other/fish", "team/fish"]);
    writeLock(places, [{ ...entry, name: "other" }]);
    uninstallPackage(places, "team");
    expect(idsIn(places)).toEqual(["other/fish"]);
    writeLock(places, []);
    uninstallPackage(places, "other");
    expect([...new Bun.Glob("**").scanSync({ cwd: places.data, onlyFiles: false })]).toEqual([]);
  });
});

test("the hash depends on names and bytes, not on order or normal form of names", () => {
  const hash = (...files: readonly (readonly [string, string])[]) =>
    hashPackage(files.map(([relative, text]) => ({ relative, bytes: encode(text) })));
  const whole = hash(["é/é.md", "a"], ["b/b.md", "c"]);
  expect(hash(["b/b.md", "c"], ["e\u0301/e\u0301.md", "a"])).toBe(whole);
  for (const other of [
    hash(["é/é.md", "ab"], ["b/b.md", "c"]),
    hash(["é/é.md", "a"], ["c/c.md", "c"]),
    hash(["é/é.md", "a"]),
  ])
    expect(other).not.toBe(whole);
});

describe("a lock file", () => {
  test("says what was written, in the order of names", () => {
    const { places, entry } = installed();
    writeLock(places, [entry, { ...entry, name: "ants" }]);
    expect(readLock(places)).toEqual({ packages: [{ ...entry, name: "ants" }, entry], fault: null });
  });

  test("that is damaged, foreign, or names what no package is called, is not believed", () => {
    const { places, entry } = installed();
    const { name: _, ...rest } = entry;
    const lock = (packages: unknown, schema = "ways.packages/1") => JSON.stringify({ schema, packages });
    for (const text of [
      "",
      "{",
      "[]",
      "null",
      lock({}, "x/2"),
      lock({ "../x": rest }),
      lock({ team: { ...rest, hash: 7 } }),
    ]) {
      writeFileSync(lockPath(places), text);
      expect(readLock(places)).toEqual({ packages: [], fault: expect.any(WaysError) });
      expect(readPackages(places, [])).toMatchObject({
        packages: [],
        fault: expect.any(WaysError),
        read: { layer: { ways: [] } },
      });
      expect(() => requireLock(places)).toThrow("is damaged");
    }
    expect(packagesFolder(places)).toStartWith(places.data);
  });
});
