// `ways setup claude` and `ways uninstall claude` on a real settings file: shown, asked for, written once, taken back byte for byte.
import { describe, expect } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { BINARY, type Box, scenario } from "../support/binary.ts";
import { bash, COMMITS } from "./events.ts";

const FIXTURES = join(import.meta.dir, "..", "fixtures", "settings");
const FOREIGN = readFileSync(join(FIXTURES, "49-foreign-hooks.json"), "utf8");
const SETTINGS = "home/.claude/settings.json";
const settings = (box: Box) => readFileSync(join(box.folder, SETTINGS), "utf8");

describe("set up and removed", () => {
  // Every fixture is tried in test/commands; these go through the binary.
  for (const name of ["49-foreign-hooks.json", "comments.jsonc", "one-line.json", "empty-containers.json"])
    scenario(`${name} is as before, byte for byte`, async (box) => {
      const before = readFileSync(join(FIXTURES, name), "utf8");
      box.write(SETTINGS, before);
      expect(await box.run(["setup", "claude", "--yes"])).toMatchObject({ status: 0, stdout: "" });
      const installed = settings(box);
      expect(installed).toContain(JSON.stringify(realpathSync(BINARY)));
      const again = await box.run(["setup", "claude", "--yes"]);
      expect(again).toMatchObject({ status: 0, stderr: expect.stringContaining("already calls `ways hook`") });
      expect(settings(box)).toBe(installed);
      expect((await box.run(["uninstall", "claude", "--yes"])).status).toBe(0);
      expect(settings(box)).toBe(before);
      expect((await box.run(["uninstall", "claude", "--yes"])).stderr).toContain("does not call `ways hook`");
    });

  scenario("no file at all leaves none, and the folder of the agent alone", async (box) => {
    mkdirSync(join(box.home, ".claude"));
    await box.run(["setup", "claude", "--yes"]);
    expect(JSON.parse(settings(box)).hooks.UserPromptSubmit).toHaveLength(1);
    await box.run(["uninstall", "claude", "--yes"]);
    expect(readdirSync(join(box.home, ".claude"))).toEqual([]);
  });

  scenario("what was registered runs as the agent would run it", async (box) => {
    await box.run(["setup", "claude", "--yes"]);
    const handler = JSON.parse(settings(box)).hooks.PreToolUse[0].hooks[0];
    expect(handler).toMatchObject({ type: "command", args: ["hook"], timeout: expect.any(Number) });
    const run = await box.run(handler.args, {
      binary: handler.command,
      stdin: JSON.stringify(bash("git commit")),
      cwd: "/",
    });
    expect(run.stdout).toContain(COMMITS);
    const check = (await box.doctor()).filter((f) => f.check === "Claude Code");
    expect(check).toEqual([expect.objectContaining({ state: "ok" })]);
  });

  scenario("the first prompt finds the model read through already", async (box) => {
    await box.run(["setup", "claude", "--yes"]);
    expect(box.listing(box.home)).toContain(".cache/claude-ways/model-verified");
    const env = { WAYS_MODEL_DIR: box.write("broken/manifest.json", "{}").replace("/manifest.json", "") };
    const run = await box.run(["setup", "claude", "--yes"], { env });
    expect(run).toMatchObject({ status: 0, stdout: "" });
    expect(run.stderr).toContain(`warning: \`${env.WAYS_MODEL_DIR}/manifest.json\` is no model manifest`);
  });

  scenario("the private settings of a checkout are another file", async (box) => {
    await box.run(["setup", "claude", "--project", "--yes"]);
    expect(box.listing(box.cwd)).toEqual([".claude/", ".claude/settings.local.json"]);
    expect(existsSync(join(box.folder, SETTINGS))).toBe(false);
    await box.run(["uninstall", "claude", "--project", "--yes"]);
    expect(box.listing(box.cwd)).toEqual([".claude/"]);
  });
});

