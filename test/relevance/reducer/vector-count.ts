// Issue 8, part 3: one vector for what the reducer kept, or several, of groups of its sentences or of each?
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
import { buildRanker, type Ranked, rankOf } from "./ranking.ts";
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

const sentencesOf = (kept: string) => kept.split("\n").filter((sentence) => sentence.trim() !== "");

/** The kept sentences in at most three runs of about equal length, in order. */
function inGroups(kept: string): readonly string[] {
  const groups: (readonly string[])[] = [];
  const size = kept.length / GROUPS;
  let length = 0;
  for (const sentence of sentencesOf(kept)) {
    const group = Math.min(GROUPS - 1, Math.floor(length / size));
    groups[group] = [...(groups[group] ?? []), sentence];
    length += sentence.length;
  }
  return groups.flatMap((g) => (g && g.length > 0 ? [g.join("\n")] : []));
}

/** A node's mean of two rankings. */
function meanOf(a: readonly Ranked[], b: readonly Ranked[]): readonly Ranked[] {
  const other = new Map(b.map(({ id, evidence }) => [id, evidence]));
  const both = a.map(({ id, evidence }) => ({ id, evidence: (evidence + (other.get(id) ?? evidence)) / 2 }));
  return both.sort((x, y) => y.evidence - x.evidence);
}

/** Each text's own vector; a node's evidence is its maximum over them. */
async function best(texts: readonly string[]): Promise<readonly Ranked[]> {
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await queries.of(text));
  return ranker(vectors);
}

const say = (line: string) => process.stdout.write(`${line}\n`);

type Way = { readonly texts: (kept: string) => readonly string[]; readonly mean: boolean };

/** `mean`: of the whole and the best of the texts; else the best alone. */
const WAYS_TO_EMBED: Readonly<Record<string, Way>> = {
  "one vector": { texts: (kept) => [kept], mean: false },
  "up to three groups, best": { texts: inGroups, mean: false },
  "one per sentence, best": { texts: sentencesOf, mean: false },
  "whole and up to three groups, mean": { texts: inGroups, mean: true },
  "whole and one per sentence, best": { texts: (kept) => [kept, ...sentencesOf(kept)], mean: false },
  "whole and one per sentence, mean": { texts: sentencesOf, mean: true },
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

const TITLES = [
  `right way first (${own.length})`,
  "and at the bar",
  `off-topic at the bar (${nothing.length})`,
  "bar for as little off-topic as with one vector",
  "right way first, at that bar",
  `two topics, both in the first three (${several.length})`,
  "vectors",
  "characters embedded",
];
say(`| | ${TITLES.join(" | ")} |`);
say(`| --- |${TITLES.map(() => " --- |").join("")}`);
/** Below any evidence. */
const WRONG = -9;
let quiet: number | null = null;
for (const [name, { texts, mean: isMean }] of Object.entries(WAYS_TO_EMBED)) {
  const costs: { readonly vectors: number; readonly characters: number }[] = [];
  const rank = async (text: string) => {
    const kept = reduceText(text, BUDGET);
    const parts = texts(kept);
    const all = isMean && parts.length > 1 ? [kept, ...parts] : parts;
    costs.push({ vectors: all.length, characters: all.join("").length });
    const alone = await best(parts);
    return isMean && parts.length > 1 ? meanOf(await best([kept]), alone) : alone;
  };
  /** Evidence of the best way where it is a right one. */
  const right: number[] = [];
  for (const prompt of own) {
    const ranked = await rank(prompt.text);
    right.push(rankOf(ranked, prompt.right) === 1 ? (ranked[0]?.evidence ?? WRONG) : WRONG);
  }
  const cost = [mean(costs.map((c) => c.vectors)), mean(costs.map((c) => c.characters))];
  const noise: number[] = [];
  for (const text of nothing) noise.push((await rank(text))[0]?.evidence ?? WRONG);
  const both: number[] = [];
  for (const { text, expect } of several) {
    const top = (await rank(text)).slice(0, 3).map((r) => r.id);
    both.push(expect.every((ids) => ids.some((id) => top.includes(id))) ? 1 : 0);
  }
  queries.flush();
  const share = (values: readonly number[], from: number) =>
    (100 * mean(values.map((x) => (x >= from ? 1 : 0)))).toFixed(1);
  quiet ??= noise.filter((x) => x >= bar).length;
  const sameNoise = (noise.toSorted((a, b) => b - a)[quiet] ?? bar) + 1e-6;
  const cells = [
    share(right, WRONG + 1),
    share(right, bar),
    share(noise, bar),
    sameNoise.toFixed(3),
    share(right, sameNoise),
    share(both, 1),
    ...cost.map((x) => x.toFixed(1)),
  ];
  say(`| ${name} | ${cells.join(" | ")} |`);
}
