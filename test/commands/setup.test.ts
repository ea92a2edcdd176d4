// `ways setup` and `ways uninstall` on real files in a temporary folder.
import { afterAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import template from "../../hooks/claude.json" with { type: "json" };
import { inspectSettings } from "../../src/agents/registration.ts";
import { claudeSettings, type SetupInput, setupAgent } from "../../src/commands/setup.ts";
import { uninstallAgent } from "../../src/commands/uninstall.ts";
import * as files from "../../src/store/settings-file.ts";

const root = mkdtempSync(join(tmpdir(), "ways-setup-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;

function home(text: string | null, change: Partial<SetupInput> = {}) {
  const folder = join(root, `home-${count++}`);
  mkdirSync(join(folder, ".claude"), { recursive: true });
  const settings = claudeSettings(join(folder, ".claude"), null);
  if (text !== null) writeFileSync(settings, text);
  const printed: string[] = [];
  const asked: string[] = [];
  const input: SetupInput = {
    agent: { verb: "claude", title: "Claude Code" },
    settings,
    binary: "/home/ada/.local/bin/ways",
    template,
    others: [],
    backups: join(folder, "state"),
    dryRun: false,
    yes: true,
    isTerminal: false,
    confirm: async (question) => asked.push(question) > 0,
    print: (line) => printed.push(line),
    files,
    ...change,
  };
  const now = () => (existsSync(settings) ? readFileSync(settings, "utf8") : null);
  return { folder, settings, input, asked, now, output: () => printed.join("\n") };
}

const fixtures = new URL("../fixtures/settings/", import.meta.url).pathname;
const samples = readdirSync(fixtures).map((name) => [name, readFileSync(fixtures + name, "utf8")] as const);

describe("set up and removed", () => {
  test.each([
    ["a missing file", null] as const,
    ...samples,
    ...samples.map(([name, text]) => [`${name} with CRLF and BOM`, `\uFEFF${text.replaceAll("\n", "\r\n")}`] as const),
  ])("%s is as before, byte for byte", async (_, text) => {
    const { input, now } = home(text);
    expect((await setupAgent(input)).outcome).toBe("written");
    expect(inspectSettings(now() ?? "", "s.json").hooks).toHaveLength(5);
    expect((await setupAgent(input)).outcome).toBe("unchanged");
    expect((await uninstallAgent(input)).outcome).toBe("written");
    expect(now()).toBe(text);
    expect((await uninstallAgent(input)).outcome).toBe("unchanged");
    expect(now()).toBe(text);
  });

  test("is as before after an update from another place, too", async () => {
    const text = '{ "hooks": { "PreToolUse": [ ] } }';
    const { input, now } = home(text);
    await setupAgent({ ...input, binary: "/old/ways" });
    await setupAgent(input);
    expect(now()).not.toContain("/old/ways");
    await uninstallAgent(input);
    expect(now()).toBe(text);
  });

  test("keeps what was written in between", async () => {
    const { input, settings, now } = home(null);
    await setupAgent(input);
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(now() ?? ""), model: "opus" }));
    await uninstallAgent(input);
    expect(now()).toBe('{"model":"opus"}');
  });

  test("a `{}` that a person put there after set-up was undone by hand is not removed", async () => {
    const { input, settings, now } = home(null);
    await setupAgent(input);
    writeFileSync(settings, "{}");
    await uninstallAgent(input);
    expect(now()).toBe("{}");
  });

  test("a settings file behind a link stays behind its link", async () => {
    const { folder, input, settings, now } = home(null);
    writeFileSync(join(folder, "dotfile.json"), '{"a":1}');
    symlinkSync("../dotfile.json", settings);
    await setupAgent(input);
    expect(readFileSync(join(folder, "dotfile.json"), "utf8")).toContain("UserPromptSubmit");
    await uninstallAgent(input);
    expect(now()).toBe('{"a":1}');
  });
});

