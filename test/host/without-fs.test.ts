import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { peek } from "../../src/host/without-fs.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PAGE = 16_384;
const bytes = Uint8Array.from({ length: 3 * PAGE }, (_, i) => (i * 31) >> 3);

function slots(): string {
  const file = join(temporaryFolder(), "slots.bin");
  writeFileSync(file, bytes);
  return file;
}

describe("a look into a file", () => {
  test("gives the bytes that are asked for", async () => {
    const file = slots();
    for (const at of [0, PAGE, 2 * PAGE]) expect(await peek(file, at, PAGE)).toEqual(bytes.subarray(at, at + PAGE));
  });

  test("gives null for what ends before, is missing, or is no file", async () => {
    const folder = join(temporaryFolder(), "folder");
    mkdirSync(folder);
    expect(await peek(slots(), 3 * PAGE, PAGE)).toBeNull();
    expect(await peek(join(folder, "nothing"), 0, PAGE)).toBeNull();
    expect(await peek(folder, 0, PAGE)).toBeNull();
    expect(await peek("/dev/zero", 0, PAGE)).toBeNull();
  });

  test("does not wait for a pipe", async () => {
    const pipe = join(temporaryFolder(), "pipe");
    Bun.spawnSync(["mkfifo", pipe]);
    expect(await peek(pipe, 0, PAGE)).toBeNull();
  });
});
