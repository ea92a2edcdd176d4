import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { listPlain } from "../../src/host/plain-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("files below a folder; links and pipes apart, whatever they lead to", () => {
  const folder = temporaryFolder({ "in/a.md": "", "in/b/c.md": "", "in/.git/x": "", "out/d.md": "" });
  symlinkSync("../out", join(folder, "in/out"));
  symlinkSync("../../in", join(folder, "in/b/loop"));
  symlinkSync("nowhere", join(folder, "in/dangling.md"));
  Bun.spawnSync(["mkfifo", join(folder, "in/pipe.md")]);
  const { files, others } = listPlain(join(folder, "in"), (name) => name === ".git", 100);
  expect(files).toEqual(["a.md", "b/c.md"]);
  expect(others).toEqual(["b/loop", "dangling.md", "out", "pipe.md"]);
});

test("a missing folder is empty, and a large one is left at the limit", () => {
  const folder = temporaryFolder(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}`, ""])));
  expect(listPlain(join(folder, "nowhere"), () => false, 5)).toEqual({ files: [], others: [] });
  expect(listPlain(folder, () => false, 5).files).toHaveLength(5);
});
