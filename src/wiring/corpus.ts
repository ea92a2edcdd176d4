// Rebuilds the corpus over core, user and all known projects (ADR-109): scopes that have changed are read again, of their texts only
// those are embedded that the vector store has never seen, all other rows are kept. Without a lock: two refreshes at once do the
// same work, the last one wins, and each looks again after it has written.
import type { Progress } from "../engine/refresh.ts";
import { ensureDir } from "../host/files.ts";
import { openHeartbeat } from "../store/heartbeat.ts";
import { removeAbandoned } from "../store/leftovers.ts";
import { type EmbeddedProject, type Manifest, manifestIn } from "../store/manifest.ts";
import { createMarker, markerPath } from "../store/marker.ts";
import { forgetFailure } from "../store/refresh-failure.ts";
import { corpusFolder, corpusIn } from "../store/rows.ts";
import type { ScopeWays } from "../store/scope-ways.ts";
import { stampFile } from "../store/stamps.ts";
import { rememberVisit } from "../store/visited-projects.ts";
import { SHARED, settled, watchedIn, writeWatched } from "../store/watched.ts";
import {
  isCanonical,
  isRefusal,
  openRaw,
  readBefore,
  requireTools,
  type Tools,
  unwritable,
  writeCorpus,
} from "./corpus-files.ts";
import { type Plan, type PlannedProject, planRefresh } from "./corpus-plan.ts";
import { buildScopes, embedScopes, readScopes, type ScopeTexts } from "./corpus-scopes.ts";
import { warningsOf } from "./corpus-warnings.ts";
import { basisOf, isCorpusStale } from "./freshness.ts";
import { type Survey, takeSurvey } from "./survey.ts";
import type { World } from "./world.ts";

export type RefreshOptions = {
  /** Of whoever asks; known or not. */
  readonly project: string;
  /** Everything is read and embedded again. */
  readonly isFull: boolean;
  /** Another folder than the one hooks read; nothing outside it is written then. */
  readonly output: string | null;
};

export type Telling = { readonly step: (text: string) => void; readonly progress: Progress };

export type Refreshed = {
  /** Texts that were embedded. */
  readonly embedded: number;
  /** Ways with rows. */
  readonly user_ways: number;
  readonly project_ways: number;
  /** Projects with rows. */
  readonly projects: number;
  readonly failed_lint: number;
  /** What a person should know about projects. */
  readonly warnings: readonly string[];
  readonly path: string;
};

/** What changes faster than so many looks is for the next session start. */
const ROUNDS = 3;

/** Throws a WaysError without a usable model and where nothing can be written; the old corpus then stays. */
export async function refreshCorpus(world: World, options: RefreshOptions, tell: Telling): Promise<Refreshed> {
  const tools = requireTools(world);
  const folder = options.output ?? corpusFolder(tools.places);
  try {
    const done = await refreshUntilFresh(world, tools, { ...options, folder }, tell);
    if (isCanonical(folder, tools.places)) {
      forgetFailure(tools.places.state);
      world.models.keepTokenizer();
    }
    return done;
  } catch (error) {
    throw isRefusal(error) ? unwritable(folder, error) : error;
  }
}

async function refreshUntilFresh(world: World, tools: Tools, options: Round, tell: Telling): Promise<Refreshed> {
  const { folder } = options;
  const { places } = tools;
  ensureDir(folder);
  if (isCanonical(folder, places)) rememberVisit(folder, options.project);
  const heart = openHeartbeat(folder);
  let embedded = 0;
  for (let round = 1; ; round++) {
    const isFull = options.isFull && round === 1;
    const done = await refreshOnce(world, tools, { ...options, isFull }, tell, heart.beat).finally(heart.stop);
    embedded += done.embedded; // no beat from here: who came meanwhile has left the last look to us
    const basis = basisOf(world);
    const isOver = !isCanonical(folder, places) || basis === null;
    if (isOver || round === ROUNDS || !isCorpusStale(places, basis, options.project, "everything"))
      return { ...done, embedded };
  }
}

type Round = RefreshOptions & { readonly folder: string };

