import { afterAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ensureDir,
  errorCode,
  factsOf,
  isWritable,
  readBytes,
  readText,
  realPath,
  realPathOr,
  removeFile,
  writeAtomic,
  writeInPlace,
} from "../../src/host/files.ts";

const root = mkdtempSync(join(tmpdir(), "ways-files-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const fresh = () => {
  const folder = join(root, `case-${count++}`);
  mkdirSync(folder);
  return folder;
};
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("reading", () => {
  test("gives null for what is not there, below a file included", () => {
    const folder = fresh();
    writeFileSync(join(folder, "a"), "x");
    expect(readText(join(folder, "missing"))).toBeNull();
    expect(readBytes(join(folder, "a", "below"))).toBeNull();
  });

  test("keeps a BOM and shows broken bytes", () => {
    const path = join(fresh(), "a");
    writeFileSync(path, Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xe9]));
    expect(readText(path)).toBe("\uFEFFa\uFFFD");
  });

  test("throws for a folder", () => {
    expect(() => readText(fresh())).toThrow();
  });
});

describe("writeAtomic", () => {
  test("creates and replaces with the mode that was asked for, and leaves no temporary file", () => {
    const folder = fresh();
    const path = join(folder, "a.json");
    writeAtomic(path, "one");
    expect(modeOf(path)).toBe(0o600);
    writeAtomic(path, new TextEncoder().encode("two"), 0o644);
    expect([readFileSync(path, "utf8"), modeOf(path)]).toEqual(["two", 0o644]);
    expect(readdirSync(folder)).toEqual(["a.json"]);
  });

  test("leaves the old file and no temporary one when it can't finish", () => {
    const folder = fresh();
    mkdirSync(join(folder, "taken", "inside"), { recursive: true });
    expect(() => writeAtomic(join(folder, "taken"), "x")).toThrow();
    expect(readdirSync(folder)).toEqual(["taken"]);
    expect(() => writeAtomic(join(folder, "missing", "a"), "x")).toThrow();
  });

  test("does not change what a hard link of the old file holds", () => {
    const folder = fresh();
    writeFileSync(join(folder, "a"), "old");
    linkSync(join(folder, "a"), join(folder, "b"));
    writeAtomic(join(folder, "a"), "new");
    expect(readFileSync(join(folder, "b"), "utf8")).toBe("old");
    writeInPlace(join(folder, "b"), "both");
    expect(readFileSync(join(folder, "b"), "utf8")).toBe("both");
  });
});

describe("folders, facts and links", () => {
  test("ensureDir makes what is missing and keeps the mode of what is there", () => {
    const folder = fresh();
    chmodSync(folder, 0o755);
    ensureDir(join(folder, "a", "b"));
    ensureDir(folder);
    expect([modeOf(folder), modeOf(join(folder, "a", "b"))]).toEqual([0o755, 0o700]);
  });

  test("factsOf tells kind, mode, protection and hard links", () => {
    const folder = fresh();
    const path = join(folder, "a");
    writeFileSync(path, "x", { mode: 0o644 });
    expect(factsOf(path)).toEqual({ kind: "file", mode: 0o644, readOnly: false, shared: false });
    chmodSync(path, 0o444);
    linkSync(path, join(folder, "b"));
    expect(factsOf(path)).toMatchObject({ readOnly: true, shared: true });
    expect(factsOf(folder)?.kind).toBe("folder");
    expect(factsOf(join(folder, "missing"))).toBeNull();
  });

  test("isWritable looks at the nearest folder that exists", () => {
    const folder = fresh();
    writeFileSync(join(folder, "a"), "x");
    expect(isWritable(folder)).toBe(true);
    expect(isWritable(join(folder, "b", "c"))).toBe(true);
    expect(isWritable(join(folder, "a"))).toBe(false);
    expect(isWritable(join(folder, "a", "b", "c"))).toBe(false);
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  test("realPath follows links; a link that leads nowhere has none", () => {
    const folder = realPathOr(fresh());
    writeFileSync(join(folder, "a"), "x");
    symlinkSync("a", join(folder, "b"));
    symlinkSync("missing", join(folder, "c"));
    expect(realPath(join(folder, "b"))).toBe(join(folder, "a"));
    expect(realPath(join(folder, "d"))).toBe(join(folder, "d"));
    expect(realPath(join(folder, "c"))).toBeNull();
    expect(realPathOr(join(folder, "c"))).toBe(join(folder, "c"));
  });

  test("removeFile does not mind what is not there; errorCode names the system's reason", () => {
    const folder = fresh();
    writeFileSync(join(folder, "a"), "x");
    removeFile(join(folder, "a"));
    removeFile(join(folder, "a"));
    expect(readdirSync(folder)).toEqual([]);
    expect(errorCode(Object.assign(new Error("x"), { code: "EROFS" }))).toBe("EROFS");
    expect(errorCode("EROFS")).toBe("");
  });
});
