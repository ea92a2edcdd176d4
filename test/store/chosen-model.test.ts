import { expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { placesOf } from "../../src/host/paths.ts";
import { chooseModel, chosenModel, installedModels, isModelName, modelFolder } from "../../src/store/chosen-model.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

function placesIn(files: Readonly<Record<string, string>> = {}) {
  const places = placesOf({ HOME: temporaryFolder(files), USERPROFILE: "" }, "linux", () => null);
  if (places === null) throw new Error("no places");
  return places;
}

test("a choice is kept, changed and taken back", () => {
  const places = placesIn();
  expect(chosenModel(places)).toBeNull();
  chooseModel(places, null);
  chooseModel(places, "minilm");
  expect(chosenModel(places)).toBe("minilm");
  expect(readFileSync(join(places.config, "model"), "utf8")).toBe("minilm\n");
  chooseModel(places, null);
  expect(chosenModel(places)).toBeNull();
});

test("a name is one folder below the models, and not the shipped model's", () => {
  for (const name of ["minilm", "all-minilm-l6.v2", "0"]) expect(isModelName(name), name).toBe(true);
  for (const name of ["", "default", "..", ".hidden", "a/b", "a\\b", "Mini LM"])
    expect(isModelName(name), name).toBe(false);
  expect(chosenModel(placesIn({ ".config/claude-ways/model": "../../elsewhere" }))).toBeNull();
});

test("installed are the folders of such names", () => {
  const places = placesIn();
  for (const name of ["minilm", ".tmp", "bge"]) mkdirSync(modelFolder(places, name), { recursive: true });
  expect(installedModels(places)).toEqual(["bge", "minilm"]);
  expect(installedModels(placesIn())).toEqual([]);
});
