// `make bench`: named scenarios on the compiled binary, as ratios to an empty compiled binary in the same run.
// JSON on stdout, Markdown on stderr. ROUNDS=40 by default; DURATION=30 seconds of load (0: none); LIBRARIES=0 leaves out large
// libraries, many projects and corpus builds; COMPARE=<path> measures another build beside this one.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { authoringScenarios } from "./authoring.ts";
import { corpusScenarios, corpusSpeed } from "./corpus.ts";
import { compileFloor } from "./floor.ts";
import { coldScenarios, hookScenarios, prompting } from "./hooks.ts";
import { measureKernel } from "./kernel.ts";
import { manyWays } from "./libraries.ts";
import { measureLoad } from "./load.ts";
import { canDropPages } from "./pages.ts";
import { projectScenarios } from "./projects.ts";
import { type Report, render } from "./report.ts";
import { measure, type Scenario } from "./run.ts";
import { promptOf } from "./texts.ts";

const folder = mkdtempSync(join(tmpdir(), "ways-bench-"));
const rounds = Number(process.env["ROUNDS"] ?? 40);
const seconds = Number(process.env["DURATION"] ?? 30);
const hasLibraries = process.env["LIBRARIES"] !== "0";
const binary = join(process.cwd(), "dist", "ways");
const model = join(process.cwd(), "models");

/** A home of its own per library and build; "plain" has the shipped library alone. */
function home(name: string): Readonly<Record<string, string>> {
  return { HOME: join(folder, name), PATH: "/usr/bin:/bin", WAYS_MODEL_DIR: model };
}

function libraryScenarios(): readonly Scenario[] {
  return [1_000, 5_000].map((count) => {
    const env = home(`ways-${count}`);
    manyWays(join(env["HOME"] ?? "", ".claude", "hooks", "ways"), count);
    Bun.spawnSync([binary, "corpus"], { env: { ...env }, cwd: tmpdir() });
    const name = `prompt, 16 tokens, ${count} ways`;
    const prompt = prompting(env, name, (run) => promptOf(16, 5000 + run), "used");
    return { ...prompt, name, command: [binary, "hook"], env, every: 2 };
  });
}

function machine() {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform}-${process.arch}`,
    bun: Bun.version,
  };
}

async function main(): Promise<number> {
  const floorPath = await compileFloor(folder);
  const plain = home("plain");
  const floor: Scenario = { name: "floor", command: [floorPath], env: plain, every: 1, stdin: () => "" };
  const compare = process.env["COMPARE"];
  const weights = ["encoder.k4", "embedding.q4.bin", "tokenizer.bin"].map((name) => join(model, name));
  const scenarios = [
    floor,
    ...hookScenarios(binary, plain),
    ...(hasLibraries
      ? [
          ...libraryScenarios(),
          ...projectScenarios(binary, home),
          ...corpusScenarios(binary, home),
          ...authoringScenarios(binary, plain, join(folder, "authors")),
        ]
      : []),
    ...(compare ? hookScenarios(compare, home("compared"), "compared: ") : []),
  ];
  const kernel = await measureKernel(model, join(process.cwd(), "dist", "kernel"));
  const timings = await measure(scenarios, rounds, (round) => {
    if (process.stderr.isTTY) process.stderr.write(`\rround ${round + 1} of ${rounds} `);
  });
  const product = { name: "ways", command: [binary, "hook"], env: home("load") };
  const load = seconds > 0 ? await measureLoad(floor, product, join(folder, "project"), seconds) : [];
  const isCold = canDropPages(floorPath);
  const files = { binary: join(folder, "ways"), floor: floorPath, model: weights };
  copyFileSync(binary, files.binary);
  const cold = isCold ? await measure(coldScenarios(files, plain), Math.ceil(rounds / 8), () => {}) : [];
  const base = timings[0]?.median ?? Number.NaN;
  const report: Report = {
    machine: machine(),
    rounds,
    timings: [...timings, ...cold].map((t) => ({ ...t, ratio: t.median / base })),
    load,
    kernel,
    corpus: hasLibraries ? corpusSpeed(timings) : null,
    skipped: [
      ...(isCold ? [] : ["cold page cache: file pages cannot be dropped here"]),
      ...(kernel === null ? ["GMAC/s: no relaxed SIMD here"] : []),
    ],
  };
  process.stderr.write(`\n${render(report)}\n`);
  process.stdout.write(`${JSON.stringify({ schema: "ways.bench/1", ...report }, null, 2)}\n`);
  rmSync(folder, { recursive: true });
  const isSound =
    report.timings.every((t) => t.failed === 0) && load.every((l) => l.failed + l.lost + l.repeated === 0);
  return isSound ? 0 : 1;
}

process.exit(await main());
