import { describe, expect, test } from "bun:test";
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findModel, openModel, renderFileProblem, stampsOf, verifyModel } from "../../src/embed/model.ts";
import { WaysError } from "../../src/errors.ts";
import { MODEL_FILES, modelFolder } from "../support/model-folder.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const encoder = MODEL_FILES["encoder.k4"] ?? "";
/** What is wrong with a model whose `encoder.k4` is this. */
function problemsWith(content: string | Uint8Array): readonly string[] {
  return verifyModel(openModel(modelFolder({}, { "encoder.k4": content }))).map(renderFileProblem);
}
const OTHER = {
  input: "input_ids",
  pooling: "mean",
  dimensions: 64,
  files: ["onnx", "tokenizer"].map((role) => ({ role, name: role, bytes: 1, sha256: "0" })),
};
function errorOf(action: () => unknown): WaysError {
  try {
    action();
  } catch (error) {
    if (error instanceof WaysError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("field case F1: not a model", () => {
  test("the right files are no problem", () => {
    expect(verifyModel(openModel(modelFolder()))).toEqual([]);
  });

  test("cut by one byte: names the file, what was expected and found", () => {
    const [problem = ""] = problemsWith(encoder.slice(0, -1));
    expect(problem).toMatch(
      /^model file `.*encoder\.k4`: expected 300 bytes, sha256 [0-9a-f]{64}; found 299 bytes \(cut/,
    );
  });

  test("a Git LFS pointer is named for what it is", () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 13139008\n`;
    expect(problemsWith(pointer)[0]).toContain("Git LFS pointer");
  });

  test.each(["<!DOCTYPE html><title>Proxy</title>", "\n <HTML>"])("a web page (%s) is named for what it is", (page) => {
    expect(problemsWith(page)[0]).toContain("web page");
  });

  test("the right size with one flipped bit", () => {
    const flipped = new TextEncoder().encode(encoder);
    flipped[150] = (flipped[150] ?? 0) ^ 1;
    expect(problemsWith(flipped)[0]).toMatch(/expected 300 bytes.*found 300 bytes, sha256/);
  });

  test("a missing and an empty file", () => {
    const folder = modelFolder({}, { "encoder.k4": "" });
    rmSync(join(folder, "tokenizer.bin"));
    expect(verifyModel(openModel(folder)).map((p) => p.found)).toEqual(["0 bytes (cut or foreign)", "no such file"]);
  });
});

describe("opening", () => {
  test("gives the paths of the files by role", () => {
    const folder = modelFolder();
    const model = openModel(folder);
    expect(model.path("tokenizer")).toBe(join(folder, "tokenizer.bin"));
    expect(errorOf(() => model.path("onnx")).message).toContain("has no file for `onnx`");
  });

  test("without a manifest says where it was looked for and what to do", () => {
    const folder = temporaryFolder();
    const error = errorOf(() => openModel(folder));
    expect(error.message).toBe(`no model manifest at \`${join(folder, "manifest.json")}\``);
    expect(error.hint).toContain("make setup");
  });

  test.each([
    ["a list", []],
    ["another schema", { schema: "ways.model/2" }],
    ["no name", { name: undefined }],
    ["dimensions that are no count", { dimensions: 0.5 }],
    ["no window", { maxTokens: "512" }],
    ["half a prefix", { prefix: { query: "query: " } }],
    ["a null prefix", { prefix: null }],
    ["an unknown input", { input: "words" }],
    ["files without size", { files: [{ role: "kernel", name: "x", sha256: "0" }] }],
    ["files that are no files", { files: [null] }],
    ["a file that lies elsewhere", { files: [{ role: "kernel", name: "../x", bytes: 1, sha256: "0" }] }],
    ["a hidden calibration", { calibration: ".profile" }],
    ["input ids and a pooling nobody knows", { ...OTHER, pooling: "max" }],
    ["input ids and no tokenizer", { ...OTHER, files: OTHER.files.slice(0, 1) }],
    ["input ids and 100 dimensions", { ...OTHER, dimensions: 100 }],
    ["checks without text", { check: [{ kind: "query" }] }],
  ])("a manifest with %s is refused, with the file's name", (_, changes) => {
    const folder = modelFolder(changes);
    if (Array.isArray(changes)) writeFileSync(join(folder, "manifest.json"), "[]");
    expect(errorOf(() => openModel(folder)).message).toContain(
      `${join(folder, "manifest.json")}\` is no model manifest`,
    );
  });

  test("a manifest that is no JSON is refused", () => {
    const folder = temporaryFolder({ "manifest.json": "<html>" });
    expect(errorOf(() => openModel(folder)).message).toContain("is no JSON");
  });

  test("the manifest in the repository is one", () => {
    const model = openModel(join(import.meta.dir, "..", "..", "models"));
    expect(model.manifest.dimensions).toBe(384);
    expect(stampsOf(model)).not.toContain("missing");
  });
});

describe("the fingerprint", () => {
  const fingerprint = (changes: object = {}) => openModel(modelFolder(changes)).fingerprint;

  test("changes with every byte of the model and with the way text is put to it", () => {
    const files = [{ role: "kernel", name: "encoder.k4", bytes: 300, sha256: "0".repeat(64) }];
    const prints = [{}, { files }, { prefix: { query: "", passage: "passage: " } }, { maxTokens: 128 }].map(
      fingerprint,
    );
    expect(new Set(prints).size).toBe(4);
  });

  test("changes with the pooling of a model of one's own", () => {
    expect(fingerprint({ ...OTHER, pooling: "cls" })).not.toBe(fingerprint(OTHER));
    expect(fingerprint({ pooling: "for people" })).toBe(fingerprint());
  });

  test("does not change with where the folder is or what it is called", () => {
    expect(fingerprint({ name: "other", provenance: "elsewhere" })).toBe(fingerprint());
  });
});

describe("the stamps that keep a verdict valid", () => {
  test("change when a file is touched, changed or gone", () => {
    const folder = modelFolder();
    const stamps = () => stampsOf(openModel(folder));
    const seen = [stamps()];
    expect(stamps()).toBe(seen[0] ?? "");
    utimesSync(join(folder, "encoder.k4"), 1, 1);
    seen.push(stamps());
    writeFileSync(join(folder, "encoder.k4"), "x");
    seen.push(stamps());
    rmSync(join(folder, "encoder.k4"));
    seen.push(stamps());
    expect(new Set(seen).size).toBe(4);
  });
});

test("the first folder with a manifest is the model; none when there is none", () => {
  const [empty, first, second] = [temporaryFolder(), modelFolder(), modelFolder()];
  expect(findModel([null, join(empty, "missing"), empty, first, second])).toBe(first);
  expect(findModel([null, empty])).toBeNull();
  expect(findModel([])).toBeNull();
});
