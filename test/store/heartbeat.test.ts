import { expect, test } from "bun:test";
import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { openHeartbeat } from "../../src/store/heartbeat.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a refresh at work is heard until it stops", () => {
  const heart = openHeartbeat(temporaryFolder());
  expect(heart.isHeard(Date.now())).toBe(false);
  heart.beat();
  expect(heart.isHeard(Date.now())).toBe(true);
  heart.stop();
  heart.stop();
  expect(heart.isHeard(Date.now())).toBe(false);
});

test("one that was killed is not believed for long, nor is a time in the future", () => {
  const folder = temporaryFolder();
  const heart = openHeartbeat(folder);
  heart.beat();
  const { mtimeMs } = statSync(join(folder, "refreshing"));
  expect(heart.isHeard(mtimeMs + 29_000)).toBe(true);
  expect(heart.isHeard(mtimeMs + 31_000)).toBe(false);
  utimesSync(join(folder, "refreshing"), 4e9, 4e9);
  expect(heart.isHeard(Date.now())).toBe(false);
});

test("where nothing can be written nothing is heard, and nothing breaks", () => {
  const heart = openHeartbeat(join(temporaryFolder({ file: "" }), "file"));
  heart.beat();
  expect(heart.isHeard(Date.now())).toBe(false);
  heart.stop();
});