describe("before anything is written", () => {
  test("a dry run shows the change as a diff and writes nothing", async () => {
    const { input, now, output, asked } = home('{\r\n  "model": "opus"\r\n}\r\n', { dryRun: true, yes: false });
    expect((await setupAgent(input)).outcome).toBe("dry-run");
    expect(output()).toContain('-  "model": "opus"\n+  "model": "opus",\n+  "hooks": {');
    expect(output()).not.toContain("\\x0d");
    expect([now(), asked]).toEqual(['{\r\n  "model": "opus"\r\n}\r\n', []]);
    expect(existsSync(input.backups)).toBe(false);
  });

  test("a dry run of removal shows what goes, the file itself included", async () => {
    const { input, now, output } = home(null);
    await setupAgent(input);
    const before = now();
    expect((await uninstallAgent({ ...input, dryRun: true })).outcome).toBe("dry-run");
    expect(output()).toContain("+++ /dev/null");
    expect(now()).toBe(before);
  });

  test("a person on a terminal sees the diff, is asked, and may say no", async () => {
    const { input, now, output, asked, settings } = home("{}", { yes: false, isTerminal: true });
    const no = { ...input, confirm: async () => false };
    expect((await setupAgent(no)).outcome).toBe("declined");
    expect(output()).toContain("+++ ");
    expect(output()).toContain("nothing was changed");
    expect(now()).toBe("{}");
    expect((await setupAgent(input)).outcome).toBe("written");
    expect(asked).toEqual([`Write this change to \`${settings}\`?`]);
  });

  test("without a terminal and without --yes it refuses and says how to go on", async () => {
    const { input, now } = home("{}", { yes: false });
    await expect(setupAgent(input)).rejects.toMatchObject({
      name: "WaysError",
      hint: expect.stringContaining("--yes"),
    });
    expect(now()).toBe("{}");
  });

  test.each(["{", "[]", '{"hooks":[]}', '{"hooks":{"Stop":{}}}'])(
    "%j is refused and left alone by set-up",
    async (text) => {
      const { input, now } = home(text);
      await expect(setupAgent(input)).rejects.toMatchObject({ name: "WaysError" });
      expect(now()).toBe(text);
    },
  );

  test("a read-only file is refused and left alone", async () => {
    const { input, settings, now } = home("{}");
    chmodSync(settings, 0o444);
    await expect(setupAgent(input)).rejects.toMatchObject({
      name: "WaysError",
      hint: expect.stringContaining("chmod"),
    });
    expect(now()).toBe("{}");
  });

  test("nothing is written when the file changes while the person thinks", async () => {
    const { input, settings, now } = home("{}", { yes: false, isTerminal: true });
    const confirm = async () => {
      writeFileSync(settings, '{"of":"others"}');
      return true;
    };
    await expect(setupAgent({ ...input, confirm })).rejects.toMatchObject({ name: "WaysError" });
    expect(now()).toBe('{"of":"others"}');
  });
});

describe("what is told", () => {
  test("set-up names the events, the file, the backup and the way back", async () => {
    const { input, settings, output } = home("{}");
    const { backup } = await setupAgent(input);
    expect(output().split("\n")).toEqual([
      "Claude Code now calls `ways hook` for SessionStart, UserPromptSubmit, PreToolUse, PostToolUseFailure, SubagentStart",
      `settings: \`${settings}\``,
      `backup: \`${backup}\``,
      "undo: `ways uninstall claude`",
    ]);
  });

  test("set-up warns of what silences hooks, and of a second registration that would fire twice", async () => {
    const user = home("{}");
    await setupAgent(user.input);
    const { input, output } = home('{"disableAllHooks":true,"hooks":{"Stop":[{"command":"x\\u001b"}]}}', {
      others: [user.settings, "/does/not/exist.json"],
    });
    await setupAgent({ ...input, binary: "/home/ada/.local/bin/ways" });
    expect(output()).toContain("`disableAllHooks` is true");
    expect(output()).toContain("entry 1 of `hooks.Stop` has no `hooks` list");
    expect(output()).toContain(`warning: \`${user.settings}\` registers \`ways hook\`, too`);
  });

  test("a project's settings are the private ones of the checkout, and are said to be", async () => {
    const { folder, input, output } = home(null);
    const settings = claudeSettings("/home/ada/.claude", folder);
    expect(settings).toBe(`${folder}/.claude/settings.local.json`);
    await setupAgent({ ...input, settings });
    expect(output()).toContain("keep it out of version control");
    expect(output()).toContain("undo: `ways uninstall claude --project`");
  });
});
