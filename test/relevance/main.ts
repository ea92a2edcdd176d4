// `make relevance`: precision and recall at the shipped thresholds, through the compiled binary; exit 1 below a floor.
//   bun test/relevance/main.ts [--half tune] [--blind | --languages | --growth] [binary]
import { resolve } from "node:path";
import { Glob } from "bun";
import {
  blindPrompts,
  commandLines,
  goldenPrompts,
  type Half,
  type Labelled,
  multiTopicPrompts,
  parallelPrompts,
  promptsForNothing,
} from "./data.ts";
import { type Decided, decideAll } from "./decide.ts";
import { falseFires, kinConfusions, precision, type Rate, recall, topicsMet, topK } from "./metrics.ts";

type Figure = { readonly name: string; readonly rate: Rate; readonly floor?: number; readonly ceiling?: number };

const by = (all: readonly Decided[], group: string) => all.filter((d) => d.group === group);

function goldenFigures(golden: readonly Decided[], nothing: readonly Decided[]): readonly Figure[] {
  return [
    { name: "precision of shown ways", rate: precision(golden), floor: 0.9 },
    { name: "recall", rate: recall(golden), floor: 0.75 },
    { name: "recall, direct", rate: recall(by(golden, "direct")) },
    { name: "recall, situational", rate: recall(by(golden, "situational")), floor: 0.65 },
    { name: "recall, English", rate: recall(golden.filter((d) => d.lang === "en")) },
    { name: "recall, other languages", rate: recall(golden.filter((d) => d.lang !== "en")) },
    { name: "top-1", rate: topK(golden, 1), floor: 0.85 },
    { name: "recall@5", rate: topK(golden, 5), floor: 0.95 },
    { name: "off-topic prompts shown anything", rate: falseFires(by(nothing, "null-prompts")), ceiling: 0.02 },
    { name: "plain errands shown anything", rate: falseFires(by(nothing, "errands")), ceiling: 0.15 },
    { name: "wrong ways that are kin of the right one", rate: kinConfusions(golden) },
  ];
}

function languageFigures(parallel: readonly Decided[]): readonly Figure[] {
  const languages = [...Map.groupBy(parallel, (d) => d.lang)];
  const ranked = languages.map(([lang, all]) => ({ lang, recall: recall(all), precision: precision(all) }));
  ranked.sort((a, b) => a.recall.value - b.recall.value);
  return ranked.flatMap(({ lang, recall: r, precision: p }) => [
    { name: `${lang}: recall`, rate: r, floor: 0.55 },
    { name: `${lang}: precision`, rate: p, floor: 0.85 },
  ]);
}

function laneFigures(topics: readonly Decided[], commands: readonly Decided[]): readonly Figure[] {
  return [
    { name: "two topics: one right way", rate: topicsMet(topics, 1), floor: 0.85 },
    { name: "two topics: both", rate: topicsMet(topics, 2), floor: 0.3 },
    { name: "ordinary command lines shown anything", rate: falseFires(by(commands, "ordinary")), ceiling: 0.02 },
    { name: "command lines that are due", rate: recall(by(commands, "due")), floor: 0.3 },
  ];
}

function blindFigures(blind: readonly Decided[]): readonly Figure[] {
  return [
    { name: "blind: top-1", rate: topK(blind, 1), floor: 0.75 },
    { name: "blind: precision", rate: precision(blind), floor: 0.8 },
    { name: "blind: recall", rate: recall(blind), floor: 0.6 },
    { name: "blind: off-topic shown anything", rate: falseFires(blind) },
  ];
}

/** A ceiling is held by the upper bound of the interval, a floor by the value. */
function misses(f: Figure): boolean {
  if (f.floor !== undefined && f.rate.value < f.floor) return true;
  return f.ceiling !== undefined && f.rate.high > f.ceiling;
}

function line(f: Figure): string {
  const three = (x: number) => x.toFixed(3);
  const bar = f.floor !== undefined ? `≥ ${f.floor}` : f.ceiling !== undefined ? `upper bound ≤ ${f.ceiling}` : "";
  return `| ${f.name} | ${three(f.rate.value)} | ${three(f.rate.low)}–${three(f.rate.high)} | ${f.rate.n} | ${bar} | ${misses(f) ? "**missed**" : ""} |`;
}

