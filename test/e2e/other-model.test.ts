// `ways model`: another model than the shipped one, from its folder to a prompt that is answered with it and back again. The model is
// made by test/support/tiny-model.ts; it is installed once, through the binary.
import { afterAll, beforeAll, describe, expect } from "bun:test";
import { cpSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openModel } from "../../src/embed/model.ts";
import { calibrationBytes, readCalibration, readOwnRows } from "../../src/store/calibration.ts";
import { readScope } from "../../src/store/corpus.ts";
import { BINARY, type Box, lonelyScenario, MODELS, scenario } from "../support/binary.ts";
import { makeFolder, removeFolder } from "../support/temporary-folder.ts";
import { ENDLESS, type TinyOptions, writeTinyModel } from "../support/tiny-model.ts";
import { bash, COMMIT_PROMPT, COMMITS, prompt } from "./events.ts";

/** The shipped model is found beside the binary; the harness's variable would go before every choice. */
const FREE = { WAYS_MODEL_DIR: undefined };
const INSTALLED = ".local/share/claude-ways/models/tiny-words";
const ZEBRA = "---\ndescription: feeding zebras at night\n---\n# Zebras\n\n- Hay.\n";

const shared = makeFolder({ "home/.claude/hooks/ways/zebra/zebra.md": ZEBRA });
const source = writeTinyModel(join(shared, "tiny"));
let used = "";

// Fourteen thousand texts and their calibration: on a busy machine longer than one test may take.
beforeAll(async () => {
  const env = { HOME: join(shared, "home"), WAYS_REFRESH: "off" };
  const run = Bun.spawn([BINARY, "model", "use", source], { env, cwd: shared, stderr: "pipe", stdout: "ignore" });
  used = await new Response(run.stderr).text();
  if ((await run.exited) !== 0) throw new Error(used);
}, 180_000);
afterAll(() => removeFolder(shared));

/** The home in which it is in use, as `ways model use` left it. */
function useTiny(box: Box): string {
  cpSync(join(shared, "home"), box.home, { recursive: true });
  return join(box.home, INSTALLED);
}

/** One of the scenario's own, to be spoiled. */
function ownTiny(box: Box, options?: TinyOptions): string {
  const folder = join(box.folder, "tiny");
  if (options !== undefined) return writeTinyModel(folder, options);
  cpSync(source, folder, { recursive: true });
  return folder;
}

/** Starting ONNX Runtime takes a third of a hook's time, and on a busy machine all of it: a late answer is asked for again. */
const ATTEMPTS = 8;

/** What a hook shows for a prompt in a session of its own; null: nothing. Throws when anything but lateness has failed. */
async function answerTo(box: Box, text: string): Promise<string | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = box.failures().length;
    const run = await box.hook(prompt(text, { session_id: crypto.randomUUID() }), { env: FREE });
    const fresh = box.failures().slice(before);
    if (fresh.some((step) => step !== "deadline")) throw new Error(`failed: ${fresh.join(", ")}`);
    if (fresh.length === 0) return run.context;
  }
  throw new Error(`late ${ATTEMPTS} times`);
}

async function inUse(box: Box): Promise<string> {
  const { stdout } = await box.run(["model", "list", "--json"], { env: FREE });
  return JSON.parse(stdout).models.find((model: { in_use: boolean }) => model.in_use).name;
}

