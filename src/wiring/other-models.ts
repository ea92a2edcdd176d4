// For `ways model`: the models of this machine, whether they are whole, and which one is in use.
import { basename, join, resolve } from "node:path";
import { findModel, isOther, type Model, openModel, renderFileProblem, verifyModel } from "../embed/model.ts";
import { cosineWith, LEAST_COSINE } from "../engine/self-test.ts";
import { messageOf, WaysError } from "../errors.ts";
import { type Env, setting } from "../host/env.ts";
import { copyFile, ensureDir, factsOf, realPathOr } from "../host/files.ts";
import type { Places } from "../host/paths.ts";
import {
  chooseModel,
  chosenModel,
  DEFAULT_MODEL,
  installedModels,
  isModelName,
  modelFolder,
} from "../store/chosen-model.ts";
import { refreshCorpus, type Telling } from "./corpus.ts";
import { requirePlaces } from "./corpus-files.ts";
import { isMade, makeModelReady } from "./model-ready.ts";
import { defaultFolders } from "./models.ts";
import { openWorld } from "./world.ts";

export type ModelRow = {
  readonly name: string;
  /** null: the shipped model is nowhere. */
  readonly folder: string | null;
  /** As its manifest calls it. */
  readonly title: string | null;
  readonly dimensions: number | null;
  readonly in_use: boolean;
  /** Why it could not be used; files are only counted here, `verifyNamed` reads them. */
  readonly problem: string | null;
};

/** The variable stands before every choice. */
const NAMED = "WAYS_MODEL_DIR";

export function listModels(env: Env): readonly ModelRow[] {
  const world = openWorld(env);
  const places = requirePlaces(world);
  const named = findModel([setting(env, NAMED)]);
  const choice = chosenModel(places);
  const inUse = named === null ? (choice ?? DEFAULT_MODEL) : NAMED;
  // A chosen model that is gone is still the one in use.
  const names = new Set([...installedModels(places), ...(choice === null ? [] : [choice])]);
  const found = [
    ...(named === null ? [] : [{ name: NAMED, folder: named }]),
    { name: DEFAULT_MODEL, folder: findModel(defaultFolders(places)) },
    ...[...names].map((name) => ({ name, folder: modelFolder(places, name) })),
  ];
  return found.map(({ name, folder }) => ({ name, folder, in_use: name === inUse, ...describe(folder, world) }));
}

function describe(folder: string | null, { shippedHash }: { readonly shippedHash: () => string }) {
  const unknown = { title: null, dimensions: null };
  if (folder === null) return { ...unknown, problem: "not installed" };
  try {
    const model = openModel(folder);
    const { name, dimensions } = model.manifest;
    const isReady = !isOther(model.manifest) || isMade(model, shippedHash());
    return { title: name, dimensions, problem: isReady ? null : "not calibrated for this binary's ways" };
  } catch (error) {
    return { ...unknown, problem: messageOf(error) };
  }
}

type Inspected = {
  readonly files: readonly { readonly file: string; readonly ok: boolean }[];
  readonly problems: readonly string[];
  /** From nothing to the first vector; null when there is none. */
  readonly cold_ms: number | null;
};

export type Verified = Inspected & { readonly name: string; readonly folder: string };

/** Every byte against the manifest, then a text through the engine. `target`: as for `useModel`; null: the one in use. */
export async function verifyNamed(env: Env, cwd: string, target: string | null): Promise<Verified> {
  const model = openModel(target === null ? folderInUse(env) : folderOf(env, cwd, target));
  return { name: model.manifest.name, folder: model.folder, ...(await inspect(env, model)) };
}

function folderInUse(env: Env): string {
  const row = listModels(env).find((model) => model.in_use);
  if (row?.folder) return row.folder;
  throw new WaysError("there is no model", { hint: "`make setup` installs it" });
}

/** A name of the list, or a folder with a manifest. */
function folderOf(env: Env, cwd: string, target: string): string {
  const places = requirePlaces(openWorld(env));
  if (target === DEFAULT_MODEL) {
    const folder = findModel(defaultFolders(places));
    if (folder !== null) return folder;
    throw new WaysError("the shipped model is not installed", {
      hint: "`make setup` installs it, `ways setup --model <folder>` copies one",
    });
  }
  if (installedModels(places).includes(target)) return modelFolder(places, target);
  const folder = resolve(cwd, target);
  if (factsOf(folder)?.kind === "folder") return folder;
  const names = [DEFAULT_MODEL, ...installedModels(places)].map((name) => `\`${name}\``).join(", ");
  throw new WaysError(`there is no model and no folder \`${target}\``, { hint: `known are ${names}` });
}

