import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { readTarball } from "../../src/host/tarball.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

async function pack(folder: string, ...args: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const { stdout } = Bun.spawnSync(["tar", ...args], { cwd: folder });
  return new Uint8Array(stdout);
}

test("regular files as they are, compressed or not; links and folders are left out", async () => {
  const folder = temporaryFolder({ "p/a.md": "one", "p/b/c.md": "two", "secret.md": "no" });
  symlinkSync("../secret.md", join(folder, "p/link.md"));
  mkdirSync(join(folder, "p/empty"));
  for (const how of ["-cf", "-czf"]) {
    const files = await readTarball(await pack(folder, how, "-", "p"), () => true);
    const texts = files.map(({ relative, bytes }) => `${relative} ${new TextDecoder().decode(bytes)}`);
    expect(texts.toSorted()).toEqual(["p/a.md one", "p/b/c.md two"]);
  }
});

test("what is not wanted is not kept", async () => {
  const folder = temporaryFolder({ "p/a.md": "one", "p/b.txt": "two" });
  const files = await readTarball(await pack(folder, "-cf", "-", "p"), (name) => name.endsWith(".md"));
  expect(files.map(({ relative }) => relative)).toEqual(["p/a.md"]);
});

test("no archive, a cut one and one that unpacks to too much are refused", async () => {
  const folder = temporaryFolder({ "p/a.md": "x".repeat(100_000) });
  const whole = await pack(folder, "-cf", "-", "p");
  const bomb = Bun.gzipSync(new Uint8Array(65 * 1024 * 1024));
  for (const bytes of [
    new TextEncoder().encode("no archive"),
    whole.subarray(0, 50_000),
    Bun.gzipSync(whole).subarray(0, 60),
    bomb,
  ])
    await expect(readTarball(bytes, () => true)).rejects.toThrow("the archive cannot be read");
});
