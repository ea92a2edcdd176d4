// For `ways tune`: fidelity, audit and bars of the ways an author answers for.
import { type Audit, auditCanonicals } from "../engine/audit.ts";
import { buildFidelity, type Fidelity } from "../engine/fidelity.ts";
import { type Observed, observeAliases, type Trial, tryPhrasing, tryPrompt } from "../engine/outcomes.ts";
import type { Progress } from "../engine/refresh.ts";
import { type Comparison, compareBars, isChange, type Limits, type Proposal, proposeBars } from "../engine/tuning.ts";
import type { Env } from "../host/env.ts";
import { BUDGETS, reduceText } from "../match/reduce.ts";
import type { ChangedFile } from "../store/migrations.ts";
import { readWayFile, replaceWayFile } from "../store/way-files.ts";
import { writeBar } from "../ways/bar-line.ts";
import type { Golden } from "../ways/golden.ts";
import type { Way, WayId } from "../ways/way.ts";
import { openTrials } from "./arena.ts";
import { type Authored, openAuthored, ownWays } from "./authoring.ts";
import { coordinatesOfTexts, rowsOf } from "./coordinates.ts";
import { openWorld } from "./world.ts";

/** What an author tunes here: a place or a folder, and the ways of it that are meant. */
export type TuneSubject = {
  readonly env: Env;
  readonly cwd: string;
  readonly waysDir: string | null;
  /** Given the own ways, the ids that are meant. */
  readonly choose: (own: readonly Way[]) => readonly WayId[];
};

/** The shipped ways also say what is usual. Throws a WaysError without a usable model. */
export async function readFidelity({ env, cwd, waysDir, choose }: TuneSubject, progress: Progress): Promise<Fidelity> {
  const authored = await openAuthored(env, cwd, waysDir);
  const world = openWorld(env);
  const others = world
    .shipped()
    .ways()
    .filter(({ id }) => !authored.ways.has(id));
  const all = [...authored.ways.values(), ...others];
  const coordinates = await coordinatesOfTexts(world, all, progress);
  return buildFidelity(chosenOf(authored, choose), all, (way) => rowsOf(coordinates, way));
}

export async function readAudit(
  { env, cwd, waysDir, choose }: TuneSubject,
  progress: Progress,
): Promise<readonly Audit[]> {
  const { authored, arena } = await openTrials(env, cwd, waysDir, progress);
  return auditCanonicals(chosenOf(authored, choose), arena);
}

export type Tuning = {
  readonly proposals: readonly Proposal[];
  readonly limits: Limits;
  /** What the comparison is held to: `golden.precision` of the configuration. */
  readonly precision: number;
  readonly comparison: Comparison;
  readonly phrasings: number;
  readonly changes: readonly ChangedFile[];
  /** Files whose bar has to be set by hand. */
  readonly byHand: readonly string[];
};

/** `embedding`: texts of ways that are new; `progress`: aliases, prompts and phrasings tried. */
export async function tuneBars(subject: TuneSubject, embedding: Progress, progress: Progress): Promise<Tuning> {
  const opened = await openTrials(subject.env, subject.cwd, subject.waysDir, embedding);
  const { authored, arena, config, world, vectorOf, flush } = opened;
  const tuned = new Set([...chosenOf(authored, subject.choose)].filter((id) => arena.rows.has(id)));
  const prompts = tuned.size === 0 ? [] : [...authored.golden].flatMap(labelled);
  const phrasings = tuned.size === 0 ? [] : world.models.phrasings();
  const aliases = [...arena.rows.values()].reduce((sum, rows) => sum + rows.length, 0);
  const step = counter(progress, aliases + prompts.length + phrasings.length);

  const observed: Observed[] = [];
  for (const seen of tuned.size === 0 ? [] : observeAliases(tuned, arena)) {
    observed.push(...seen);
    step();
  }
  const trials: Trial[] = [];
  for (const { text, ...label } of prompts) {
    trials.push(tryPrompt({ ...label, vector: await vectorOf(reduceText(text, BUDGETS.prompt)) }, arena));
    step();
  }
  for (const [i, text] of phrasings.entries()) {
    trials.push(tryPhrasing(await vectorOf(reduceText(text, BUDGETS.prompt)), i, arena));
    step();
  }
  flush();

  const { bar: unit, floor } = arena.calibration;
  const limits = { bar: config.default_threshold ?? unit, floor, unit };
  const { precision } = config.golden;
  const proposals = proposeBars(tuned, arena.ways, [...observed, ...trials.flatMap(({ seen }) => seen)], limits);
  const comparison = compareBars(tuned, arena.ways, observed, trials, precision, limits);
  return {
    proposals,
    limits,
    precision,
    comparison,
    phrasings: phrasings.length,
    ...planChanges(proposals, arena.ways, limits),
  };
}

export function applyBars(changes: readonly ChangedFile[]): void {
  for (const { path, after } of changes) replaceWayFile(path, after);
}

function planChanges(proposals: readonly Proposal[], ways: ReadonlyMap<WayId, Way>, limits: Limits) {
  const changes: ChangedFile[] = [];
  const byHand: string[] = [];
  for (const proposal of proposals.filter((p) => isChange(p, limits))) {
    const path = ways.get(proposal.id)?.file ?? "";
    const before = readWayFile(path);
    if (before === null) continue;
    const after = writeBar(before, proposal.bar);
    if (after === null) byHand.push(path);
    else changes.push({ path, before, after });
  }
  return { changes, byHand };
}

/** Prompts that are embedded, of the half that may be tuned on. */
function labelled([way, { prompts }]: readonly [WayId, Golden]) {
  return prompts
    .filter(({ holdout, event }) => !holdout && (event === "prompt" || event === "task"))
    .map(({ prompt, kind, also }) => ({
      text: prompt,
      right: new Set(kind === "negative" ? also : [way, ...also]),
      nearMissOf: kind === "negative" ? way : null,
    }));
}

function chosenOf(authored: Authored, choose: TuneSubject["choose"]): ReadonlySet<WayId> {
  return new Set(choose([...ownWays(authored).values()]));
}

function counter(progress: Progress, total: number): () => void {
  let done = 0;
  return () => progress(++done, total);
}