/** The same texts as they would be dispatched to a sub-agent, where their ways are meant for one. */
async function dispatches(golden: readonly Labelled[]): Promise<readonly Labelled[]> {
  const isMeant = async (id: string) =>
    /^scope:.*\bsubagent\b/m.test(await Bun.file(`ways/${id}/${id.split("/").at(-1)}.md`).text());
  const meant = await Promise.all(
    golden.map(async (p) => (await Promise.all(p.topics.flat().map(isMeant))).every(Boolean)),
  );
  return golden.filter((_, i) => meant[i]).map((prompt) => ({ ...prompt, event: "task" }));
}

async function libraryFigures(half: Half, binary: string): Promise<readonly Figure[]> {
  const golden = await goldenPrompts(half);
  const sets = [
    golden,
    [...(await promptsForNothing("null-prompts", half)), ...(await promptsForNothing("errands", half))],
    await parallelPrompts(),
    await multiTopicPrompts(half),
    await commandLines(half),
    await dispatches(golden),
  ];
  const decided = await decideAll(sets.flat(), binary);
  const starts = sets.map((_, i) => sets.slice(0, i).reduce((n, set) => n + set.length, 0));
  const parts = sets.map((set, i) => decided.slice(starts[i], (starts[i] ?? 0) + set.length));
  const [first = [], nothing = [], parallel = [], topics = [], commands = [], tasks = []] = parts;
  return [
    ...goldenFigures(first, nothing),
    ...laneFigures(topics, commands),
    { name: "dispatch texts: precision", rate: precision(tasks) },
    { name: "dispatch texts: recall", rate: recall(tasks) },
    ...languageFigures(parallel),
  ];
}

/** How figures change as a library grows: whole trees are left out, in an order that has nothing to do with what they are about. */
async function growthFigures(half: Half, binary: string): Promise<readonly Figure[]> {
  const ids = [...new Glob("**/*.golden.jsonl").scanSync("ways")].map((file) => file.split("/").slice(0, -1).join("/"));
  const rootOf = (id: string) => ids.filter((other) => `${id}/`.startsWith(`${other}/`)).sort()[0] ?? id;
  const trees = [...Map.groupBy(ids.sort(), rootOf).values()].sort((a, b) => order(a[0]) - order(b[0]));
  const prompts = await goldenPrompts(half);
  const figures: Figure[] = [];
  for (const size of [25, 50, 100, ids.length]) {
    const kept = new Set<string>();
    for (const tree of trees) if (kept.size + tree.length <= size) for (const id of tree) kept.add(id);
    const own = prompts.filter((p) => p.topics.flat().some((id) => kept.has(id)));
    const disabled = ids.filter((id) => !kept.has(id));
    const decided = await decideAll(own, binary, disabled);
    figures.push(
      { name: `${kept.size} ways: top-1`, rate: topK(decided, 1) },
      { name: `${kept.size} ways: precision`, rate: precision(decided) },
      { name: `${kept.size} ways: recall`, rate: recall(decided) },
    );
  }
  return figures;
}

function order(id = ""): number {
  return Bun.hash.crc32(id);
}

async function main(args: readonly string[]): Promise<number> {
  const half: Half = args.includes("tune") ? "tune" : "holdout";
  const binary = resolve(args.find((a) => a.includes("/")) ?? "dist/ways");
  const figures = args.includes("--blind")
    ? blindFigures(await decideAll(await blindPrompts(), binary))
    : args.includes("--languages")
      ? languageFigures(await decideAll(await parallelPrompts(), binary))
      : args.includes("--growth")
        ? await growthFigures(half, binary)
        : await libraryFigures(half, binary);
  process.stdout.write(
    ["| figure | value | 95 % interval | n | bar | |", "|---|---|---|---|---|---|", ...figures.map(line), ""].join(
      "\n",
    ),
  );
  return figures.some(misses) ? 1 : 0;
}

process.exit(await main(process.argv.slice(2)));
