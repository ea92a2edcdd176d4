// `ways tune --thresholds`: proposals as a diff, with what they rest on and whether they were measured to help here.
import { isChange } from "../engine/tuning.ts";
import { EXIT } from "../errors.ts";
import type { TuneSubject } from "../wiring/observations.ts";
import { applyBars, type Tuning, tuneBars } from "../wiring/tuning.ts";
import type { Flags, Shape } from "./args.ts";
import { renderDiff } from "./diff.ts";
import { pathFrom, plural } from "./findings.ts";
import { type Io, printJson, table } from "./io.ts";
import { openProgress } from "./progress.ts";

/** Prompts that want a way: with fewer a comparison would be luck. */
const ENOUGH = 100;

const TRADEOFF: Shape = { recall: "number", at: "number | null" };

export const THRESHOLDS_SHAPE = {
  "applied?": "boolean",
  "default?": "number",
  "proposals?": [
    {
      id: "string",
      written: "number | null",
      bar: "number",
      error: "number",
      right: "number",
      wrong: "number",
      change: "boolean",
    },
  ],
  "byHand?": ["string"],
  "precision?": "number",
  "comparison?": {
    wanted: "number",
    enough: "boolean",
    oneBar: TRADEOFF,
    ownBars: TRADEOFF,
    gain: { mean: "number", low: "number", high: "number" },
  },
} as const;

export async function printThresholds(io: Io, subject: TuneSubject, flags: Flags): Promise<number> {
  const bar = (work: string) => openProgress(io, work).progress;
  const tuning = await tuneBars(subject, bar("embedding"), bar("trying"));
  const { proposals, limits, changes, precision, comparison } = tuning;
  const isApplied = flags.isOn("apply") && changes.length > 0;
  if (isApplied) applyBars(changes);
  const byHand = tuning.byHand.map((path) => pathFrom(io.cwd, path));
  if (flags.isOn("json")) {
    printJson(io, "tune", {
      applied: isApplied,
      default: limits.bar,
      proposals: proposals.map((p) => ({ ...p, change: isChange(p, limits) })),
      byHand,
      precision,
      comparison: {
        wanted: comparison.wanted,
        enough: comparison.wanted >= ENOUGH,
        oneBar: comparison.first,
        ownBars: comparison.second,
        gain: comparison.gain,
      },
    });
    return EXIT.ok;
  }
  const changed = proposals.filter((p) => isChange(p, limits));
  if (changed.length > 0)
    io.err(
      table([
        ["bar", "now", "±", "right", "wrong", "way"],
        ...changed.map((p) => [
          p.bar.toFixed(2),
          p.written?.toFixed(2) ?? `${limits.bar.toFixed(3)} (default)`,
          p.error.toFixed(3),
          `${p.right}`,
          `${p.wrong}`,
          p.id,
        ]),
      ]),
    );
  if (!isApplied)
    for (const { path, before, after } of changes) io.out(renderDiff(pathFrom(io.cwd, path), before, after));
  for (const path of byHand) io.err(`\`${path}\`: its frontmatter is not understood well enough, set the bar by hand`);
  io.err(verdict(tuning));
  if (changes.length === 0) io.err("no bar has to change");
  else if (isApplied) io.err(`wrote ${plural(changes.length, "bar")}; \`ways golden\` shows what they do`);
  else io.err(`${plural(changes.length, "bar")} to change: \`--apply\` writes them`);
  return EXIT.ok;
}

/** Whether own bars are worth it, as far as it can be told here. */
function verdict({ comparison, precision, phrasings }: Tuning): string {
  const { wanted, first, second, gain } = comparison;
  if (wanted < ENOUGH)
    return `not measured: ${plural(wanted, "golden prompt")} of the tuning half, ${ENOUGH} are needed to tell own bars from one for all`;
  const points = (share: number) => `${share < 0 ? "−" : "+"}${Math.abs(share * 100).toFixed(1)}`;
  const answer =
    gain.low > 0 ? "own bars find more" : gain.high < 0 ? "own bars find less, leave them out" : "no clear difference";
  return [
    `cross-validated on ${wanted} golden prompts and ${phrasings} phrasings of small talk:`,
    `  at precision ${precision} one bar${first.at === null ? "" : ` (${first.at.toFixed(3)})`} finds ${percent(first.recall)}, own bars ${percent(second.recall)}`,
    `  around it own bars find ${points(gain.mean)} points (95 %: ${points(gain.low)} to ${points(gain.high)}): ${answer}`,
  ].join("\n");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
