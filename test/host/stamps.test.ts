import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readHead, sha256File, stampOf } from "../../src/host/stamps.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe("a stamp", () => {
  test("is null for what is not there or leads nowhere", () => {
    const folder = temporaryFolder({ file: "" });
    symlinkSync("self", join(folder, "self"));
    for (const name of ["missing", "self", join("file", "below")]) expect(stampOf(join(folder, name))).toBeNull();
  });

  test("changes with size, time and a file put in its place", () => {
    const folder = temporaryFolder({ a: "one", b: "two" });
    const [a, b] = [join(folder, "a"), join(folder, "b")];
    utimesSync(a, 1, 1);
    const before = stampOf(a);
    expect(stampOf(a)).toEqual(before);
    utimesSync(a, 1, 2);
    expect(stampOf(a)?.mtimeMs).not.toBe(before?.mtimeMs);
    renameSync(b, a);
    expect(stampOf(a)?.inode).not.toBe(before?.inode);
    writeFileSync(a, "three");
    expect(stampOf(a)?.size).toBe(5);
  });

  test("of a link is that of its target", () => {
    const folder = temporaryFolder({ a: "one" });
    symlinkSync("a", join(folder, "link"));
    expect(stampOf(join(folder, "link"))).toEqual(stampOf(join(folder, "a")));
  });
});

test.each([0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20])("the hash of %i bytes is their SHA-256", (size) => {
  const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 31) % 251);
  const file = join(temporaryFolder({ data: bytes }), "data");
  expect(sha256File(file)).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test("the head is at most what there is", () => {
  const file = join(temporaryFolder({ data: "abcdef" }), "data");
  expect(new TextDecoder().decode(readHead(file, 3))).toBe("abc");
  expect(new TextDecoder().decode(readHead(file, 99))).toBe("abcdef");
});
