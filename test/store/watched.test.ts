import { describe, expect, test } from "bun:test";
import { appendFileSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stampFile } from "../../src/store/stamps.ts";
import { type Basis, readWatched, SHARED, settled, watchedIn, writeWatched } from "../../src/store/watched.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const BASIS: Basis = { model: "m", calibration: "c", shipped: "s", languages: "" };
const everything = () => true;

/** Three files and an absent one, watched in two groups. */
function watching() {
  const root = temporaryFolder({ "a.md": "one", "p/b.md": "two", "p/größe\n c.md": "three" });
  const path = (name: string) => join(root, name);
  const file = watchedIn(root);
  const stamps = (...names: readonly string[]) => names.map((name) => stampFile(path(name)));
  writeWatched(file, BASIS, [
    { key: SHARED, stamps: stamps("a.md", "absent") },
    { key: "p", stamps: stamps("p", "p/b.md", "p/größe\n c.md") },
  ]);
  const isSame = (isMeant: (key: string, path: string) => boolean = everything) =>
    readWatched(file)?.areUnchanged(isMeant);
  return { path, file, isSame };
}

describe("what is watched", () => {
  test("comes back with its basis and its groups", () => {
    const { file, isSame } = watching();
    expect(readWatched(file)).toMatchObject({ basis: BASIS, keys: new Set(["", "p"]) });
    expect(isSame()).toBe(true);
  });

  const changes: Readonly<Record<string, (path: (name: string) => string) => void>> = {
    "an edit of the same length": (path) => writeFileSync(path("p/b.md"), "TWO"),
    "an edit that puts the old time back": (path) => {
      const { atime, mtime } = statSync(path("p/b.md"));
      writeFileSync(path("p/b.md"), "TWO");
      utimesSync(path("p/b.md"), atime, mtime);
    },
    "a longer file": (path) => appendFileSync(path("p/größe\n c.md"), "x"),
    "a new time": (path) => utimesSync(path("a.md"), 1, 1),
    "a rename": (path) => renameSync(path("p/b.md"), path("p/d.md")),
    "a deletion": (path) => rmSync(path("a.md")),
    "a file that was absent": (path) => writeFileSync(path("absent"), ""),
    "another file in a watched folder": (path) => writeFileSync(path("p/new"), ""),
  };
  for (const [name, change] of Object.entries(changes))
    test(`${name} is seen`, () => {
      const { path, isSame } = watching();
      // The clock must have gone on since the stamps were taken, as it has between two processes.
      while (Date.now() - statSync(path("p")).ctimeMs < 20);
      change(path);
      expect(isSame()).toBe(false);
    });

  test("a group that is not meant is not looked at", () => {
    const { path, isSame } = watching();
    rmSync(path("p"), { recursive: true });
    expect(isSame((key) => key === SHARED)).toBe(true);
    expect(isSame((_, first) => first === path("a.md"))).toBe(true);
    expect(isSame((key) => key === "p")).toBe(false);
  });

  test("nothing at all is unchanged", () => {
    const file = watchedIn(temporaryFolder());
    writeWatched(file, BASIS, []);
    expect(readWatched(file)?.areUnchanged(everything)).toBe(true);
  });

  test("is nothing when the file is missing, foreign or cut anywhere", () => {
    const { file } = watching();
    const bytes = readFileSync(file);
    expect(readWatched(`${file}x`)).toBeNull();
    for (let end = 0; end < bytes.length; end += 7) {
      writeFileSync(file, bytes.subarray(0, end));
      expect(readWatched(file)).toBeNull();
    }
    writeFileSync(file, "<!DOCTYPE html>".repeat(99));
    expect(readWatched(file)).toBeNull();
  });
});

describe("a stamp", () => {
  const stamp = (changed: number) => ["x", [3, 100, 7, changed]] as const;

  test("taken just after its file was written is not believed", () => {
    expect(settled(stamp(1_000), 1_010)[1]?.[1]).toBeNaN();
    expect(settled(stamp(1_020), 1_010)[1]?.[1]).toBeNaN();
  });

  test("of an older file, of one with an absurd time and of none are", () => {
    for (const changed of [500, 1e12]) expect(settled(stamp(changed), 1_010)).toEqual(stamp(changed));
    expect(settled(["x", null], 1_010)).toEqual(["x", null]);
  });

  test("that is not believed makes the group look changed", () => {
    const root = temporaryFolder({ x: "" });
    const file = watchedIn(root);
    const [path, taken] = stampFile(join(root, "x"));
    writeWatched(file, BASIS, [{ key: "", stamps: [settled([path, taken], taken?.[3] ?? 0)] }]);
    expect(readWatched(file)?.areUnchanged(everything)).toBe(false);
  });
});
