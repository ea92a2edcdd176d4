// `make relevance-reducer`: reducers at one budget against long prompts whose right way is known, with the real model.
//   bun test/relevance/reducer/main.ts [--half tune|held] [--budget 100] [--only "name;name"] [--eval <folder>]
// `--eval` (or WAYS_EVAL) adds agent definitions from `<folder>/long-prompts.jsonl`, ranked among themselves.
import { parseArgs } from "node:util";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseRows, readLibrary } from "./library.ts";
import type { Half } from "./logs.ts";
import { buildPrompts, type LongPrompt, readFillers } from "./prompts.ts";
import { buildRanker, type Ranker } from "./ranking.ts";
import { renderReport, type Outcome } from "./report.ts";
import { REFERENCES, STRATEGIES, type Strategy } from "./strategies.ts";
import { buildVariants } from "./variants.ts";
import { openVectors, type Vectors } from "./vectors.ts";

const HERE = import.meta.dir;
const ROOT = join(HERE, "../../..");
const VARIANT_STEP = 10;

const { values } = parseArgs({
  options: {
    half: { type: "string", default: "held" },
    budget: { type: "string", default: "100" },
    only: { type: "string" },
    eval: { type: "string" },
  },
});
const half: Half = values.half === "tune" ? "tune" : "held";
process.chdir(ROOT);
const vectors = await openVectors("models", "dist/reducer-vectors.bin");
const generic = "models/calibration/generic.jsonl";

const library = readLibrary("ways");
const fillers = readFillers(join(HERE, "data"));
const prompts = buildPrompts(library, fillers);
const own = [...prompts, ...buildVariants(prompts, fillers, VARIANT_STEP)].filter((p) => p.half === half);
const tasks = [{ prompts: own, ranker: await buildRanker(library.entries, vectors, generic) }];

const folder = values.eval ?? process.env["WAYS_EVAL"];
if (folder !== undefined && existsSync(join(folder, "long-prompts.jsonl"))) {
  const rows = parseRows(readFileSync(join(folder, "long-prompts.jsonl"), "utf8"));
  const nodes = rows.map((r) => ({ id: String(r["id"]), aliases: [String(r["description"])] }));
  const agents = rows.map(
    (r): LongPrompt => ({
      text: String(r["body"]),
      right: [String(r["id"])],
      half,
      group: "agent definitions",
      opens: true,
      topic: null,
    }),
  );
  const changed = buildVariants(agents, fillers, 1).filter((p) => p.group === "shuffled paragraphs");
  tasks.push({
    prompts: [...agents, ...changed.map((p) => ({ ...p, group: "agents, shuffled" }))],
    ranker: await buildRanker(nodes, vectors, generic),
  });
}

const chosen = values.only?.split(";");
const outcomes = new Map<string, readonly Outcome[]>();
for (const [name, strategy] of Object.entries({ ...STRATEGIES, ...REFERENCES })) {
  if (chosen && !chosen.includes(name)) continue;
  outcomes.set(name, await measure(strategy, Number(values.budget), tasks, vectors));
  process.stderr.write(`${name}\n`);
}
outcomes.set("topic alone", await measure(null, Number(values.budget), tasks, vectors));
process.stdout.write(`${renderReport(outcomes)}\n`);

async function measure(
  strategy: Strategy | null,
  budget: number,
  all: readonly { readonly prompts: readonly LongPrompt[]; readonly ranker: Ranker }[],
  from: Vectors,
): Promise<readonly Outcome[]> {
  const out: Outcome[] = [];
  for (const { prompts: list, ranker } of all)
    for (const prompt of list) {
      const queries = strategy === null ? [prompt.topic ?? prompt.text] : strategy(prompt.text, budget);
      const embedded: Float32Array[] = [];
      for (const q of queries) embedded.push(await from.of("query", q));
      out.push({ group: prompt.group, opens: prompt.opens, rank: ranker.rank(embedded, prompt.right) });
    }
  return out;
}
