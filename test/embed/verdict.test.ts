import { expect, test } from "bun:test";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openModel } from "../../src/embed/model.ts";
import { requireVerified } from "../../src/embed/verdict.ts";
import { WaysError } from "../../src/errors.ts";
import { MODEL_FILES, modelFolder } from "../support/model-folder.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const encoder = MODEL_FILES["encoder.k4"] ?? "";

test("the right files pass, with and without a cache, or with one that cannot be written", () => {
  const model = openModel(modelFolder());
  const blocked = join(temporaryFolder({ file: "" }), "file");
  for (const cache of [null, join(temporaryFolder(), "cache"), blocked]) {
    requireVerified(model, cache);
    expect(() => requireVerified(model, cache)).not.toThrow();
  }
});

test("field case F1: a wrong file is refused by name, with what to do", () => {
  const model = openModel(modelFolder({}, { "encoder.k4": encoder.slice(1) }));
  const refused = () => requireVerified(model, temporaryFolder());
  expect(refused).toThrow(WaysError);
  expect(refused).toThrow(/encoder\.k4`: expected 300 bytes.*found 299 bytes/);
});

test("a verdict is trusted while the stamps are the same, and not a moment longer", () => {
  const folder = modelFolder();
  const cache = temporaryFolder();
  const file = join(folder, "encoder.k4");
  utimesSync(file, 1, 1);
  requireVerified(openModel(folder), cache);
  // The same size, time and inode: this is what not hashing 88 MB at every hook costs.
  writeFileSync(file, encoder.toUpperCase());
  utimesSync(file, 1, 1);
  expect(() => requireVerified(openModel(folder), cache)).not.toThrow();
  utimesSync(file, 1, 2);
  expect(() => requireVerified(openModel(folder), cache)).toThrow(/sha256/);
});

test("a bad verdict is kept, too, until the files change", () => {
  const folder = modelFolder({}, { "encoder.k4": encoder.toUpperCase() });
  const cache = temporaryFolder();
  const file = join(folder, "encoder.k4");
  utimesSync(file, 1, 1);
  const refused = () => requireVerified(openModel(folder), cache);
  expect(refused).toThrow(/sha256/);
  writeFileSync(file, encoder);
  utimesSync(file, 1, 1);
  expect(refused).toThrow(/encoder\.k4`: expected 300 bytes/);
  utimesSync(file, 1, 2);
  expect(refused).not.toThrow();
  expect(refused).not.toThrow();
});

test("what cannot be read is a problem like any other", () => {
  const folder = modelFolder();
  rmSync(join(folder, "tokenizer.bin"));
  mkdirSync(join(folder, "tokenizer.bin"));
  expect(() => requireVerified(openModel(folder), null)).toThrow(
    /tokenizer\.bin`: expected 9 bytes.*found nothing that can be read/,
  );
});
