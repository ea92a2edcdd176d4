// For `ways embed-status` and `ways project list`: the manifest against what is there now, scope by scope.
import { messageOf } from "../errors.ts";
import type { Env } from "../host/env.ts";
import { type Manifest, manifestIn, readManifest } from "../store/manifest.ts";
import type { Marker } from "../store/marker.ts";
import { readFailure } from "../store/refresh-failure.ts";
import { corpusFolder, corpusIn } from "../store/rows.ts";
import { isGlobalStale, judgeProject, type ProjectState } from "../store/staleness.ts";
import { readBefore, requirePlaces, requireTools } from "./corpus-files.ts";
import { factsOf } from "./corpus-plan.ts";
import { type SurveyedProject, takeSurvey } from "./survey.ts";
import { openWorld, type World } from "./world.ts";

export type ProjectStatus = {
  readonly key: string;
  readonly path: string;
  readonly state: ProjectState;
  readonly marker: Marker;
  /** Way files there now. */
  readonly ways: number;
  /** As of the last refresh. */
  readonly embedded: number;
  readonly failed_lint: number;
};

export type EmbedStatus = {
  readonly corpus: string;
  readonly manifest: string;
  /** What the manifest says; null: missing or damaged, everything is made anew. */
  readonly recorded: Manifest | null;
  readonly model: {
    readonly name: string | null;
    readonly fingerprint: string | null;
    readonly problem: string | null;
  };
  readonly global: {
    readonly state: "fresh" | "stale";
    readonly path: string;
    readonly core: number;
    /** Way files of the user now. */
    readonly user: number;
    /** Way files of packages now. */
    readonly packages: number;
    readonly failed_lint: number;
    readonly languages: readonly string[];
  };
  /** Existing ones only, in the order of paths. */
  readonly projects: readonly ProjectStatus[];
  /** Why the last refresh in the background failed. */
  readonly failure: string | null;
};

/** Throws a WaysError without a home folder. */
export async function readEmbedStatus(env: Env, cwd: string): Promise<EmbedStatus> {
  const world = openWorld(env);
  const places = requirePlaces(world);
  const folder = corpusFolder(places);
  const recorded = readManifest(manifestIn(folder));
  const { model, valid } = judgeModel(world, folder);
  const survey = await takeSurvey(world, places, world.projectOf(cwd));
  const isStale = isGlobalStale(valid, survey.global.hash);
  const projects = survey.projects
    .filter((project) => project.exists)
    .map((project) => describeProject(project, valid, recorded, isStale));
  return {
    corpus: corpusIn(folder),
    manifest: manifestIn(folder),
    recorded,
    model,
    global: {
      state: isStale ? "stale" : "fresh",
      path: places.userWays,
      core: world.shipped().nodes.size,
      user: survey.global.files.count,
      packages: survey.global.packages,
      failed_lint: recorded?.global_failed_lint ?? 0,
      languages: survey.global.languages,
    },
    projects: projects.sort((a, b) => (a.path < b.path ? -1 : 1)),
    failure: readFailure(places.state),
  };
}

/** `valid`: the manifest, if it is about the corpus that is there and this model. */
function judgeModel(world: World, folder: string) {
  try {
    const { meta } = requireTools(world);
    const { manifest, fingerprint } = world.models.requireModel();
    return {
      model: { name: manifest.name, fingerprint, problem: null },
      valid: readBefore(folder, meta)?.manifest ?? null,
    };
  } catch (error) {
    return { model: { name: null, fingerprint: null, problem: messageOf(error) }, valid: null };
  }
}

function describeProject(
  project: SurveyedProject,
  valid: Manifest | null,
  recorded: Manifest | null,
  isGlobal: boolean,
): ProjectStatus {
  const { key, path, now } = project;
  const known = recorded?.projects[key];
  return {
    key,
    path,
    state: judgeProject(factsOf(project), valid, isGlobal).state,
    marker: now?.marker ?? known?.marker ?? "none",
    ways: now?.files.count ?? known?.ways_count ?? 0,
    embedded: known?.ways_count ?? 0,
    failed_lint: known?.failed_lint ?? 0,
  };
}
