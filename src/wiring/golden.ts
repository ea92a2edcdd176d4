// For `ways golden`: which prompts are run, the run itself, and what it is measured by.
import {
  type GoldenResult,
  type GoldenTask,
  type Half,
  mayShow,
  runPhrasing,
  runTask,
  selectTasks,
  watch,
  withoutMoments,
} from "../engine/golden.ts";
import { buildGoldenReport, type GoldenReport, type SmallTalk } from "../engine/golden-report.ts";
import type { Arena } from "../engine/outcomes.ts";
import type { Library, Ports } from "../engine/ports.ts";
import type { Progress } from "../engine/refresh.ts";
import type { Env } from "../host/env.ts";
import type { WayId } from "../ways/way.ts";
import { openTrials, type Trials } from "./arena.ts";
import { type Authored, openAuthored, ownWays } from "./authoring.ts";
import { findChanged } from "./changed-ways.ts";
import { openPorts } from "./ports.ts";
import { placeAt } from "./world.ts";

export type GoldenPlan = {
  readonly ways: readonly WayId[];
  readonly tasks: readonly GoldenTask[];
  /** Prompts of these ways that are in the other half. */
  readonly kept: number;
  /** Folders that no repository keeps, so that all in them counts as changed. */
  readonly untracked: readonly string[];
};

/** `chosen`: null for all of the own ways; `onlyChanged`: of these, those that differ from the last commit. */
export async function planGolden(
  env: Env,
  cwd: string,
  waysDir: string | null,
  chosen: (authored: Authored) => ReadonlySet<WayId> | null,
  onlyChanged: boolean,
  half: Half,
): Promise<GoldenPlan> {
  const authored = await openAuthored(env, cwd, waysDir);
  const wanted = chosen(authored);
  const own = [...ownWays(authored).keys()].filter((id) => wanted?.has(id) ?? true);
  const changed = onlyChanged ? await findChanged(env, authored.roots, own) : null;
  const ways = new Set(own.filter((id) => changed?.ways.has(id) ?? true));
  const tasks = selectTasks(authored.golden, ways, half);
  const all = selectTasks(authored.golden, ways, "all");
  return { ways: [...ways], tasks, kept: all.length - tasks.length, untracked: changed?.untracked ?? [] };
}

export type GoldenRun = {
  readonly results: readonly GoldenResult[];
  readonly report: GoldenReport;
  /** `golden.precision` and `golden.recall` of the configuration. */
  readonly floors: { readonly precision: number; readonly recall: number };
};

/** Throws a WaysError without a usable model. `progress`: prompts done; `embedding`: texts of ways embedded first. */
export async function runGolden(
  env: Env,
  cwd: string,
  waysDir: string | null,
  { ways, tasks }: Pick<GoldenPlan, "ways" | "tasks">,
  embedding: Progress,
  progress: Progress,
): Promise<GoldenRun> {
  const trials = await openTrials(env, cwd, waysDir, embedding);
  const { authored, config, world, flush } = trials;
  const floors = config.golden;
  if (ways.length === 0) return { results: [], report: buildGoldenReport([], [], []), floors };
  const arena = await trials.arena();
  const at = placeAt(world, cwd, null);
  const nodes = withoutMoments(authored.ways, new Set(ways));
  const library: Library = { nodes, config, core: "", body: () => "" };
  const ports = portsOf(trials, arena);
  const phrasings = world.models.phrasings();
  const watched = watch(new Set(ways), nodes, arena);
  const total = tasks.length + phrasings.length;
  const results: GoldenResult[] = [];
  const smallTalk: SmallTalk[] = [];
  for (const task of tasks) {
    results.push(await runTask(task, at, library, ports));
    progress(results.length, total);
  }
  for (const [i, text] of phrasings.entries()) {
    const shown = mayShow(text, i, at, watched) ? await runPhrasing(text, i, at, library, ports, arena) : [];
    smallTalk.push({ text, shown });
    progress(tasks.length + i + 1, total);
  }
  flush();
  return { results, report: buildGoldenReport(ways, results, smallTalk), floors };
}

function portsOf({ world, vectorOf }: Trials, arena: Arena): Ports {
  return {
    ...openPorts(world, "session", true),
    recent: () => null,
    coordinates: async () => arena,
    vector: async (text) => ({ value: await vectorOf(text), cached: false }),
    failure: (_step, error) => {
      throw error;
    },
  };
}