async function refreshOnce(
  world: World,
  tools: Tools,
  { folder, project, isFull }: Round,
  tell: Telling,
  beat: () => void,
): Promise<Refreshed> {
  beat();
  const survey = await takeSurvey(world, tools.places, project);
  const before = isFull ? null : readBefore(folder, tools.meta);
  const plan = planRefresh(survey, before, tools.meta);
  const texts = readScopes(world, tools, survey, plan);
  const raw = openRaw(folder, tools, isFull);
  const embedded = await embedScopes(world, texts, raw, tell.progress, beat);
  const blocks = await buildScopes(world, tools, survey, plan, texts, raw);
  const isOwn = isCanonical(folder, tools.places);
  const marked = isOwn ? markNew(plan, texts) : new Map<string, boolean>();
  const manifest = describe(world, survey, plan, texts, { before: before?.manifest ?? null, marked });
  if (!plan.isFresh) {
    writeCorpus(folder, tools.meta, world.shippedHash(), blocks, manifest);
    tell.step(`wrote \`${corpusIn(folder)}\``);
  }
  removeAbandoned(folder, Date.now());
  if (isOwn) watch(world, folder, survey, marked);
  const sizes = [...blocks].map(([scope, block]) => ({ scope, ways: block.nodes.length }));
  const projects = sizes.filter(({ scope, ways }) => scope !== "user" && scope !== "core" && ways > 0);
  const failed = Object.values(manifest.projects).reduce((sum, p) => sum + p.failed_lint, manifest.global_failed_lint);
  return {
    embedded,
    user_ways: blocks.get("user")?.nodes.length ?? 0,
    project_ways: projects.reduce((sum, { ways }) => sum + ways, 0),
    projects: projects.length,
    failed_lint: failed,
    warnings: warningsOf(plan, manifest, marked),
    path: corpusIn(folder),
  };
}

/** By key of a project; false: its marker could not be written. */
type Marked = ReadonlyMap<string, boolean>;

/** ADR-109: a project without a marker that has valid ways gets `include`. */
function markNew({ projects, kept }: Plan, texts: ScopeTexts): Marked {
  const embedded = (key: string) => texts.get(key)?.ways.length ?? kept.get(key)?.nodes.length ?? 0;
  const fresh = projects.filter(({ project: { key, now } }) => now?.marker === "none" && embedded(key) > 0);
  return new Map(fresh.map(({ project: { key, path } }) => [key, createMarker(path)]));
}

type Description = Omit<Manifest, "corpus" | "model" | "calibration">;

function describe(
  world: World,
  { global }: Survey,
  plan: Plan,
  texts: ScopeTexts,
  { before, marked }: { readonly before: Manifest | null; readonly marked: Marked },
): Description {
  const user = texts.get("user");
  const entries = plan.projects.flatMap((planned): readonly (readonly [string, EmbeddedProject])[] => {
    const { key } = planned.project;
    const entry = entryOf(planned, texts.get(key), before?.projects[key]);
    return entry === undefined ? [] : [[key, marked.get(key) ? { ...entry, marker: "include" } : entry]];
  });
  return {
    global_hash: global.hash,
    global_count: user ? world.shipped().nodes.size + user.ways.length : (before?.global_count ?? 0),
    global_failed_lint: user ? user.failed.length : (before?.global_failed_lint ?? 0),
    projects: Object.fromEntries(entries),
    languages: global.languages,
  };
}

function entryOf(
  { project, step, state }: PlannedProject,
  texts: ScopeWays | undefined,
  before: EmbeddedProject | undefined,
): EmbeddedProject | undefined {
  const { path, now } = project;
  if (step === "keep" || now === null) return before;
  const plain = { path, ways_hash: now.hash, ways_count: 0, failed_lint: 0, marker: now.marker, extends: false };
  if (state === "disincluded") return plain;
  if (texts === undefined) return undefined;
  return { ...plain, ways_count: texts.ways.length, failed_lint: texts.failed.length, extends: texts.extends };
}

/**
 * For the next session start. Only real paths are watched, whose mounts are known: a link that appears where nothing was may lead to a
 * server that has gone. Markers that were written just now look as they do now.
 */
function watch(world: World, folder: string, { since, global, projects }: Survey, marked: Marked): void {
  const basis = basisOf(world);
  if (basis === null) return;
  const written = [corpusIn(folder), manifestIn(folder)].map(stampFile);
  const shared = { key: SHARED, stamps: [...global.stamps.map((s) => settled(s, since)), ...written] };
  const groups = projects.flatMap(({ key, path, exists, now }) => {
    if (!exists || now === null) return [];
    const fresh = marked.get(key) ? markerPath(path) : null;
    const stamps = now.stamps.map((s) => (s[0] === fresh ? stampFile(fresh) : settled(s, since)));
    return [{ key, stamps }];
  });
  writeWatched(watchedIn(folder), basis, [shared, ...groups]);
}
