import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createMarker, includes, type Marker, markerPath, readMarker, writeMarker } from "../../src/store/marker.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const project = (text?: string | Uint8Array) =>
  temporaryFolder(text === undefined ? {} : { ".claude/.ways-embed": text });

describe("an inclusion marker", () => {
  test.each([
    [undefined, "none", true],
    ["include", "include", true],
    ["include\n", "include", true],
    ["  Include\r\n", "include", true],
    ["\uFEFFinclude", "include", true],
    ["", "include", true],
    ["disinclude\n", "disinclude", false],
    ["DISINCLUDE", "disinclude", false],
    ["exclude", "unclear", false],
    ["include disinclude", "unclear", false],
    ["\0\0", "unclear", false],
  ] satisfies readonly [string | undefined, Marker, boolean][])("%j is %s: embedded %p", (text, marker, embedded) => {
    const read = readMarker(project(text));
    expect(read).toBe(marker);
    expect(includes(read)).toBe(embedded);
  });

  test("that is a folder, or leads nowhere, says nothing", () => {
    const root = project();
    mkdirSync(markerPath(root), { recursive: true });
    expect(readMarker(root)).toBe("none");
    const other = temporaryFolder({ ".claude/x": "" });
    symlinkSync("nowhere", markerPath(other));
    expect(readMarker(other)).toBe("none");
    createMarker(other);
    expect(readMarker(other)).toBe("none");
  });

  test("is created with `include` where there is none, for all to read", () => {
    const root = project();
    expect(createMarker(root)).toBe(true);
    expect(readFileSync(markerPath(root), "utf8")).toBe("include\n");
    expect(statSync(markerPath(root)).mode & 0o777).toBe(0o644);
  });

  test("that somebody wrote meanwhile stays as it is", () => {
    const root = project("disinclude\n");
    expect(createMarker(root)).toBe(true);
    expect(readMarker(root)).toBe("disinclude");
  });

  test("that cannot be written is told", () => {
    const root = temporaryFolder({ ".claude": "a file" });
    expect(createMarker(root)).toBe(false);
    expect(() => writeMarker(root, "include")).toThrow();
  });

  test("is replaced when a person says so", () => {
    const root = project();
    for (const marker of ["disinclude", "include"] as const) {
      writeMarker(root, marker);
      expect(readMarker(root)).toBe(marker);
    }
    chmodSync(join(root, ".claude"), 0o755);
    expect(statSync(markerPath(root)).mode & 0o777).toBe(0o644);
  });
});
