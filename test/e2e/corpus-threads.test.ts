// So many texts that several threads embed them: the result is that of one, the bar is as always, and what was done stays done.
import { expect } from "bun:test";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { watch } from "node:fs/promises";
import { join } from "node:path";
import { BINARY, type Box, lonelyScenario, MODELS, scenario } from "../support/binary.ts";
import { corpus, USER } from "./ways.ts";

const FOLDER = ".cache/claude-ways/user";
const cached = (box: Box, name: string) => join(box.home, FOLDER, name);
const VECTOR = 44 + 384 * 4; // a record of vectors.bin

/** Ways of ten texts each. */
function writeWays(box: Box, ways: number): number {
  for (let i = 0; i < ways; i++) {
    const aliases = Array.from({ length: 9 }, (_, j) => `the valve ${j} of pump ${i} leaks`);
    box.write(
      `${USER}/pump${i}/pump${i}.md`,
      `---\ndescription: Pump ${i}\naliases: [${aliases.join(", ")}]\n---\nRule.\n`,
    );
  }
  return ways * 10;
}

// Elsewhere a program cannot be kept to one core from outside.
const mayPin = Bun.spawnSync(["taskset", "-c", "0", "true"]).success;

scenario("one core and all cores give the same files", async (box) => {
  const texts = writeWays(box, 10);
  const all = await corpus(box);
  expect(all.embedded).toBe(texts);
  const made = ["corpus.bin", "vectors.bin"].map((name) => readFileSync(cached(box, name)));
  const alone = { XDG_CACHE_HOME: join(box.folder, "alone") };
  const pinned = mayPin ? ["taskset", "-c", "0"] : [];
  const run = await box.shell('"$WAYS" corpus', { within: pinned, env: alone });
  expect(run.stderr).toStartWith(`embedding ${texts} texts\nwrote `);
  for (const [i, name] of ["corpus.bin", "vectors.bin"].entries())
    expect(readFileSync(join(box.folder, "alone/claude-ways/user", name)).equals(made[i] ?? Buffer.of())).toBe(true);
  expect(box.failures()).toEqual([]);
});

lonelyScenario("a refresh that is killed in the middle has not worked for nothing", async (box) => {
  const texts = writeWays(box, 60);
  mkdirSync(join(box.home, FOLDER), { recursive: true });
  const saved = grows(join(box.home, FOLDER), "vectors.bin", VECTOR);
  const env = { HOME: box.home, PATH: "/usr/bin:/bin", WAYS_MODEL_DIR: MODELS };
  const child = Bun.spawn([BINARY, "corpus"], { cwd: box.cwd, env, stdio: ["ignore", "ignore", "ignore"] });
  await saved;
  child.kill("SIGKILL");
  await child.exited;
  const known = Math.floor(readFileSync(cached(box, "vectors.bin")).length / VECTOR);
  expect(known).toBeGreaterThan(0);
  expect((await corpus(box)).embedded).toBe(texts - known);
});

/** Until this file of a folder has so many bytes; it is seen first when it is made, and empty. */
async function grows(folder: string, file: string, bytes: number): Promise<void> {
  for await (const { filename } of watch(folder))
    if (filename === file && statSync(join(folder, file)).size >= bytes) return;
}