/** The engine is tried only with files that are whole. */
async function inspect(env: Env, model: Model): Promise<Inspected> {
  const wrong = verifyModel(model);
  const files = model.manifest.files.map(({ name }) => {
    const file = join(model.folder, name);
    return { file, ok: !wrong.some((problem) => problem.file === file) };
  });
  if (wrong.length > 0) return { files, problems: wrong.map(renderFileProblem), cold_ms: null };
  return { files, ...(await tryOut(env, model.folder)) };
}

/** What a manifest promises and files of the right bytes do not keep: a tokenizer, a graph, its dimensions. */
async function tryOut(env: Env, folder: string): Promise<Omit<Inspected, "files">> {
  const { models } = openWorld({ ...env, [NAMED]: folder });
  try {
    const { manifest } = models.requireModel();
    // Another model's is made on this machine, when it is taken into use.
    if (!isOther(manifest) && models.calibration() === null)
      return {
        problems: [`\`${join(folder, manifest.calibration)}\` is missing, cut, or of another model`],
        cold_ms: null,
      };
    const started = performance.now();
    const embedder = await models.openEmbedder(models.engine());
    await embedder.embed("query", "write a test");
    const cold_ms = Math.round(performance.now() - started);
    const problems: string[] = [];
    for (const check of manifest.check) {
      const vector = await embedder.embed(check.kind, check.text);
      const cosine = vector === null ? 0 : cosineWith(vector, check.vector);
      if (cosine < LEAST_COSINE) problems.push(`unexpected vector for \`${check.text}\`: cosine ${cosine.toFixed(4)}`);
    }
    return { problems, cold_ms };
  } catch (error) {
    return { problems: [messageOf(error)], cold_ms: null };
  }
}

export type Used = {
  readonly name: string;
  readonly title: string;
  readonly folder: string;
  readonly overruled: string | null;
  /** As in `Verified`. */
  readonly cold_ms: number | null;
};

/**
 * `target`: "default", the name of an installed model, or a folder, which is copied. Whatever fails, the model that was in use stays
 * in use. Throws a WaysError.
 */
export async function useModel(env: Env, cwd: string, target: string, tell: Telling): Promise<Used> {
  const places = requirePlaces(openWorld(env));
  const source = openModel(folderOf(env, cwd, target));
  const name = target === DEFAULT_MODEL ? target : nameOf(places, source);
  const { problems, cold_ms } = await inspect(env, source);
  if (problems[0] !== undefined)
    throw new WaysError(problems[0], { hint: `\`ways model verify ${target}\` looks at all of it` });
  const folder = name === DEFAULT_MODEL ? source.folder : install(places, name, source);
  await makeModelReady({ ...env, [NAMED]: folder }, tell);
  chooseModel(places, name === DEFAULT_MODEL ? null : name);
  const world = openWorld(env);
  await refreshCorpus(world, { project: world.projectOf(cwd), isFull: false, output: null }, tell);
  return { name, title: source.manifest.name, folder, overruled: findModel([setting(env, NAMED)]), cold_ms };
}

function nameOf(places: Places, { folder, manifest }: Model): string {
  if (!isOther(manifest))
    throw new WaysError(`\`${folder}\` is of the shipped model's kind, which this binary holds its coordinates for`, {
      hint: "`ways setup --model <folder>` installs it, `ways model use default` uses it",
    });
  const isInstalled = realPathOr(folder) === realPathOr(modelFolder(places, basename(folder)));
  const name = isInstalled ? basename(folder) : manifest.name.toLowerCase().replace(/[^a-z\d._-]+/g, "-");
  if (isModelName(name)) return name;
  throw new WaysError(`\`${manifest.name}\` cannot be the name of a model here`, {
    hint: "`name` in its manifest.json: letters and digits first, not `default`",
  });
}

/** The manifest last: until then the folder is what it was. */
function install(places: Places, name: string, { folder: from, manifest }: Model): string {
  const folder = modelFolder(places, name);
  if (realPathOr(from) === realPathOr(folder)) return folder;
  ensureDir(folder);
  for (const file of [...manifest.files.map((f) => f.name), "manifest.json"])
    copyFile(join(from, file), join(folder, file));
  return folder;
}
