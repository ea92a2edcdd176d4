// What a megabyte costs in a process that has just started: one child a measurement, since a warm one says nothing.
//   bun test/relevance/reducer/cost.ts [--runs 15]
// Wall time of the call alone, beside the start of an empty child of the same run.
import { parseArgs } from "node:util";
import { reduceText } from "../../../src/match/reduce.ts";
import { buildLog } from "./logs.ts";
import { between, pick, type Random, seeded } from "./random.ts";

const SIZE = 1_000_000;
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

const { values } = parseArgs({ options: { runs: { type: "string", default: "15" }, child: { type: "boolean" } } });
if (values.child) {
  const text = await Bun.stdin.text();
  const start = performance.now();
  reduceText(text, 100);
  process.stdout.write(String(performance.now() - start));
} else compare(Number(values.runs));

function compare(runs: number): void {
  const row = (name: string, measure: () => number) => {
    const sorted = Array.from({ length: runs }, measure).sort((a, b) => a - b);
    process.stdout.write(`| ${name} | ${sorted[0]?.toFixed(1)} | ${sorted[runs >> 1]?.toFixed(1)} |\n`);
  };
  process.stdout.write("| 1 MB of | best ms | median ms |\n|---|---|---|\n");
  row("(an empty child, start to exit)", () => {
    const start = performance.now();
    Bun.spawnSync([process.execPath, "-e", "0"]);
    return performance.now() - start;
  });
  for (const [kind, make] of Object.entries(KINDS)) {
    const stdin = Buffer.from(make(seeded(kind)));
    row(kind, () =>
      Number(Bun.spawnSync([process.execPath, import.meta.path, "--child"], { stdin }).stdout.toString()),
    );
  }
}
