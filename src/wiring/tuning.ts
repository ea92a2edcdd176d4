// For `ways tune`: fidelity, audit and bars of the ways an author answers for.
import { type Audit, auditCanonicals } from "../engine/audit.ts";
import { buildFidelity, type Fidelity } from "../engine/fidelity.ts";
import type { Progress } from "../engine/refresh.ts";
import {
  type BarComparison,
  compareBars,
  isChange,
  type Limits,
  type Proposal,
  proposeBars,
} from "../engine/tuning.ts";
import type { ChangedFile } from "../store/migrations.ts";
import { readWayFile, replaceWayFile } from "../store/way-files.ts";
import { writeBar } from "../ways/bar-line.ts";
import type { Way, WayId } from "../ways/way.ts";
import { openTrials } from "./arena.ts";
import { openAuthored } from "./authoring.ts";
import { coordinatesOfTexts, rowsOf } from "./coordinates.ts";
import { chosenOf, observeWays, type TuneSubject } from "./observations.ts";
import { openWorld } from "./world.ts";

/** The shipped ways also say what is usual. Throws a WaysError without a usable model. */
export async function readFidelity({ env, cwd, waysDir, choose }: TuneSubject, progress: Progress): Promise<Fidelity> {
  const authored = await openAuthored(env, cwd, waysDir);
  const world = openWorld(env);
  const chosen = chosenOf(authored, choose);
  if (chosen.size === 0) return { aliases: [], usual: [] };
  const others = world.shipped().ways();
  const all = [...authored.ways.values(), ...others.filter(({ id }) => !authored.ways.has(id))];
  const coordinates = await coordinatesOfTexts(world, all, progress);
  return buildFidelity(chosen, all, (way) => rowsOf(coordinates, way));
}

export async function readAudit(
  { env, cwd, waysDir, choose }: TuneSubject,
  progress: Progress,
): Promise<readonly Audit[]> {
  const { authored, arena } = await openTrials(env, cwd, waysDir, progress);
  const chosen = chosenOf(authored, choose);
  return chosen.size === 0 ? [] : auditCanonicals(chosen, await arena());
}

export type Tuning = {
  readonly proposals: readonly Proposal[];
  readonly limits: Limits;
  /** What the comparison is held to: `golden.precision` of the configuration. */
  readonly precision: number;
  readonly comparison: BarComparison;
  readonly phrasings: number;
  readonly changes: readonly ChangedFile[];
  /** Files whose bar has to be set by hand. */
  readonly byHand: readonly string[];
};

/** `embedding`: texts of ways that are new; `progress`: aliases, prompts and phrasings tried. */
export async function tuneBars(subject: TuneSubject, embedding: Progress, progress: Progress): Promise<Tuning> {
  const seen = await observeWays(subject, embedding, progress);
  const { tuned, ways, calibration, config, aliases, trials, phrasings } = seen;
  const { bar: unit, floor } = calibration;
  const limits = { bar: config.default_threshold ?? unit, floor, unit };
  const { precision } = config.golden;
  const proposals = proposeBars(tuned, ways, [...aliases, ...trials.flatMap((trial) => trial.seen)], limits);
  const comparison = compareBars(tuned, ways, aliases, trials, precision, limits);
  const changes = planChanges(proposals, ways, limits);
  return { proposals, limits, precision, comparison, phrasings, ...changes };
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
