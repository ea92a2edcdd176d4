// `ways golden`: every way's own test prompts through the hook's decision; exit 1 below the floors of the configuration.
import { type Measure, measuresOf, reasonOf } from "../engine/golden-measures.ts";
import { EXIT, WaysError } from "../errors.ts";
import type { WayId } from "../ways/way.ts";
import { type Authored, ownWays } from "../wiring/authoring.ts";
import { type GoldenPlan, type GoldenRun, planGolden, runGolden } from "../wiring/golden.ts";
import { JSON_FLAG, type Shape, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { pathFrom, plural } from "./findings.ts";
import { formatJunit } from "./golden-junit.ts";
import { renderMeasures, renderProblems } from "./golden-view.ts";
import { type Io, printJson } from "./io.ts";
import { openProgress } from "./progress.ts";
import { wayNamed } from "./way-named.ts";

const HALVES = ["tune", "holdout", "all"] as const;
/** Ways with problems that are shown. */
const SHOWN = 12;

const SHARE: Shape = { hits: "number", of: "number" };
const RESULT: Shape = {
  way: "string",
  file: "string",
  line: "number",
  prompt: "string",
  kind: "string",
  lang: "string",
  verdict: "string",
  shown: ["string"],
  wrong: ["string"],
  evidence: "number | null",
  bar: "number | null",
  "reason?": "string",
};

export const golden: Verb = {
  summary: "run the ways' own test prompts through the real decision",
  examples: [
    ["ways golden", "all prompts of the user's and this project's ways"],
    ["ways golden --changed", "only ways that differ from the last commit"],
    ["ways golden deploys --all", "one way, by its last part"],
    ["ways golden --ways-dir ways --half holdout --junit > golden.xml", "for CI"],
  ],
  words: ["id…"],
  flags: {
    ...JSON_FLAG,
    ...WAYS_DIR_FLAG,
    changed: { kind: "flag", meaning: "only ways whose files differ from the last commit or are new" },
    half: { kind: "text", meaning: "tune (default), holdout (prompts kept for measuring) or all" },
    junit: { kind: "flag", meaning: "one JUnit XML document on stdout" },
    all: { kind: "flag", meaning: "every way that something went wrong with" },
  },
  finding: "a measure is below its floor (`golden.precision`, `golden.recall`), or small talk shows a way",
  json: {
    ok: "boolean",
    prompts: "number",
    measures: [
      { name: "string", value: "number", hits: "number", of: "number", limit: "string | null", met: "boolean" },
    ],
    languages: [{ lang: "string", recall: SHARE }],
    ways: [{ id: "string", recall: SHARE, missed: "number", fired: "number", stolen: "number", smallTalk: ["string"] }],
    results: [RESULT],
  },
  run: async (flags, io) => {
    const half = HALVES.find((name) => name === (flags.text("half") ?? "tune"));
    if (half === undefined)
      throw new WaysError(`unknown half \`${flags.text("half")}\``, { hint: `one of ${HALVES.join(", ")}` });
    const waysDir = flags.text("ways-dir");
    const chosen = (authored: Authored) => namedIn(authored, flags.words);
    const plan = await planGolden(io.env, io.cwd, waysDir, chosen, flags.isOn("changed"), half);
    for (const root of plan.untracked) io.err(`\`${root}\` is in no git repository: all of its ways count as changed`);
    const bar = (work: string) => openProgress(io, work).progress;
    const run = await runGolden(io.env, io.cwd, waysDir, plan, bar("embedding"), bar("trying"));
    const measures = measuresOf(run);
    const ok = measures.every(({ isMet }) => isMet);
    if (flags.isOn("junit")) io.out(formatJunit(run, measures, (path) => pathFrom(io.cwd, path)));
    else if (flags.isOn("json")) printJson(io, "golden", { ok, ...answerOf(io, run, measures) });
    else if (plan.tasks.length > 0) printReport(io, run, measures, flags.isOn("all") ? undefined : SHOWN);
    if (plan.tasks.length === 0) io.err(nothingRun(plan, run, flags.isOn("changed")));
    if (plan.kept > 0) io.err(`not run: ${plural(plan.kept, "prompt")} of the other half (\`--half\`)`);
    return ok ? EXIT.ok : EXIT.finding;
  },
};

/** Ids of the author's own ways; null: all of them. */
function namedIn(authored: Authored, words: readonly string[]): ReadonlySet<WayId> | null {
  const own = [...ownWays(authored).values()];
  return words.length === 0 ? null : new Set(words.map((word) => wayNamed(own, word).id));
}

function nothingRun({ ways, kept }: GoldenPlan, { report }: GoldenRun, onlyChanged: boolean): string {
  if (ways.length === 0) return onlyChanged ? "no way has changed" : "there are no ways of your own here";
  const { hits, of } = report.smallTalk;
  const none =
    kept > 0 ? "no prompt is in this half" : "there are no golden prompts: `ways new` shows what they look like";
  return `${none}\nof small talk, which was tried all the same, ${hits} of ${of} shows a way`;
}

function printReport(io: Io, run: GoldenRun, measures: readonly Measure[], limit: number | undefined): void {
  io.out(renderMeasures(measures, run.report));
  const { text, hidden } = renderProblems(run.report, limit);
  if (text !== "") io.out(`\n${text}`);
  if (hidden > 0) io.err(`${plural(hidden, "more way")} with something wrong: \`--all\``);
}

function answerOf(io: Io, { results, report }: GoldenRun, measures: readonly Measure[]) {
  return {
    prompts: results.length,
    measures: measures.map(({ name, value, share, limit, isMet }) => ({ name, value, ...share, limit, met: isMet })),
    languages: report.languages,
    ways: report.ways.map(({ id, recall, missed, fired, stolen, smallTalk }) => ({
      id,
      recall,
      missed: missed.length,
      fired: fired.length,
      stolen: stolen.length,
      smallTalk,
    })),
    results: results.map((result) => {
      const { way, file, prompt, verdict, shown, wrong, own } = result;
      const isBad = verdict === "missed" || verdict === "fired";
      return {
        way,
        file: pathFrom(io.cwd, file),
        line: prompt.line,
        prompt: prompt.prompt,
        kind: prompt.kind,
        lang: prompt.lang,
        verdict,
        shown,
        wrong,
        evidence: own?.evidence ?? null,
        bar: own?.bar ?? null,
        ...(isBad ? { reason: reasonOf(result) } : {}),
      };
    }),
  };
}
