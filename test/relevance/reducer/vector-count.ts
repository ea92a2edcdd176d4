// Issue 8, part 3: one vector for what the reducer kept, or up to three, a node's evidence being its maximum?
//   bun test/relevance/reducer/vector-count.ts [--half tune|held]
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openModel } from "../../../src/embed/model.ts";
import { reduceText } from "../../../src/match/reduce.ts";
import { readCalibration } from "../../../src/store/calibration.ts";
import { readLibrary } from "./library.ts";
import type { Half } from "./logs.ts";
import { buildPrompts, buildTalk, readFillers } from "./prompts.ts";
import { buildRanker, rankOf } from "./ranking.ts";
import { mean } from "./statistics.ts";
import { openVectors } from "./vectors.ts";

const BUDGET = 100;
const GROUPS = 3;

const { values } = parseArgs({ options: { half: { type: "string", default: "held" } } });
const half: Half = values.half === "tune" ? "tune" : "held";
const folder = import.meta.dir;
process.chdir(join(folder, "../../.."));
const queries = openVectors();
const model = openModel("models");
const calibration = readCalibration(join("models", model.manifest.calibration), model.fingerprint);
if (calibration === null) throw new Error("models/calibration.bin is missing: run `make calibrate`");
const { bar } = calibration;
const library = readLibrary();
const fillers = readFillers(join(folder, "data"));
const nodes = library.ways.map((w) => ({ id: w.id, aliases: w.aliases.map((a) => a.text) }));
const ranker = await buildRanker(nodes, queries, calibration);

/** The kept sentences in at most three runs of about equal length, in order. */
function inGroups(kept: string): readonly string[] {
  const groups: (readonly string[])[] = [];
  const size = kept.length / GROUPS;
  let length = 0;
  for (const sentence of kept.split("\n")) {
    const group = Math.min(GROUPS - 1, Math.floor(length / size));
    groups[group] = [...(groups[group] ?? []), sentence];
    length += sentence.length;
  }
  return groups.flatMap((g) => (g && g.length > 0 ? [g.join("\n")] : []));
}

const say = (line: string) => process.stdout.write(`${line}\n`);

const WAYS_TO_EMBED: Readonly<Record<string, (kept: string) => readonly string[]>> = {
  "one vector": (kept) => [kept],
  "up to three": inGroups,
  "one and up to three": (kept) => [...new Set([kept, ...inGroups(kept)])],
};

type Row = { readonly text: string; readonly holdout: boolean; readonly expect?: readonly (readonly string[])[] };
const rows = (name: string): readonly Row[] =>
  readFileSync(join("test/relevance/data", name), "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
    .filter((row) => row.holdout === (half === "held"));

const own = buildPrompts(library, fillers).filter((p) => p.half === half);
const nothing = rows("null-prompts.jsonl")
  .slice(0, 150)
  .map((r) => buildTalk(r.text, half, fillers));
const several = rows("multi-topic.jsonl").map((r) => ({
  text: buildTalk(r.text, half, fillers),
  expect: r.expect ?? [],
}));

say(
  `| | right way first (${own.length}) | it fires | a wrong one fires | off-topic fires (${nothing.length}) | two topics: both in the first three (${several.length}) | tokens embedded |`,
);
say("|---|---|---|---|---|---|---|");
for (const [name, split] of Object.entries(WAYS_TO_EMBED)) {
  let embedded = 0;
  const rank = async (text: string) => {
    const vectors: Float32Array[] = [];
    for (const part of split(reduceText(text, BUDGET))) {
      vectors.push(await queries.of(part));
      embedded += part.length / 4;
    }
    return ranker(vectors);
  };
  const first: { readonly isRight: boolean; readonly fires: boolean }[] = [];
  for (const prompt of own) {
    const ranked = await rank(prompt.text);
    first.push({ isRight: rankOf(ranked, prompt.right) === 1, fires: (ranked[0]?.evidence ?? 0) >= bar });
  }
  const tokens = embedded / own.length;
  const noise: number[] = [];
  for (const text of nothing) noise.push(((await rank(text))[0]?.evidence ?? 0) >= bar ? 1 : 0);
  const both: number[] = [];
  for (const { text, expect } of several) {
    const top = (await rank(text)).slice(0, 3).map((r) => r.id);
    both.push(expect.every((ids) => ids.some((id) => top.includes(id))) ? 1 : 0);
  }
  queries.flush();
  const share = (keep: (f: (typeof first)[number]) => boolean) => mean(first.map((f) => (keep(f) ? 1 : 0)));
  const cells = [
    share((f) => f.isRight),
    share((f) => f.isRight && f.fires),
    share((f) => !f.isRight && f.fires),
    mean(noise),
    mean(both),
  ];
  say(`| ${name} | ${cells.map((x) => (100 * x).toFixed(1)).join(" | ")} | ${tokens.toFixed(0)} |`);
}
