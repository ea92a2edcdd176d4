// What set-up works with: the registration template, the settings file on disk, the model's place.
import { join } from "node:path";
import claudeTemplate from "../../hooks/claude.json" with { type: "json" };
import { isOther, openModel, renderFileProblem, verifyModel } from "../embed/model.ts";
import { requireVerified } from "../embed/verdict.ts";
import { messageOf, WaysError } from "../errors.ts";
import type { Env } from "../host/env.ts";
import { copyFile, ensureDir } from "../host/files.ts";
import { placesOf } from "../host/paths.ts";
import { forgetOriginal, readOriginal, readSettings, writeOriginal, writeSettings } from "../store/settings-file.ts";
import { openModelTools } from "./models.ts";

export function settingsTools() {
  return {
    template: claudeTemplate,
    files: { readSettings, writeSettings, readOriginal, writeOriginal, forgetOriginal },
  };
}

/** Verifies a model folder and copies it into the data folder; throws a WaysError naming the file that is wrong. */
export function installModel(env: Env, from: string): { readonly name: string; readonly folder: string } {
  const places = placesOf(env);
  if (places === null)
    throw new WaysError("there is no home folder to install the model in", {
      hint: "set HOME, or point WAYS_MODEL_DIR at the folder",
    });
  const model = openModel(from);
  if (isOther(model.manifest))
    throw new WaysError(`\`${from}\` is another model than the shipped one`, {
      hint: `\`ways model use ${from}\` installs it and makes what it needs`,
    });
  const [problem] = verifyModel(model);
  if (problem) throw new WaysError(renderFileProblem(problem), { hint: "copy the folder again from where it came" });
  const folder = join(places.data, "model");
  ensureDir(folder);
  const names = [...model.manifest.files.map((f) => f.name), model.manifest.calibration, "manifest.json"];
  for (const name of names) copyFile(join(from, name), join(folder, name));
  requireVerified(openModel(folder), places.cache);
  return { name: model.manifest.name, folder };
}

/** Reads the model through once, so that no hook has to; null, or why only triggers will work. */
export function modelProblem(env: Env): string | null {
  try {
    const models = openModelTools(env);
    models.requireModel();
    models.keepTokenizer();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
