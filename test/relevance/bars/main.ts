// Own bars against one bar for all, on the tuning half of the shipped library: recall at equal precision, cross-validated, and
// the constants of match/bars.ts fitted anew. The figures stand in docs/adr/0008.
//   make relevance-bars
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareBars } from "../../../src/engine/tuning.ts";
import { observeWays } from "../../../src/wiring/observations.ts";
import { fitConstants } from "./fit.ts";

const PRECISIONS = [0.85, 0.88, 0.9, 0.92] as const;

const home = mkdtempSync(join(tmpdir(), "ways-bars-"));
const { tuned, ways, calibration, aliases, trials, phrasings } = await observeWays(
  {
    env: { HOME: home, WAYS_MODEL_DIR: join(process.cwd(), "models") },
    cwd: process.cwd(),
    waysDir: "ways",
    choose: (own) => own.map(({ id }) => id),
  },
  () => {},
  () => {},
);
rmSync(home, { recursive: true });

const { bar, floor } = calibration;
const limits = { bar, floor, unit: bar };
const { slope, even } = fitConstants(aliases, bar);
const three = (x: number) => x.toFixed(3);
const lines = PRECISIONS.map((precision) => {
  const { first, second, gain } = compareBars(tuned, ways, aliases, trials, precision, limits);
  return `| ${precision} | ${three(first.recall)} | ${three(second.recall)} | ${three(gain.mean)} (${three(gain.low)} … ${three(gain.high)}) |`;
});
process.stdout.write(
  [
    `${trials.length - phrasings} golden prompts, ${phrasings} phrasings, ${aliases.length} aliases that say something`,
    `fitted: slope ${slope.toFixed(2)}, even ${even.toFixed(2)} (units of the bar ${bar})`,
    "",
    "| precision | one bar | own bars | gain around it (95 %) |",
    "|---|---|---|---|",
    ...lines,
    "",
  ].join("\n"),
);
