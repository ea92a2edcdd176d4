// Where the binary runs and under what name: folders with foreign configuration, links, copies, an empty environment (field case H2).
import { describe, expect } from "bun:test";
import { chmodSync, copyFileSync, linkSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { BINARY, type Box, MODELS, type RunOptions, scenario } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, COMMITS, prompt } from "./events.ts";

/** A trigger and a vector: together they touch the shipped library, the model and the kernel. */
async function expectBoth(box: Box, options: RunOptions = {}): Promise<void> {
  for (const event of [prompt(COMMIT_PROMPT, { session_id: "p" }), bash("git commit", { session_id: "c" })]) {
    const run = await box.hook(event, options);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.context).toContain(COMMITS);
  }
}

/** Without copying where the disk allows it. */
function placeBinary(path: string): string {
  try {
    linkSync(BINARY, path);
  } catch {
    copyFileSync(BINARY, path);
  }
  return path;
}

describe("a folder with configuration of Bun and Node", () => {
  const evil = "process.stdout.write('PRELOADED'); process.exit(7);";
  const hostile = {
    "work/bunfig.toml": 'preload = ["./evil.ts"]\n[run]\nbun = true\n[install]\nregistry = "http://localhost:1"\n',
    "work/evil.ts": evil,
    "work/.env": "HOME=/nonexistent\nWAYS_MODEL_DIR=/nonexistent\nXDG_STATE_HOME=/nonexistent\nNODE_OPTIONS=--bad\n",
    "work/.env.local": "WAYS_ENGINE=onnx\nPATH=\n",
    "work/package.json": '{ "name": "broken", ',
    "work/tsconfig.json": "{ not json",
    "work/jsconfig.json": "[",
    "work/node_modules/onnxruntime-web/package.json": '{"main":"evil.js"}',
    "work/node_modules/onnxruntime-web/evil.js": evil,
    "work/node_modules/yaml/index.js": evil,
    "work/index.ts": evil,
    "work/hook": evil,
    "work/hook.ts": evil,
    "work/bun.lockb": "junk",
  };
  scenario("changes nothing in a hook", async (box) => expectBoth(box), hostile);

  scenario(
    "changes nothing in a command",
    async (box) => {
      box.write("home/.claude/hooks/ways/demo/demo.md", "---\ndescription: Demo\n---\nBody.\n");
      expect(await box.run(["show", "demo"])).toMatchObject({ status: 0, stdout: "Body.\n", stderr: "" });
      expect((await box.run(["self-test"])).status).toBe(0);
    },
    hostile,
  );
});

describe("the binary", () => {
  scenario(
    "shows what triggers find on a machine that cannot embed, whether or not a text is worth a second thread",
    async (box) => {
      for (const text of ["espresso", `espresso ${"is what I would like to have now ".repeat(3)}`]) {
        const event = prompt(text, { session_id: `${text.length}` });
        const { context } = await box.hook(event, { env: { BUN_JSC_useWasmSIMD: "0" } });
        expect(context).toContain("[way:brew]");
      }
      expect(box.failures().filter((step) => step === "embed")).toHaveLength(2);
    },
    {
      "home/.claude/hooks/ways/brew/brew.md":
        "---\ndescription: Brewing coffee\npattern: espresso\n---\nBeans first.\n",
    },
  );

  scenario("runs from the root folder", async (box) => expectBoth(box, { cwd: "/" }));

  scenario("runs through a link, and under another name", async (box) => {
    const link = join(box.folder, "link");
    symlinkSync(BINARY, link);
    await expectBoth(box, { binary: link });
    const renamed = placeBinary(join(box.folder, "other-name"));
    expect((await box.run(["--version"], { binary: renamed })).stdout).toMatch(/^ways \d/);
    expect((await box.hook(prompt(COMMIT_PROMPT, { session_id: "r" }), { binary: renamed })).context).toContain(
      COMMITS,
    );
  });

  for (const PATH of ["", undefined, "/nonexistent"])
    scenario(`needs nothing from PATH: ${PATH}`, async (box) => {
      expect((await box.hook(bash("git commit"), { env: { PATH } })).context).toContain(COMMITS);
      if (PATH === "") await expectBoth(box, { env: { PATH } });
    });

  scenario("takes the model from the data folder or from beside itself", async (box) => {
    const alone = placeBinary(box.write("opt/ways", ""));
    const env = { WAYS_MODEL_DIR: undefined };
    const modelOf = async () => (await box.doctor({ binary: alone, env })).find((f) => f.check === "model")?.message;
    expect(await modelOf()).toContain("there is no model");
    symlinkSync(MODELS, join(box.folder, "opt/models"));
    expect(await modelOf()).toContain(`${box.folder}/opt/models`);
    expect((await box.run(["setup", "--model", MODELS], { binary: alone, env })).status).toBe(0);
    expect(await modelOf()).toContain(`${box.home}/.local/share/claude-ways/model`);
    await expectBoth(box, { binary: alone, env });
  });

  scenario("is told by the doctor when its name on PATH means nothing, or another", async (box) => {
    const own = placeBinary(box.write("opt/ways", ""));
    const other = box.write("other/ways", "");
    chmodSync(other, 0o755);
    const PATH = (...folders: readonly string[]) => folders.map((name) => join(box.folder, name)).join(":");
    const told = async (path: string) =>
      (await box.doctor({ binary: own, env: { PATH: path } })).filter((f) => f.check === "command");
    expect(await told("")).toMatchObject([{ state: "note", hint: `add \`${box.folder}/opt\` to PATH` }]);
    expect(await told(PATH("other", "opt"))).toMatchObject([
      { state: "note", message: expect.stringContaining(`\`${other}\`, not this binary`) },
    ]);
    expect(await told(PATH("opt", "other"))).toEqual([]);
    mkdirSync(join(box.folder, "bin"));
    symlinkSync(own, join(box.folder, "bin/ways"));
    expect(await told(PATH("bin"))).toEqual([]);
  });

  scenario("cannot start in a folder that was deleted under it, and still blocks nothing", async (box) => {
    // Bun itself gives up before our first line. Status 2 would tell the agent to block the prompt.
    const run = await box.shell('mkdir gone && cd gone && rmdir ../gone && echo {} | "$WAYS" hook');
    expect(run).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("directory was deleted") });
  });
});

describe("the environment", () => {
  const odd: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "a Turkish locale": { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    "no locale": { LANG: "C", LC_ALL: "C" },
    "another time zone": { TZ: "Asia/Kathmandu" },
    "options for Node": { NODE_OPTIONS: "--require ./evil.js --bad-flag", NODE_PATH: "/nonexistent" },
    "a missing TMPDIR": { TMPDIR: "/nonexistent", TMP: "/nonexistent", TEMP: "/nonexistent" },
    "relative XDG folders": { XDG_STATE_HOME: "state", XDG_CACHE_HOME: "~/.cache", XDG_CONFIG_HOME: "./x" },
    "a project that is gone": { CLAUDE_PROJECT_DIR: "/nonexistent/project" },
  };
  for (const [name, env] of Object.entries(odd))
    scenario(`with ${name}`, async (box) => {
      const run = await box.hook(bash("git commit"), { env });
      expect(run).toMatchObject({ status: 0, stderr: "" });
      expect(run.context).toContain(COMMITS);
      expect(box.listing(box.cwd)).toEqual([]);
    });
});
