// `make bench`: named scenarios on the compiled binary, as ratios to an empty compiled binary in the same run.
// JSON on stdout, a table on stderr. ROUNDS=40 by default; COMPARE=<path> measures another build beside this one.
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { compileFloor } from "./floor.ts";
import { manyWays } from "./libraries.ts";
import { projectScenarios } from "./projects.ts";
import { measure, type Scenario, type Timing } from "./run.ts";
import { promptEvent, promptOf } from "./texts.ts";

const folder = mkdtempSync(join(tmpdir(), "ways-bench-"));
const rounds = Number(process.env["ROUNDS"] ?? 40);
const binary = join(process.cwd(), "dist", "ways");

/** A home of its own per library size; the 100-way case is the shipped library alone. */
function home(name: string): Readonly<Record<string, string>> {
  return { HOME: join(folder, name), PATH: "/usr/bin:/bin", WAYS_MODEL_DIR: join(process.cwd(), "models") };
}

function event(fields: object): string {
  return JSON.stringify({ session_id: "bench", cwd: "/tmp", ...fields });
}

const command = event({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "ls -la src", description: "List" },
});

function scenariosFor(path: string, prefix: string): readonly Scenario[] {
  const plain = home("plain");
  const hook = { command: [path, "hook"], env: plain, every: 1 };
  const prompt = (tokens: number): Scenario => ({
    ...hook,
    name: `${prefix}prompt, ${tokens} tokens`,
    stdin: (run) => promptEvent(promptOf(tokens, 1000 + run), `p${tokens}-${run}`),
  });
  return [
    { ...hook, name: `${prefix}ignored`, stdin: () => event({ hook_event_name: "Stop" }) },
    { ...hook, name: `${prefix}trigger-only`, stdin: () => command },
    {
      ...hook,
      name: `${prefix}vector cached`,
      stdin: (run) => promptEvent("rename the helper and update its callers", `c${run}`),
    },
    ...[8, 16, 32, 64, 100].map(prompt),
    {
      ...hook,
      name: `${prefix}session start`,
      stdin: (run) => event({ hook_event_name: "SessionStart", source: "startup", session_id: `s${run}` }),
    },
    ...[10, 100, 10_000].map(
      (words): Scenario => ({
        ...hook,
        name: `${prefix}prompt, ${words} words`,
        stdin: (run) =>
          promptEvent(
            Array.from(
              { length: words },
              (_, i) =>
                promptOf(4, i % 97)
                  .split(" ")
                  .at(-1) ?? "a",
            ).join(" ") + run,
            `w${words}-${run}`,
          ),
      }),
    ),
    {
      ...hook,
      name: `${prefix}prompt, 16 tokens, ONNX Runtime`,
      env: { ...plain, WAYS_ENGINE: "onnx" },
      every: 8,
      stdin: (run) => promptEvent(promptOf(16, 9000 + run), `o${run}`),
    },
  ];
}

function libraryScenarios(): readonly Scenario[] {
  return [1_000, 5_000].map((count) => {
    const env = home(`ways-${count}`);
    manyWays(join(env["HOME"] ?? "", ".claude", "hooks", "ways"), count);
    Bun.spawnSync([binary, "corpus"], { env: { ...env }, cwd: "/tmp" });
    return {
      name: `prompt, 16 tokens, ${count} ways`,
      command: [binary, "hook"],
      env,
      every: 2,
      stdin: (run: number) => promptEvent(promptOf(16, 5000 + run), `l${count}-${run}`),
    };
  });
}

function render(timings: readonly Timing[], floor: number): string {
  const two = (x: number) => x.toFixed(2);
  const rows = timings.map((t) => [
    t.name,
    two(t.median / floor),
    two(t.min),
    two(t.median),
    two(t.p95),
    two(t.cpu),
    t.rss.toFixed(0),
    String(t.runs),
    t.failed > 0 ? `${t.failed} FAILED` : "",
  ]);
  const table = [["scenario", "× floor", "min ms", "median", "p95", "cpu", "MB", "n", ""], ...rows];
  const widths = table[0]?.map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
    )
    .join("\n");
}

async function main(): Promise<number> {
  const floorPath = await compileFloor(folder);
  const floor: Scenario = { name: "floor", command: [floorPath], env: home("plain"), every: 1, stdin: () => "" };
  const compare = process.env["COMPARE"];
  const libraries = process.env["LIBRARIES"] === "0" ? [] : [...libraryScenarios(), ...projectScenarios(binary, home)];
  const scenarios = [
    floor,
    ...scenariosFor(binary, ""),
    ...libraries,
    ...(compare ? scenariosFor(compare, "compared: ") : []),
  ];
  const timings = await measure(scenarios, rounds, (round) =>
    process.stderr.write(`\rround ${round + 1} of ${rounds} `),
  );
  const base = timings[0]?.median ?? Number.NaN;
  process.stderr.write(`\n${render(timings, base)}\n`);
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform}-${process.arch}`,
    bun: Bun.version,
  };
  process.stdout.write(
    `${JSON.stringify({ schema: "ways.bench/1", machine, rounds, timings: timings.map((t) => ({ ...t, ratio: t.median / base })) }, null, 2)}\n`,
  );
  rmSync(folder, { recursive: true });
  return timings.some((t) => t.failed > 0) ? 1 : 0;
}

process.exit(await main());
