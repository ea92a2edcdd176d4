import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import {
  appendBytes,
  appendText,
  countUp,
  createExclusive,
  namesIn,
  readTextOr,
  renameIfLarger,
  sizeOf,
} from "../../src/host/atomic.ts";
import { runTogether } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe("exclusive creation", () => {
  test("works once, makes missing folders and keeps the first text", () => {
    const path = join(temporaryFolder(), "deep", "er", "claim");
    expect(createExclusive(path, "first")).toBe(true);
    expect(createExclusive(path, "second")).toBe(false);
    expect(readTextOr(path, "")).toBe("first");
  });

  test("files are the owner's only, folders too", () => {
    const root = temporaryFolder();
    createExclusive(join(root, "a", "b"), "");
    appendText(join(root, "c", "d"), "x");
    for (const [path, mode] of [
      ["a", 0o700],
      ["a/b", 0o600],
      ["c", 0o700],
      ["c/d", 0o600],
    ] as const)
      expect([path, statSync(join(root, path)).mode & 0o777]).toEqual([path, mode]);
  });

  test("throws where nothing can be written", () => {
    const root = temporaryFolder({ file: "" });
    expect(() => createExclusive(join(root, "file", "below"), "")).toThrow();
    expect(() => appendText(root, "x")).toThrow();
  });

  test("of 20 processes one wins", async () => {
    const path = join(temporaryFolder(), "new", "claim");
    const won = await runTogether(
      20,
      `import { createExclusive } from "./src/host/atomic.ts";
       console.log(createExclusive(process.env.CLAIM, process.env.INDEX));`,
      { CLAIM: path },
    );
    expect(won.filter((out) => out.trim() === "true").length).toBe(1);
    expect(readTextOr(path, "")).toMatch(/^\d+$/);
  });
});

describe("field case E1: appending and counting by many processes", () => {
  test("no line is lost or mixed, no count is lost", async () => {
    const root = temporaryFolder();
    await runTogether(
      8,
      `import { appendText, countUp } from "./src/host/atomic.ts";
       const line = process.env.INDEX.repeat(900) + "\\n";
       for (let i = 0; i < 60; i++) { appendText(process.env.ROOT + "/log", line); countUp(process.env.ROOT + "/count"); }`,
      { ROOT: root },
    );
    const lines = readFileSync(join(root, "log"), "utf8").trimEnd().split("\n");
    expect(lines.length).toBe(8 * 60);
    expect(lines.filter((line) => !/^(\d)\1{899}$/.test(line))).toEqual([]);
    expect(sizeOf(join(root, "count"))).toBe(8 * 60);
  });

  test("a counter goes up by one each time", () => {
    const path = join(temporaryFolder(), "new", "count");
    expect([countUp(path), countUp(path), countUp(path)]).toEqual([1, 2, 3]);
  });

  test("bytes are appended as they are", () => {
    const path = join(temporaryFolder(), "bytes");
    appendBytes(path, Uint8Array.of(0, 255));
    appendBytes(path, Uint8Array.of(10));
    expect([...readFileSync(path)]).toEqual([0, 255, 10]);
  });
});

describe("looking", () => {
  test("at what is not there, or cannot be looked at, is no error", () => {
    const root = temporaryFolder({ file: "abc" });
    symlinkSync("self", join(root, "self"));
    expect([sizeOf(join(root, "file")), sizeOf(join(root, "missing")), sizeOf(join(root, "file", "x"))]).toEqual([
      3, 0, 0,
    ]);
    expect(sizeOf(join(root, "self"))).toBe(0);
    expect(namesIn(join(root, "missing"))).toEqual([]);
    expect(namesIn(join(root, "file"))).toEqual([]);
    expect([...namesIn(root)].sort()).toEqual(["file", "self"]);
    expect(readTextOr(root, null)).toBeNull();
  });

  test("a file that has grown too large is moved away, replacing the last one", () => {
    const root = temporaryFolder({ log: "12345", "log.1": "old" });
    const move = (limit: number) => renameIfLarger(join(root, "log"), join(root, "log.1"), limit);
    move(5);
    expect(readdirSync(root).sort()).toEqual(["log", "log.1"]);
    move(4);
    expect(readdirSync(root)).toEqual(["log.1"]);
    expect(readTextOr(join(root, "log.1"), "")).toBe("12345");
    move(4);
    expect(readdirSync(root)).toEqual(["log.1"]);
  });
});