describe("ways model use", () => {
  scenario("embeds the shipped ways, calibrates, answers a prompt with it, and goes back", async (box) => {
    useTiny(box);
    expect(used).toMatch(/^embedding \d+ texts$/m);
    expect(used).toContain("calibrating `Tiny words`");
    expect(await inUse(box)).toBe("tiny-words");

    expect(await answerTo(box, COMMIT_PROMPT)).toContain(COMMITS);
    expect(await answerTo(box, "feeding zebras at night")).toContain("[way:zebra]");
    expect(await answerTo(box, "thank you")).toBeNull();
    const status = JSON.parse((await box.run(["embed-status", "--json"], { env: FREE })).stdout);
    expect(status.model.name).toBe("Tiny words");
    const model = (await box.doctor({ env: FREE })).find(({ check }) => check === "model");
    expect(model).toMatchObject({ state: "ok", message: expect.stringContaining("Tiny words") });

    const again = await box.run(["model", "use", "tiny-words"], { env: FREE });
    expect(again).toMatchObject({ status: 0, stderr: expect.not.stringContaining("embedding") });

    const back = await box.run(["model", "use", "default"], { env: FREE });
    expect(back).toMatchObject({ status: 0, stdout: expect.stringContaining("multilingual-e5-small") });
    expect(await inUse(box)).toBe("default");
    expect(await answerTo(box, "Zebras füttern in der Nacht")).toContain("[way:zebra]");
  });

  scenario("of a folder with a fault changes nothing", async (box) => {
    const folder = ownTiny(box);
    truncateSync(join(folder, "model.onnx"), 1_000);
    const before = box.listing(box.home);
    const run = await box.run(["model", "use", "tiny"], { env: FREE, cwd: box.folder });
    expect(run).toMatchObject({
      status: 3,
      stdout: "",
      stderr: expect.stringContaining("1000 bytes (cut or foreign)"),
    });
    expect(box.listing(box.home).filter((path) => /model/.test(path) && !before.includes(path))).toEqual([]);
    expect(await inUse(box)).toBe("default");
  });

  scenario("of a model of the shipped kind, and `setup --model` of another kind, name each other", async (box) => {
    const shipped = await box.run(["model", "use", MODELS], { env: FREE });
    expect(shipped).toMatchObject({ status: 3, stderr: expect.stringContaining("`ways setup --model <folder>`") });
    const other = await box.run(["setup", "--model", source], { env: FREE });
    expect(other).toMatchObject({ status: 3, stderr: expect.stringContaining(`\`ways model use ${source}\``) });
  });

  scenario("of a name nobody has says which there are", async (box) => {
    const run = await box.run(["model", "use", "minilm"], { env: FREE });
    expect(run).toMatchObject({ status: 3, stderr: expect.stringContaining("known are `default`") });
  });

  scenario("says when the variable goes before it", async (box) => {
    const run = await box.run(["model", "use", "default"]);
    expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining("WAYS_MODEL_DIR is set") });
  });
});

describe("a chosen model", () => {
  const triggersOnly = async (box: Box) => {
    const trigger = await box.hook(bash("git commit"), { env: FREE });
    expect(trigger).toMatchObject({ status: 0, stderr: "" });
    expect(trigger.context).toContain(COMMITS);
    const run = await box.hook(prompt(COMMIT_PROMPT, { session_id: "s2" }), { env: FREE });
    expect(run).toMatchObject({ status: 0, stdout: "", stderr: "" });
    return (await box.doctor({ env: FREE })).find(({ check }) => check === "model");
  };

  scenario("that is gone is not replaced in silence", async (box) => {
    box.write("home/.config/claude-ways/model", "minilm\n");
    const finding = await triggersOnly(box);
    expect(finding).toMatchObject({ state: "problem", message: expect.stringContaining("`minilm`") });
    expect(await inUse(box)).toBe("minilm");
    const verified = await box.run(["model", "verify"], { env: FREE });
    expect(verified).toMatchObject({ status: 3, stderr: expect.stringContaining("no model manifest") });
    expect(await box.run(["model", "use", "default"], { env: FREE })).toMatchObject({ status: 0 });
    expect((await box.hook(prompt(COMMIT_PROMPT, { session_id: "s3" }), { env: FREE })).context).toContain(COMMITS);
  });

  scenario("whose calibration is another's leaves triggers", async (box) => {
    const path = join(useTiny(box), "calibration.bin");
    rmSync(path);
    symlinkSync(join(MODELS, "calibration.bin"), path);
    const finding = await triggersOnly(box);
    expect(finding).toMatchObject({ state: "problem", message: expect.stringContaining("no calibration") });
  });

  lonelyScenario("made for an earlier binary goes on, until `ways corpus` makes it anew", async (box) => {
    const folder = useTiny(box);
    const path = join(folder, "calibration.bin");
    const { fingerprint } = openModel(folder);
    const [calibration, rows] = [readCalibration(path, fingerprint), readOwnRows(path, fingerprint)];
    const core = rows && readScope(rows, "core", calibration?.dimensions ?? 0, true);
    if (calibration === null || core === null) throw new Error("nothing to change");
    writeFileSync(path, calibrationBytes(calibration, fingerprint, { core, shipped: "an earlier one" }));
    const model = async () => (await box.doctor({ env: FREE })).find(({ check }) => check === "model");
    expect(await model()).toMatchObject({ state: "problem", message: expect.stringContaining("another version") });
    expect(await answerTo(box, COMMIT_PROMPT)).toContain(COMMITS);
    const run = await box.run(["corpus"], { env: FREE });
    expect(run.stderr).toContain("calibrating");
    expect(run.stderr).not.toContain("embedding");
    expect(await model()).toMatchObject({ state: "ok" });
    expect(await answerTo(box, COMMIT_PROMPT)).toContain(COMMITS);
  });

  lonelyScenario(
    "that does not answer in time is left behind: triggers alone, counted, and nobody waits for it",
    async (box) => {
      useTiny(box);
      box.write(
        "home/.claude/hooks/ways/syrup/syrup.md",
        "---\ndescription: syrup\npattern: sticky\n---\n# Syrup\n\n- Warm it.\n",
      );
      const words = `write a commit message about sticky ${ENDLESS}`;
      const run = await box.hook(prompt(words), { env: FREE });
      expect(run).toMatchObject({ status: 0, stderr: "" });
      expect(run.context).toContain("[way:syrup]");
      expect(run.context).not.toContain(COMMITS);
      expect(box.failures()).toEqual(["deadline"]);
      const status = JSON.parse((await box.run(["status", "--json"], { env: FREE })).stdout);
      expect(status.without_vector).toMatchObject({ late: 1, failed: 0 });
      const findings = await box.doctor({ env: FREE });
      expect(findings.find(({ check }) => check === "failures")?.message).toContain("1 × deadline");
    },
  );
});

