// Which model is in use when it is not the shipped one: its name in the file `model` of the configuration folder, the model itself in
// the data folder under `models/<name>`.
import { dirname, join } from "node:path";
import { namesIn, readTextOr } from "../host/atomic.ts";
import { ensureDir, removeFile, writeAtomic } from "../host/files.ts";
import type { Places } from "../host/paths.ts";

/** The shipped one. */
export const DEFAULT_MODEL = "default";

export function modelFolder({ data }: Places, name: string): string {
  return join(data, "models", name);
}

/** Names of the models that are installed beside the shipped one. */
export function installedModels({ data }: Places): readonly string[] {
  return namesIn(join(data, "models")).filter(isModelName).toSorted();
}

/** A name is one folder, nothing above it and nothing hidden. */
export function isModelName(name: string): boolean {
  return /^[a-z\d][a-z\d._-]*$/.test(name) && name !== DEFAULT_MODEL;
}

/** null: the shipped one. */
export function chosenModel(places: Places): string | null {
  const name = readTextOr(fileIn(places), "").trim();
  return isModelName(name) ? name : null;
}

/** null: back to the shipped one. */
export function chooseModel(places: Places, name: string | null): void {
  const file = fileIn(places);
  ensureDir(dirname(file));
  if (name === null) removeFile(file);
  else writeAtomic(file, `${name}\n`);
}

function fileIn({ config }: Places): string {
  return join(config, "model");
}
