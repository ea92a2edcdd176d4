// `make relevance-reducer`: reducers at one budget against long prompts whose right way is known, with the real model.
//   bun test/relevance/reducer/main.ts [--half tune|held] [--budget 100] [--only "name;name"] [--sample 20] [--eval <folder>]
// `--sample`: so many prompts of each group, the same ones every time. `--eval` (or WAYS_EVAL) adds agent definitions from
// `<folder>/long-prompts.jsonl`, ranked among themselves; every second one belongs to the held-out half.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openModel } from "../../../src/embed/model.ts";
import type { Calibration } from "../../../src/match/space.ts";
import { readCalibration } from "../../../src/store/calibration.ts";
import { readLibrary } from "./library.ts";
import type { Half } from "./logs.ts";
import { buildPrompts, type LongPrompt, readFillers } from "./prompts.ts";
import { sample, seeded } from "./random.ts";
import { buildRanker, type Ranker, rankOf } from "./ranking.ts";
import { type Outcome, renderReport } from "./report.ts";
import { ABLATIONS, REFERENCES, STRATEGIES, type Strategy } from "./strategies.ts";
import { buildVariants } from "./variants.ts";
import { openVectors } from "./vectors.ts";

const HERE = import.meta.dir;
const ROOT = join(HERE, "../../..");
const VARIANT_STEP = 7;

type Task = { readonly prompts: readonly LongPrompt[]; readonly ranker: Ranker };

const { values } = parseArgs({
  options: {
    half: { type: "string", default: "held" },
    budget: { type: "string", default: "100" },
    only: { type: "string" },
    sample: { type: "string" },
    eval: { type: "string" },
  },
});
const half: Half = values.half === "tune" ? "tune" : "held";
process.chdir(ROOT);
const vectors = openVectors();
const model = openModel("models");
const calibration = readCalibration(join("models", model.manifest.calibration), model.fingerprint);
if (calibration === null) throw new Error("models/calibration.bin is missing: run `make calibrate`");

const library = readLibrary();
const fillers = readFillers(join(HERE, "data"));
const prompts = buildPrompts(library, fillers);
const nodes = library.ways.map((w) => ({ id: w.id, aliases: w.aliases.map((a) => a.text) }));
let tasks: readonly Task[] = [
  {
    prompts: [...prompts, ...buildVariants(prompts, fillers, VARIANT_STEP)].filter((p) => p.half === half),
    ranker: await buildRanker(nodes, vectors, calibration),
  },
];
const folder = values.eval ?? process.env["WAYS_EVAL"];
if (folder !== undefined) tasks = [...tasks, await agentTask(join(folder, "long-prompts.jsonl"), calibration)];

if (values.sample !== undefined) tasks = tasks.map((task) => sampled(task, Number(values.sample)));

const budget = Number(values.budget);
const chosen = values.only?.split(";");
const outcomes = new Map<string, readonly Outcome[]>();
for (const [name, strategy] of Object.entries({ ...STRATEGIES, ...ABLATIONS, ...REFERENCES })) {
  if (chosen && !chosen.includes(name)) continue;
  outcomes.set(name, await measure(strategy, budget));
  process.stderr.write(`${name}\n`);
}
outcomes.set("topic alone", await measure(null, budget));
process.stdout.write(`${renderReport(outcomes)}\n`);

async function measure(strategy: Strategy | null, budget: number): Promise<readonly Outcome[]> {
  const out: Outcome[] = [];
  for (const { prompts, ranker } of tasks)
    for (const prompt of prompts) {
      const embedded: Float32Array[] = [];
      for (const text of strategy === null ? [prompt.topic] : strategy(prompt.text, budget))
        embedded.push(await vectors.of(text));
      out.push({ group: prompt.group, opens: prompt.opens, rank: rankOf(ranker(embedded), prompt.right) });
    }
  vectors.flush();
  return out;
}

/** `count` prompts of each group. */
function sampled({ prompts, ranker }: Task, count: number): Task {
  const groups = Map.groupBy(prompts, (p) => p.group);
  return { prompts: [...groups].flatMap(([group, own]) => sample(seeded(group), own, count)), ranker };
}

/** Agent definitions `{id, description, body}`: the body is the prompt, its own description the right node. */
async function agentTask(file: string, c: Calibration): Promise<Task> {
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  const agents = rows
    .filter((_, i) => (i % 2 === 1) === (half === "held"))
    .map(
      ({ id, description, body }): LongPrompt => ({
        text: body,
        right: [id],
        half,
        group: "agent definitions",
        opens: true,
        topic: description,
      }),
    );
  const own = rows.map((r) => ({ id: r.id, aliases: [r.description] }));
  const variants = buildVariants(agents, fillers, 1).map((p) => ({ ...p, group: `agents, ${p.group}` }));
  return {
    prompts: [...agents, ...variants.filter((p) => /shuffled|boilerplate/.test(p.group))],
    ranker: await buildRanker(own, vectors, c),
  };
}
