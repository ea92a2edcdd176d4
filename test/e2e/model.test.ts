// A model that is missing or is none (field case F1): triggers go on, nothing crashes, and the doctor names the file with what was
// expected and found. Each scenario is a folder of links to the real model with one file changed.
import { describe, expect } from "bun:test";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openModel } from "../../src/embed/model.ts";
import { calibrationBytes, readCalibration } from "../../src/store/calibration.ts";
import { BINARY, type Box, MODELS, scenario } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, COMMITS, prompt } from "./events.ts";

const MANIFEST = JSON.parse(readFileSync(join(MODELS, "manifest.json"), "utf8"));

/** The model as links. */
function linkModel(box: Box): string {
  const folder = join(box.folder, "model");
  mkdirSync(folder);
  for (const name of readdirSync(MODELS)) symlinkSync(join(MODELS, name), join(folder, name));
  return folder;
}

/** A copy of one file in place of its link. */
function own(folder: string, name: string): string {
  const path = join(folder, name);
  rmSync(path);
  copyFileSync(join(MODELS, name), path);
  return path;
}

/** What every one of these scenarios shares: triggers, silence, a count, a name. Gives the doctor's finding about the model. */
async function expectOnlyTriggers(box: Box, model: string): Promise<string> {
  const env = { WAYS_MODEL_DIR: model };
  const trigger = await box.hook(bash("git commit"), { env });
  expect(trigger).toMatchObject({ status: 0, stderr: "" });
  expect(trigger.context).toContain(COMMITS);
  expect(await box.hook(prompt(COMMIT_PROMPT, { session_id: "s2" }), { env })).toMatchObject({
    status: 0,
    stdout: "",
    stderr: "",
  });
  expect(box.failures()).toEqual(["embed"]);
  const findings = await box.doctor({ env });
  expect(findings).toContainEqual(
    expect.objectContaining({ check: "failures", message: expect.stringContaining("1 × embed") }),
  );
  const finding = findings.find((f) => f.check === "model");
  expect(finding?.state).toBe("problem");
  return finding?.message ?? "";
}

describe("a file of the model that is", () => {
  type Fault = { readonly file: string; readonly spoil: (path: string) => void; readonly found: string };
  const faults: Readonly<Record<string, Fault>> = {
    "cut by a byte": {
      file: "encoder.k4",
      spoil: (path) => truncateSync(path, sizeOf("encoder.k4") - 1),
      found: `${sizeOf("encoder.k4") - 1} bytes (cut or foreign)`,
    },
    "a byte too long": {
      file: "tokenizer.bin",
      spoil: (path) => writeFileSync(path, "\0", { flag: "a" }),
      found: `${sizeOf("tokenizer.bin") + 1} bytes (cut or foreign)`,
    },
    "a Git LFS pointer": {
      file: "embedding.q4.bin",
      spoil: (path) =>
        writeFileSync(
          path,
          `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 54000440\n`,
        ),
      found: "Git LFS pointer",
    },
    "a web page": {
      file: "encoder.k4",
      spoil: (path) => writeFileSync(path, "<!DOCTYPE html><title>Sign in to the network</title>"),
      found: "a web page",
    },
    "of the right size with one byte flipped": {
      file: "encoder.k4",
      spoil: (path) => {
        const bytes = readFileSync(path);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      },
      found: `${sizeOf("encoder.k4")} bytes, sha256 `,
    },
    empty: { file: "tokenizer.bin", spoil: (path) => truncateSync(path, 0), found: "0 bytes" },
    gone: { file: "encoder.q4.onnx", spoil: (path) => rmSync(path), found: "no such file" },
    "a folder": {
      file: "tokenizer.bin",
      spoil: (path) => {
        rmSync(path);
        mkdirSync(path);
      },
      found: "nothing that can be read",
    },
  };
  for (const [name, { file, spoil, found }] of Object.entries(faults))
    scenario(name, async (box) => {
      const model = linkModel(box);
      spoil(own(model, file));
      const message = await expectOnlyTriggers(box, model);
      const { bytes, sha256 } = MANIFEST.files.find((f: { name: string }) => f.name === file);
      expect(message).toStartWith(
        `model file \`${join(model, file)}\`: expected ${bytes} bytes, sha256 ${sha256}; found`,
      );
      expect(message).toContain(found);
      const run = await box.run(["self-test"], { env: { WAYS_MODEL_DIR: model } });
      expect(run).toMatchObject({ status: 3, stdout: "" });
      expect(run.stderr).toContain(message);
    });
});

