import { describe, expect, test } from "bun:test";
import { bundleWorker } from "../../src/build/worker.ts";
import { openEmbedder } from "../../src/embed/embedder.ts";
import { startKernel } from "../../src/embed/kernel/start.ts";
import { openModel } from "../../src/embed/model.ts";
import type { Team } from "../../src/engine/refresh.ts";
import { openModelTools } from "../../src/wiring/models.ts";
import { openTeamOf } from "../../src/wiring/team.ts";
import { kernelCode } from "../embed/kernel/builds.ts";
import { MODELS } from "../embed/oracle.ts";

const MANY = 1_000;
const model = openModel(MODELS);
const kernel = startKernel(await kernelCode());
const bundle = await bundleWorker();

/** What was counted as failed, and a team whose threads run `code`. */
function openTeam(cores: number, texts: number, code: Uint8Array<ArrayBuffer> = bundle) {
  const failures: string[] = [];
  const engines = { kernel: () => kernel, worker: () => code, ortWasm: "" };
  const models = {
    ...openModelTools({}),
    code: engines,
    engine: () => "kernel" as const,
    requireModel: () => model,
    openEmbedder: () => openEmbedder(model, "kernel", engines),
  };
  const failure = (step: string) => void failures.push(step);
  return { failures, team: openTeamOf({ models, failure }, cores)(texts) };
}

const TEXTS = ["write a test", "数据库太慢了", "", "x".repeat(300), "rename the helper", "Wie schnell ist das?"];

/** Of all texts, asked at once and in turn around the team. */
function vectorsOf({ embedders }: Team): Promise<readonly (Float32Array | null | undefined)[]> {
  return Promise.all(TEXTS.map((text, i) => embedders[i % embedders.length]?.embed("query", text)));
}

async function expected() {
  const alone = await openTeam(1, 1).team;
  return vectorsOf(alone);
}

describe("a team", () => {
  test.each([
    [1, 39, 1],
    [1, MANY, 1],
    [2, MANY, 2],
    [3, MANY, 3],
    [8, 39, 1],
    [8, 40, 2],
    [8, 99, 4],
    [64, MANY, 16],
  ])("on %d cores for %d texts is of %d", async (cores, texts, size) => {
    const { embedders, close } = await openTeam(cores, texts).team;
    expect(new Set(embedders).size).toBe(size);
    close();
  });

  test("of threads gives the vectors of the process itself, bit for bit", async () => {
    const { team, failures } = openTeam(3, MANY);
    expect(await vectorsOf(await team)).toEqual(await expected());
    expect(failures).toEqual([]);
    (await team).close();
  });

  test.each([
    ["end before they answer", "self.onmessage = () => process.exit(1)"],
    ["throw", "throw new Error('broken')"],
    ["cannot be read", "this is no code"],
    ["answer with a failure", "self.onmessage = ({ data: { id } }) => postMessage({ id, message: 'out of memory' })"],
    ["give no vectors", "self.onmessage = ({ data: { id } }) => postMessage({ id, vector: new Float32Array(3) })"],
  ])("whose threads %s leaves the work to the process, and counts that once", async (_, code) => {
    const { team, failures } = openTeam(3, MANY, new TextEncoder().encode(code));
    expect(await vectorsOf(await team)).toEqual(await expected());
    expect(failures).toEqual(["thread"]);
    (await team).close();
  });
});
