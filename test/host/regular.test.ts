import { describe, expect, test } from "bun:test";
import { closeSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { readTextOr } from "../../src/host/atomic.ts";
import { readBytes } from "../../src/host/files.ts";
import { openRegular, readRegular } from "../../src/host/regular.ts";
import { readTail } from "../../src/host/tail.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** What may stand under the name of a file in a project from somewhere else. */
function strangers(): readonly string[] {
  const folder = temporaryFolder();
  const [pipe, zero] = [join(folder, "pipe"), join(folder, "zero")];
  Bun.spawnSync(["mkfifo", pipe]);
  symlinkSync("/dev/zero", zero);
  return [pipe, zero, folder, "/dev/full"];
}

describe("a pipe, a device, a folder", () => {
  test("is no file, and nothing waits for it", () => {
    for (const path of strangers()) {
      expect(() => openRegular(path)).toThrow("is no regular file");
      expect(() => readBytes(path)).toThrow("is no regular file");
      expect(readTextOr(path, null)).toBeNull();
      expect(readTail(path, 100)).toBeNull();
    }
  });
});

test("a file is read whole, through a link, too; what is missing is told apart", () => {
  const folder = temporaryFolder({ a: "\uFEFFé日" });
  symlinkSync("a", join(folder, "link"));
  for (const name of ["a", "link"]) expect(new TextDecoder().decode(readRegular(join(folder, name)))).toBe("é日");
  expect(readTextOr(join(folder, "a"), null)).toBe("\uFEFFé日");
  closeSync(openRegular(join(folder, "a")));
  expect(() => readRegular(join(folder, "missing"))).toThrow("ENOENT");
});
