import { expect, test } from "bun:test";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

test("who gives way takes half of the cores, and at least one", () => {
  const script = `
    import { availableParallelism } from "node:os";
    import { coresToUse, giveWay } from "./src/host/background.ts";
    const before = coresToUse();
    giveWay();
    console.log(JSON.stringify([availableParallelism(), before, coresToUse()]));
  `;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { cwd: ROOT });
  const [cores, before, after] = JSON.parse(stdout.toString());
  expect(before).toBe(cores);
  expect(after).toBe(Math.max(1, Math.floor(cores / 2)));
});
