import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { probe } from "../../src/host/probe.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a folder that answers is known by its real path, whether or not what is asked for is in it", async () => {
  const root = temporaryFolder({ "real/x": "" });
  symlinkSync(join(root, "real"), join(root, "link"));
  for (const inside of ["x", "y/z", "x/below-a-file"])
    expect(await probe(join(root, "link"), inside, 5_000)).toEqual({ kind: "there", path: join(root, "real") });
});

test("nothing, and a path below a file, are absent", async () => {
  const root = temporaryFolder({ file: "" });
  for (const path of ["missing", "file/below"])
    expect(await probe(join(root, path), "x", 5_000)).toEqual({ kind: "absent" });
});

test("what leads round in circles gives no answer", async () => {
  const root = temporaryFolder();
  symlinkSync("self", join(root, "self"));
  expect(await probe(join(root, "self"), "x", 5_000)).toEqual({ kind: "silent" });
});