describe("a model folder", () => {
  scenario("whose manifest is no manifest", async (box) => {
    const model = linkModel(box);
    rmSync(join(model, "manifest.json"));
    writeFileSync(join(model, "manifest.json"), "<html>");
    expect(await expectOnlyTriggers(box, model)).toContain(join(model, "manifest.json"));
  });

  for (const spoil of ["cut", "gone", "foreign"])
    scenario(`whose calibration is ${spoil}`, async (box) => {
      const model = linkModel(box);
      const path = own(model, MANIFEST.calibration);
      if (spoil === "cut") truncateSync(path, 100_000);
      else if (spoil === "gone") rmSync(path);
      else writeFileSync(path, "<!DOCTYPE html>");
      expect(await expectOnlyTriggers(box, model)).toContain("calibration");
      const verified = await box.run(["model", "verify"], { env: { WAYS_MODEL_DIR: model } });
      expect(verified.status).toBe(1);
      expect(verified.stdout + verified.stderr).toContain("calibration.bin");
    });

  scenario("of another version than the binary", async (box) => {
    const model = linkModel(box);
    const path = own(model, MANIFEST.calibration);
    const { fingerprint } = openModel(model);
    const calibration = readCalibration(path, fingerprint);
    if (calibration === null) throw new Error("no calibration to change");
    writeFileSync(path, calibrationBytes({ ...calibration, fingerprint: "0".repeat(64) }, fingerprint));
    const env = { WAYS_MODEL_DIR: model };
    expect((await box.hook(bash("git commit"), { env })).context).toContain(COMMITS);
    expect(await box.hook(prompt(COMMIT_PROMPT, { session_id: "s2" }), { env })).toMatchObject({
      status: 0,
      stdout: "",
    });
    expect(box.failures()).toEqual(["embed"]);
    const run = await box.run(["doctor"], { env });
    expect(run.status).toBe(1);
    expect(run.stdout).toContain("one of another version than this binary");
  });

  scenario("that is nowhere", async (box) => {
    const alone = box.write("opt/ways", "");
    copyFileSync(BINARY, alone);
    const nowhere = { binary: alone, env: { WAYS_MODEL_DIR: join(box.folder, "no") } };
    expect(await box.hook(prompt(COMMIT_PROMPT), nowhere)).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(box.failures()).toEqual(["embed"]);
    const model = (await box.doctor(nowhere)).find((f) => f.check === "model");
    expect(model).toMatchObject({ state: "problem", message: "there is no model: matching by meaning is off" });
  });

  scenario("that is put right works again at once", async (box) => {
    const model = linkModel(box);
    const path = own(model, "encoder.k4");
    truncateSync(path, 1_000);
    await expectOnlyTriggers(box, model);
    own(model, "encoder.k4");
    const run = await box.hook(prompt(COMMIT_PROMPT, { session_id: "s3" }), { env: { WAYS_MODEL_DIR: model } });
    expect(run.context).toContain(COMMITS);
    truncateSync(path, 1_000);
    const again = prompt("another commit message", { session_id: "s4" });
    expect((await box.hook(again, { env: { WAYS_MODEL_DIR: model } })).stdout).toBe("");
  });

  scenario("with a fault is not installed, and the one in its place stays", async (box) => {
    await box.run(["setup", "--model", MODELS]);
    const before = box.listing(box.home);
    const model = linkModel(box);
    writeFileSync(own(model, "tokenizer.bin"), "x");
    const run = await box.run(["setup", "--model", model]);
    expect(run).toMatchObject({ status: 3, stdout: "", stderr: expect.stringContaining(join(model, "tokenizer.bin")) });
    expect(box.listing(box.home)).toEqual(before);
    const env = { WAYS_MODEL_DIR: join(box.home, ".local/share/claude-ways/model") };
    expect((await box.doctor({ env })).find((f) => f.check === "model")?.state).toBe("ok");
  });
});

function sizeOf(name: string): number {
  return MANIFEST.files.find((f: { name: string }) => f.name === name).bytes;
}
