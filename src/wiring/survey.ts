// What every scope of the corpus looks like now: user and core, and all projects this machine knows. Reads and hashes, changes
// nothing. A project that does not answer is left alone; no other may have to wait for it.
import { readMounts } from "../host/mounts.ts";
import type { Places } from "../host/paths.ts";
import { type Probe, probe } from "../host/probe.ts";
import { configPath, projectConfigPath, readLanguages } from "../store/embedded-languages.ts";
import { findKnownProjects, projectsFolder } from "../store/known-projects.ts";
import { type Marker, markerPath, readMarker } from "../store/marker.ts";
import { lockPath, packagesRoot, readLock } from "../store/package-lock.ts";
import { keyOfRealPath, type ProjectKey, projectWays } from "../store/projects.ts";
import { corpusFolder } from "../store/rows.ts";
import { hashScope, listScope, type ScopeFiles } from "../store/scope-files.ts";
import { type FileStamp, stampFile } from "../store/stamps.ts";
import { readVisited, visitedFolder } from "../store/visited-projects.ts";
import type { World } from "./world.ts";

const ANSWER_MS = 2_000;

/** Hash, files and languages of one scope; `stamps` were taken before anything was read. */
export type Surveyed = {
  readonly hash: string;
  readonly files: ScopeFiles;
  readonly languages: readonly string[];
  readonly stamps: readonly FileStamp[];
};

export type SurveyedProject = {
  readonly key: ProjectKey;
  /** Real, as far as it answered. */
  readonly path: string;
  /** False: there is no such folder. */
  readonly exists: boolean;
  /** null: it did not answer. */
  readonly now: (Surveyed & { readonly marker: Marker }) | null;
};

export type Survey = {
  /** When looking began, Unix milliseconds. */
  readonly since: number;
  /** `packages`: way files of packages. */
  readonly global: Surveyed & { readonly packages: number };
  readonly projects: readonly SurveyedProject[];
};

/** `current`: the project of whoever asks, known to the agent or not. */
export async function takeSurvey(world: World, places: Places, current: string): Promise<Survey> {
  const since = Date.now();
  const { isRemote } = readMounts();
  const users = corpusFolder(places);
  const folders = [projectsFolder(places.claude), visitedFolder(users)].map(stampFile);
  const known = findKnownProjects(places.claude, isRemote);
  const nameless = known.filter(({ paths }) => paths.length === 0).map((k) => stampFile(k.folder));
  const paths = new Set([current, ...known.flatMap((k) => k.paths), ...readVisited(users)]);
  const global = surveyGlobal(world, places);
  const projects = await surveyProjects([...paths], isRemote, (path) => surveyProject(world, places, path));
  return { since, global: { ...global, stamps: [...global.stamps, ...folders, ...nameless] }, projects };
}

function surveyGlobal(world: World, places: Places): Survey["global"] {
  const config = stampFile(configPath(places));
  const languages = readLanguages(places, null, world.env);
  const files = listScope(places.userWays, null);
  const { basis, stamps, packages } = surveyPackages(places);
  const hash = hashScope(files.files, [world.shippedHash(), languages, ...basis]);
  return { hash, files, languages, packages, stamps: [config, ...stamps, ...files.stamps] };
}

/** They are part of what all projects share. Where nothing was added there is nothing of them in the hash. */
function surveyPackages(places: Places) {
  const lock = stampFile(lockPath(places));
  if (lock[1] === null) return { basis: [], stamps: [lock], packages: 0 };
  const { files, count, stamps } = listScope(packagesRoot(places), packagesRoot(places));
  const hashes = readLock(places).packages.map(({ name, hash }) => `${name} ${hash}`);
  return { basis: [hashScope(files, hashes)], stamps: [lock, ...stamps], packages: count };
}

/** One per key, in the order of keys. Projects on another machine are asked last, so that they keep no other waiting. */
async function surveyProjects(
  paths: readonly string[],
  isRemote: (path: string) => boolean,
  survey: (path: string) => SurveyedProject["now"],
): Promise<readonly SurveyedProject[]> {
  const { near = [], far = [] } = Object.groupBy(paths, (path) => (isRemote(path) ? "far" : "near"));
  const found = new Map<ProjectKey, SurveyedProject>();
  for (const group of [near, far])
    for (const { path, answer } of await ask(group)) {
      const real = answer.kind === "there" ? answer.path : path;
      const key = keyOfRealPath(real, process.platform);
      if (found.get(key)?.exists) continue;
      const now = { there: () => survey(real), absent: () => NOTHING, silent: () => null }[answer.kind]();
      const exists = answer.kind !== "absent";
      found.set(key, { key, path: real, exists, now });
    }
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function ask(paths: readonly string[]): Promise<readonly { readonly path: string; readonly answer: Probe }[]> {
  return Promise.all(paths.map(async (path) => ({ path, answer: await probe(path, projectWays(""), ANSWER_MS) })));
}

function surveyProject(world: World, places: Places, path: string): SurveyedProject["now"] {
  const files = listScope(projectWays(path), path);
  if (files.files.length === 0) return { ...NOTHING, stamps: files.stamps };
  const beside = [markerPath(path), projectConfigPath(path)].map(stampFile);
  const marker = readMarker(path);
  const languages = readLanguages(places, path, world.env);
  return { hash: hashScope(files.files, [languages]), files, languages, marker, stamps: [...beside, ...files.stamps] };
}

const NOTHING = {
  hash: "",
  files: { files: [], count: 0, stamps: [] },
  languages: [],
  marker: "none",
  stamps: [],
} as const satisfies SurveyedProject["now"];