describe("nothing is written", () => {
  for (const verb of ["setup", "uninstall"]) {
    const prepared = async (box: Box) => {
      box.write(SETTINGS, FOREIGN);
      if (verb === "uninstall") await box.run(["setup", "claude", "--yes"]);
      return { text: settings(box), files: box.listing() };
    };
    const expectUntouched = (box: Box, before: { readonly text: string; readonly files: readonly string[] }) => {
      expect(settings(box)).toBe(before.text);
      expect(box.listing()).toEqual(before.files);
    };

    scenario(`by \`ways ${verb} --dry-run\`, which shows the change`, async (box) => {
      const before = await prepared(box);
      const run = await box.run([verb, "claude", "--dry-run"]);
      expect(run).toMatchObject({ status: 0, stdout: "" });
      expect(run.stderr).toMatch(verb === "setup" ? /^\+.*"hook"/m : /^-.*"hook"/m);
      expectUntouched(box, before);
    });

    scenario(`by \`ways ${verb}\` without \`--yes\` where there is nobody to ask`, async (box) => {
      const before = await prepared(box);
      const run = await box.run([verb, "claude"], { stdin: "y\n" });
      expect(run).toMatchObject({ status: 3, stdout: "" });
      expect(run.stderr).toContain("there is no terminal to ask on");
      expect(run.stderr).toContain("`--yes`");
      expectUntouched(box, before);
    });

    scenario(`by \`ways ${verb}\` when the person says no, and something is when they say yes`, async (box) => {
      const before = await prepared(box);
      const answer = (word: string) =>
        box.shell(`printf '${word}\\n' | script -qec '"$WAYS" ${verb} claude' /dev/null`);
      const no = await answer("n");
      expect(no.status).toBe(1);
      expect(no.stdout).toContain("nothing was changed");
      expectUntouched(box, before);
      expect((await answer("y")).status).toBe(0);
      expect(settings(box)).not.toBe(before.text);
    });
  }

  const broken: Readonly<Record<string, readonly [text: string, place: string]>> = {
    "no JSON": ['{\n  "model": "opus"\n  "hooks": {}\n}\n', ":3:3`: the settings are not valid JSON: comma expected"],
    "a list": ["[]", ":1:1`: the settings are of type array, expected an object"],
    "hooks of a foreign shape": ['{ "hooks": [] }', ":1:12`: `hooks` is of type array, expected an object of events"],
    "UTF-16": ["\uFEFF{}", "` is not UTF-8"],
  };
  for (const [name, [text, place]] of Object.entries(broken))
    scenario(`into settings that are ${name}: the file and the place in it are named`, async (box) => {
      const bytes = name === "UTF-16" ? Buffer.from(text, "utf16le") : Buffer.from(text);
      const path = box.write(SETTINGS, bytes);
      for (const verb of ["setup", "uninstall"]) {
        const run = await box.run([verb, "claude", "--yes"]);
        expect(run).toMatchObject({ status: 3, stdout: "" });
        expect(run.stderr).toStartWith(`ways: \`${path}${place}\n\nhint: `);
        expect(readFileSync(join(box.folder, SETTINGS)).equals(bytes)).toBe(true);
      }
      const problems = (await box.doctor()).filter((f) => f.check === "Claude Code" && f.state === "problem");
      expect(problems).toHaveLength(1);
      if (name !== "UTF-16") expect(problems[0]?.message).toBe(`\`${path}${place}`);
    });

  scenario("into settings that are read-only", async (box) => {
    box.write(SETTINGS, FOREIGN);
    chmodSync(join(box.folder, SETTINGS), 0o444);
    const run = await box.run(["setup", "claude", "--yes"]);
    expect(run).toMatchObject({ status: 3, stderr: expect.stringContaining("is read-only") });
    expect(settings(box)).toBe(FOREIGN);
  });

  scenario("under a name that would not be recognised later", async (box) => {
    const renamed = join(box.folder, "other-name");
    copyFileSync(BINARY, renamed);
    const run = await box.run(["setup", "claude", "--yes"], { binary: renamed });
    expect(run).toMatchObject({ status: 3, stderr: expect.stringContaining("has to be named `ways`") });
    expect(existsSync(join(box.folder, SETTINGS))).toBe(false);
  });
});

scenario("settings that are a link stay one, and their file keeps its mode", async (box) => {
  const real = box.write("dotfiles/claude.json", FOREIGN);
  chmodSync(real, 0o640);
  mkdirSync(join(box.home, ".claude"));
  symlinkSync(real, join(box.folder, SETTINGS));
  await box.run(["setup", "claude", "--yes"]);
  expect(realpathSync(join(box.folder, SETTINGS))).toBe(real);
  expect(readFileSync(real, "utf8")).toContain('"hook"');
  await box.run(["uninstall", "claude", "--yes"]);
  expect(readFileSync(real, "utf8")).toBe(FOREIGN);
  expect((await box.shell(`stat -c %a "${real}"`)).stdout.trim()).toBe("640");
});

scenario("what others added in the meantime survives the removal", async (box) => {
  box.write(SETTINGS, '{\n  "model": "opus"\n}\n');
  await box.run(["setup", "claude", "--yes"]);
  const edited = JSON.parse(settings(box));
  edited.hooks.UserPromptSubmit.push({ hooks: [{ type: "command", command: "echo hi" }] });
  writeFileSync(join(box.folder, SETTINGS), JSON.stringify({ ...edited, theme: "dark" }, null, 4));
  await box.run(["uninstall", "claude", "--yes"]);
  expect(JSON.parse(settings(box))).toEqual({
    model: "opus",
    theme: "dark",
    hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: "echo hi" }] }] },
  });
});
