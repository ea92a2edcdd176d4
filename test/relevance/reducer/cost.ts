// What a megabyte costs in a process that has just started: one child a measurement, since a warm one says nothing.
//   bun test/relevance/reducer/cost.ts [--runs 15]
// Wall time of the call alone in a binary compiled as the product is, beside the start of an empty one. Exit 1 when a kind takes
// more than four such starts at best: what a busy machine adds says nothing.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compileFloor, compileProgram } from "../../bench/floor.ts";
import { buildLog } from "./logs.ts";
import { between, pick, type Random, seeded } from "./random.ts";

const SIZE = 1_000_000;
/** Starts of an empty binary (issue 8). */
const MOST = 4;
const WORDS = "the room guest price while under table green morning page rate house large often with because".split(
  " ",
);

const repeated = (part: string) => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE);
const sentence = (random: Random) =>
  Array.from({ length: between(random, 6, 18) }, () => pick(random, WORDS)).join(" ");
const base64 = (random: Random) =>
  Buffer.from(Uint8Array.from({ length: (SIZE * 3) / 4 }, () => between(random, 0, 255))).toString("base64");

/** In bytes for scripts of three bytes a character: what arrives on stdin is counted so. */
const KINDS: Readonly<Record<string, (random: Random) => string>> = {
  prose: (r) =>
    Array.from({ length: 15_000 }, () => `${sentence(r)}.`)
      .join(" ")
      .slice(0, SIZE),
  "one sentence": (r) =>
    Array.from({ length: 15_000 }, () => sentence(r))
      .join(" ")
      .slice(0, SIZE),
  "one word": () => repeated("a"),
  Japanese: () =>
    repeated("小さなホテルの予約サイトです。昨日みんなで話しましたが、意見は出ませんでした。").slice(0, SIZE / 3),
  Thai: () => repeated("เมื่อวานเราคุยเรื่องนี้กันตอนกินข้าวกลางวันแต่ไม่มีใครมีความเห็นชัดเจน ").slice(0, SIZE / 3),
  log: (r) => buildLog(r, "tune", SIZE),
  base64,
  "&& chain": () =>
    Array.from({ length: 40_000 }, (_, i) => `step${i % 50} --flag ${i}`)
      .join(" && ")
      .slice(0, SIZE),
};

const CHILD = `import { reduceText } from ${JSON.stringify(join(import.meta.dir, "../../../src/match/reduce.ts"))};
const text = await Bun.stdin.text();
const start = performance.now();
reduceText(text, 100);
const took = performance.now() - start; // before stdout is touched: its stream takes 9 ms to make
process.stdout.write(String(took));
`;

const { values } = parseArgs({ options: { runs: { type: "string", default: "15" } } });
const folder = mkdtempSync(join(tmpdir(), "ways-cost-"));
try {
  compare(await compileFloor(folder), await compileProgram(folder, "child", CHILD), Number(values.runs));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** In rounds, so that a busy minute meets all alike. */
function compare(floor: string, child: string, runs: number): void {
  const started = () => {
    const start = performance.now();
    Bun.spawnSync([floor]);
    return performance.now() - start;
  };
  const inputs = Object.entries(KINDS).map(([kind, make]) => ({ kind, stdin: Buffer.from(make(seeded(kind))) }));
  const reduced = (stdin: Buffer) => Number(Bun.spawnSync([child], { stdin }).stdout.toString());
  const rounds = Array.from({ length: runs }, () => [started(), ...inputs.map(({ stdin }) => reduced(stdin))]);
  const rows = ["(an empty binary, start to exit)", ...inputs.map(({ kind }) => kind)].map((kind, i) => {
    const sorted = rounds.map((times) => times[i] ?? Number.NaN).sort((a, b) => a - b);
    return { kind, best: sorted[0] ?? Number.NaN, median: sorted[runs >> 1] ?? Number.NaN };
  });
  const [base] = rows;
  if (rows.some(({ best }) => best > MOST * (base?.best ?? Number.NaN))) process.exitCode = 1;
  const lines = rows.map(({ kind, best, median }) => {
    const ratios = [best / (base?.best ?? Number.NaN), median / (base?.median ?? Number.NaN)];
    return [kind, best, median, ...ratios]
      .map((cell) => (typeof cell === "string" ? cell : cell.toFixed(1)))
      .join(" | ");
  });
  const head = ["1 MB of | best ms | median ms | × floor, best | × floor, median", "--- | --- | --- | --- | ---"];
  process.stdout.write([...head, ...lines].map((line) => `| ${line} |\n`).join(""));
}
