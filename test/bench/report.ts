// What was measured, in Markdown: src/embed/README.md shows one such report.
import type { KernelSpeed } from "./kernel.ts";
import type { Load } from "./load.ts";
import type { Timing } from "./run.ts";

export type Machine = {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGB: number;
  readonly platform: string;
  readonly bun: string;
};

export type Report = {
  readonly machine: Machine;
  readonly rounds: number;
  readonly timings: readonly (Timing & { readonly ratio: number })[];
  readonly load: readonly Load[];
  /** null: not measured. */
  readonly kernel: KernelSpeed | null;
  /** Tokens a second and core; null: not measured. */
  readonly corpus: number | null;
  /** What could not be measured here. */
  readonly skipped: readonly string[];
};

export function render({ machine, rounds, timings, load, kernel, corpus, skipped }: Report): string {
  const { cpu, cores, memoryGB, platform, bun } = machine;
  const parts = [
    `${cores} × ${cpu}, ${memoryGB} GB, ${platform}, Bun ${bun}; ${rounds} rounds`,
    table(
      ["Scenario", "× floor", "min ms", "median", "p95", "cpu", "MB", "n", ""],
      timings.map((t) => [
        t.name,
        ...[t.ratio, t.min, t.median, t.p95, t.cpu].map((x) => x.toFixed(2)),
        t.rss >= 1 ? t.rss.toFixed(0) : "", // over before it could be looked at
        String(t.runs),
        t.failed > 0 ? `${t.failed} FAILED` : "",
      ]),
    ),
    table(
      [
        "Four sessions, 40 calls a second",
        "calls",
        "median ms",
        "p99",
        "p99 / median",
        "late",
        "shown",
        "twice",
        "lost",
      ],
      load.map((l) => [
        l.name,
        String(l.calls),
        ...[l.median, l.p99, l.spread, l.late].map((x) => x.toFixed(2)),
        ...[l.shown, l.repeated, l.lost + l.failed].map(String),
      ]),
    ),
    kernel === null
      ? ""
      : `Kernel, GMAC/s: instruction ${kernel.peak.toFixed(1)} · products ${share(kernel.products, kernel.peak)} · whole embedding ${share(kernel.embedding, kernel.peak)}`,
    corpus === null ? "" : `Corpus: ${corpus.toFixed(0)} tokens a second and core`,
    ...skipped.map((what) => `Skipped: ${what}`),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function share(x: number, peak: number): string {
  return `${x.toFixed(1)} (${((100 * x) / peak).toFixed(0)} %)`;
}

/** The first column to the left, all others to the right. "" of no rows. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(3, ...all.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
