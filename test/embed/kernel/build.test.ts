import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertOwnsNoMemory, buildKernel } from "../../../src/build/kernel.ts";
import { kernelBuilds } from "./builds.ts";

const HEAD = [0, 97, 115, 109, 1, 0, 0, 0];

test("two builds give the same bytes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ways-kernel-again-"));
  await buildKernel(folder);
  const { relaxed, plain } = await kernelBuilds();
  expect(new Uint8Array(readFileSync(join(folder, "relaxed.wasm")))).toEqual(new Uint8Array(relaxed()));
  expect(new Uint8Array(readFileSync(join(folder, "plain.wasm")))).toEqual(new Uint8Array(plain()));
  expect(relaxed()).not.toEqual(plain());
}, 60_000);

test("a kernel with static data, a stack pointer or a memory of its own is refused", () => {
  for (const section of [5, 6, 8, 11]) {
    const wasm = Uint8Array.of(...HEAD, 1, 2, 0, 0, section, 1, 0);
    expect(() => assertOwnsNoMemory(wasm)).toThrow("expected none");
  }
  expect(() => assertOwnsNoMemory(Uint8Array.of(...HEAD, 1, 2, 0, 0))).not.toThrow();
});