describe("ways model verify", () => {
  const verify = async (box: Box, folder: string) => {
    const run = await box.run(["model", "verify", folder, "--json"], { env: FREE });
    const { problems }: { problems: string[] } = JSON.parse(run.stdout);
    expect(run.status).toBe(problems.length === 0 ? 0 : 1);
    return problems.join("\n");
  };

  for (const pooling of ["mean", "cls", "none"] as const)
    scenario(`finds nothing wrong with a whole one, pooling ${pooling}`, async (box) => {
      expect(await verify(box, ownTiny(box, { pooling }))).toBe("");
    });

  type Fault = {
    readonly options?: TinyOptions;
    readonly file?: string;
    readonly spoil?: (path: string) => void;
    readonly found: string | RegExp;
  };
  const faults: Readonly<Record<string, Fault>> = {
    "a file that is cut": {
      file: "model.onnx",
      spoil: (path) => truncateSync(path, 99),
      found: "99 bytes (cut or foreign)",
    },
    "a file that is gone": { file: "tokenizer.json", spoil: (path) => rmSync(path), found: "no such file" },
    "a byte that is flipped": {
      file: "model.onnx",
      spoil: (path) => {
        const bytes = readFileSync(path);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      },
      found: /model\.onnx`: expected (\d+) bytes, .*; found \1 bytes, sha256 /,
    },
    "a Git LFS pointer": {
      file: "model.onnx",
      spoil: (path) => writeFileSync(path, "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
      found: "a Git LFS pointer",
    },
    "a web page": {
      file: "tokenizer.json",
      spoil: (path) => writeFileSync(path, "<!DOCTYPE html>"),
      found: "a web page",
    },
    "other dimensions than it promises": {
      options: { manifest: { dimensions: 128, check: [] } },
      found: /gives `token_embeddings` float32 \[1, \d+, 256\], expected float32 \[1, \d+, 128\]/,
    },
    "another output than it promises": {
      options: { pooling: "none", manifest: { pooling: "mean" } },
      found: "gives `sentence_embedding` float32 [1, 256], expected float32 [1, ",
    },
    "vectors that are not those of its manifest": {
      options: { manifest: { prefix: { query: "test: ", passage: "" } } },
      found: /unexpected vector for `write a commit message`: cosine 0\.\d/,
    },
  };
  for (const [name, { options, file, spoil, found }] of Object.entries(faults))
    scenario(`names ${name}`, async (box) => {
      const folder = ownTiny(box, options);
      if (file !== undefined) spoil?.(join(folder, file));
      const problems = await verify(box, folder);
      if (typeof found === "string") expect(problems).toContain(found);
      else expect(problems).toMatch(found);
    });

  scenario("refuses a manifest whose files lie elsewhere, and says which field it is", async (box) => {
    const files = ["onnx", "tokenizer"].map((role) => ({ role, name: "../x", bytes: 1, sha256: "0" }));
    const folder = ownTiny(box, { manifest: { files } });
    const run = await box.run(["model", "verify", folder], { env: FREE });
    expect(run).toMatchObject({ status: 3, stderr: expect.stringContaining("`files` is no list of") });
  });

  scenario("without a name looks at the one in use", async (box) => {
    const run = await box.run(["model", "verify"], { env: FREE });
    expect(run).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("multilingual-e5-small: whole, and it embeds"),
    });
  });
});
