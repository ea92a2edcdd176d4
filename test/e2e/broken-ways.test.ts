// Ways and settings with faults in them: each costs itself only, and the doctor names its file.
import { describe, expect } from "bun:test";
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, scenario } from "../support/binary.ts";
import { bash, COMMITS, prompt, sessionStart } from "./events.ts";

const USER = "home/.claude/hooks/ways";
const FISH = "---\ndescription: Feeding the aquarium fish in the lobby\ncommands: '^feed\\b'\n---\nTwice a day.\n";

/** By what stands where the text should. */
const withoutText = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ["", "\n\n \n", "# Title", "# Title\n\n<!-- What is it about? -->\n## More", "<!-- a\n\nb -->", "<!-- a"].map(
      (body) => [`${JSON.stringify(body)} as its text`, `---\n${lines}\n---\n${body}\n`],
    ),
  );

describe("a broken way", () => {
  const broken: Readonly<Record<string, string>> = {
    "no YAML": "---\ndescription: [a\n---\nBody.\n",
    "no end of its head": "---\ndescription: A\nBody.\n",
    "no head": "Body.\n",
    "an unknown key": "---\ndescription: A\npattren: foo\n---\nBody.\n",
    "a pattern that explodes": "---\ndescription: A\npattern: '^(a+)+$'\n---\nBody.\n",
    "a pattern that is none": "---\ndescription: A\npattern: '(unclosed'\n---\nBody.\n",
    binary: "\0\x01\x02\xff\xfe",
    nothing: "",
    ...withoutText("description: A\npattern: zebra"),
  };
  for (const [name, text] of Object.entries(broken))
    scenario(
      `(${name}) costs itself only, and the doctor names its file`,
      async (box) => {
        expect((await box.hook(bash("feed"))).context).toBe("[way:fish]\nTwice a day.");
        expect((await box.hook(bash("git commit"))).context).toContain(COMMITS);
        expect((await box.hook(prompt(`${"a".repeat(40)}!`, { session_id: "c" }))).status).toBe(0);
        expect(box.failures()).toEqual([]);
        const run = await box.run(["doctor", "--json"]);
        expect(run.status).toBe(1);
        const { diagnostics, findings } = JSON.parse(run.stdout);
        expect(diagnostics.map((d: { file: string }) => d.file)).toContain(join(box.folder, USER, "broken/broken.md"));
        expect(findings).toContainEqual(expect.objectContaining({ check: "ways", state: "problem" }));
        const list = await box.run(["list"]);
        expect(list).toMatchObject({ status: 0, stderr: expect.stringContaining("`ways doctor` says where") });
      },
      { [`${USER}/fish/fish.md`]: FISH, [`${USER}/broken/broken.md`]: text },
    );
});

describe("a way without text", () => {
  const ZEBRA = "work/.claude/ways/zebra/zebra.md";
  const FIRES = "description: Zebras\npattern: zebra";
  const cases = { ...withoutText(FIRES), "aliases for a way that is not there": "---\naliases: [the zebra]\n---\n" };
  for (const [name, text] of Object.entries(cases))
    scenario(
      `(${name}) is never shown, lint says so, and with a text it is shown in the same session`,
      async (box) => {
        const asked = await box.hook(prompt("the zebra"));
        expect(asked.context).toBeNull();
        const expected = await box.run(["explain", "the zebra", "--expect", "zebra"]);
        expect(expected.stderr).toContain("`zebra`");
        expect(expected.status).not.toBe(0);
        const lint = await box.run(["lint"]);
        expect(lint.stdout).toContain(".claude/ways/zebra/zebra.md:1:1: error: the way has no text to show");
        box.write(ZEBRA, `---\n${FIRES}\n---\nStripes.\n`);
        expect((await box.hook(prompt("the zebra again"))).context).toEndWith("Stripes.");
      },
      { [ZEBRA]: text },
    );
});

describe("a configuration that does nothing, or not what it says", () => {
  const faults: Readonly<Record<string, string>> = {
    "disabled: [unknown-way]": "1:12: warning: there is no way and no folder `unknown-way` here (config-missing)",
    "disabled: softwaredev, softwaredef":
      "1:11: warning: there is no way and no folder `softwaredef` here (config-missing)\n  hint: did you mean `softwaredev`?",
    "disabled: {a: b}": "1:11: error: `disabled` must be made of names, found a map (wrong-type)",
    "disabled: ''": "1:1: warning: `disabled` has no value (empty-value)",
    "languages: [de, klingon]": "1:17: warning: no way here has a row in `klingon` (config-missing)",
    "golden: 5": "1:9: error: `golden` must be a map of `precision`, `recall`, found `5` (wrong-type)",
    "lanes: [x]": "1:8: error: `lanes` must be a map of `command`, `file`, found a list (wrong-type)",
  };
  scenario(
    "a language that no way has a row in is taken for no mistyped one",
    async (box) =>
      expect((await box.run(["lint"])).stdout).toBe(
        ".claude/ways.yaml:1:13: warning: no way here has a row in `xx` (config-missing)\n  hint: write language tags, as `ja` or `pt-BR`\n",
      ),
    { "work/.claude/ways.yaml": "languages: [xx]\n" },
  );

  for (const [text, finding] of Object.entries(faults))
    scenario(
      text,
      async (box) => {
        const run = await box.run(["lint"]);
        expect(run.stdout).toStartWith(`.claude/ways.yaml:${finding}`);
        expect(run.stdout.match(/ways\.yaml:/g)).toHaveLength(1);
        expect(run.status).toBe(1);
      },
      { "work/.claude/ways.yaml": `${text}\n` },
    );

  scenario(
    "what names ways, folders and languages that there are is fine",
    async (box) => expect(await box.run(["lint"])).toMatchObject({ status: 0, stdout: "" }),
    { "work/.claude/ways.yaml": "disabled: [ea, itops/, softwaredev/delivery/commits]\nlanguages: de, pt_BR\n" },
  );
});

scenario(
  "the person's own configuration names ways of every project: one of them is no judge of it",
  async (box) => expect(await box.run(["lint"])).toMatchObject({ status: 0, stdout: "" }),
  { "home/.config/claude-ways/config.yaml": "disabled: [deploy-of-another-project]\nlanguages: [tlh]\n" },
);

for (const list of ["[{a: b}]", "[[softwaredev]]", "['']", "','"])
  scenario(
    `disabled: ${list} in a project leaves what the person has disabled as it is`,
    async (box) => {
      expect((await box.hook(bash("git commit"))).stdout).toBe("");
      expect((await box.run(["lint"])).stdout).toContain(".claude/ways.yaml:1:");
    },
    {
      "home/.config/claude-ways/config.yaml": "disabled: [softwaredev]\n",
      "work/.claude/ways.yaml": `disabled: ${list}\n`,
    },
  );

describe("lint says what the hook does", () => {
  const ways = "work/.claude/ways";
  const linted = async (box: Box) => (await box.run(["lint"])).stdout;

  scenario(
    "of `requires_parent` without a parent: nothing, by trigger and by meaning",
    async (box) => {
      expect(await linted(box)).toContain("foal.md:3:18: warning: `requires_parent` does nothing here");
      await box.run(["corpus"]);
      expect((await box.hook(bash("foal"))).context).toContain("Keep it warm.");
      const meant = prompt("a foal was born last night, how is it kept warm", { session_id: "meant" });
      expect((await box.hook(meant)).context).toContain("Keep it warm.");
      box.write(`${ways}/stable/stable.md`, "---\ndescription: The stable\n---\nClean it.\n");
      expect(await linted(box)).not.toContain("requires_parent");
      expect((await box.hook(bash("foal", { session_id: "waits" }))).context).toBeNull();
    },
    {
      [`${ways}/stable/foal/foal.md`]:
        "---\ndescription: A foal was born\nrequires_parent: true\ncommands: '^foal'\n---\nKeep it warm.\n",
    },
  );

  // Beside the names of others there is less room than alone.
  const sizes = [
    { units: 8_200, alone: true, beside: true, isTold: false },
    { units: 9_289, alone: true, beside: false, isTold: true },
    { units: 9_600, alone: false, beside: false, isTold: true },
  ];
  const others = Array.from({ length: 40 }, (_, i) => `others/one-of-those-that-are-named-only-${i}`);
  for (const { units, alone, beside, isTold } of sizes)
    scenario(
      `of a body of ${units} characters: it is shown whole, or named`,
      async (box) => {
        const heard = async (command: string) => (await box.hook(bash(command, { session_id: command }))).context ?? "";
        const end = `${"x".repeat(10)}END`;
        expect((await heard("alone")).endsWith(end)).toBe(alone);
        expect((await heard("beside")).includes(end)).toBe(beside);
        if (!alone) expect(await heard("alone")).toContain("`ways show long`");
        expect((await linted(box)).includes(`has ${units.toLocaleString("en")} characters`)).toBe(isTold);
      },
      {
        "work/.claude/ways.yaml": "max_ways: 1\n",
        [`${ways}/long/long.md`]: `---\ndescription: Long\ncommands: '^(alone|beside)'\n---\n${"x".repeat(units - 3)}END\n`,
        ...Object.fromEntries(
          others.map((id) => [
            `${ways}/${id}/${id.split("/").at(-1)}.md`,
            `---\ndescription: Named\ncommands: '^beside'\n---\nBody.\n`,
          ]),
        ),
      },
    );
});

scenario("field case B1: no pattern of a cloned project can hold up a hook", async (box) => {
  const patterns = ["'(\\w+\\s?)*:'", "'^(.*a){20}$'", "'(x+x+)+y'", "'^(a|aa)+$'", "'(?=(a+))\\1b'"];
  patterns.forEach((pattern, i) => {
    box.write(
      `work/.claude/ways/w${i}/w${i}.md`,
      `---\ndescription: Way ${i}\npattern: ${pattern}\nerrors: ${pattern}\n---\nBody.\n`,
    );
  });
  for (const text of ["a".repeat(60_000), `${"word ".repeat(40_000)}!`, "x".repeat(100_000)]) {
    const run = await box.hook(prompt(text));
    expect(run.status).toBe(0);
    expect(run.ms).toBeLessThan(5_000);
    const error = { session_id: "e", hook_event_name: "PostToolUseFailure", tool_name: "Bash", error: text };
    expect((await box.hook(error)).status).toBe(0);
  }
  expect((await box.hook(bash("git commit"))).context).toContain(COMMITS);
});

scenario("switched off here is silent, and a mistake in the configuration is named", async (box) => {
  const config = box.write("home/.config/claude-ways/config.yaml", "enabled: false\n");
  expect((await box.hook(bash("git commit"))).stdout).toBe("");
  expect((await box.hook(sessionStart("startup"))).stdout).toBe("");
  const asked = await box.run(["explain", "write a commit message", "--expect", "commits"]);
  expect(asked).toMatchObject({ status: 1, stderr: expect.stringContaining(`switched off here by \`enabled\` in`) });
  expect(asked.stdout).toMatch(/^ +softwaredev\/delivery\/commits .*ways is switched off here$/m);
  const { shown } = JSON.parse((await box.run(["explain", "write a commit message", "--json"])).stdout);
  expect(shown).toEqual([]);
  const places: readonly (readonly [path: string, WAYS_ENABLED: string | undefined, named: string])[] = [
    ["home/.config/claude-ways/config.yaml", undefined, `by \`enabled\` in \`${config}\``],
    ["work/.claude/ways.yaml", undefined, `by \`enabled\` in \`${box.cwd}/.claude/ways.yaml\``],
    ["elsewhere.yaml", "off", "by `WAYS_ENABLED`"],
  ];
  for (const [path, WAYS_ENABLED, named] of places) {
    rmSync(config, { force: true });
    const file = box.write(path, "enabled: false\n");
    for (const verb of ["doctor", "status", "explain --event command git\\ commit 2>&1"]) {
      const { stdout } = await box.shell(`"$WAYS" ${verb}`, { env: { WAYS_ENABLED } });
      expect(stdout).toContain(`switched off here ${named}`);
      expect(stdout).not.toMatch(/ways may be shown|by meaning +on|^shown/m);
    }
    rmSync(file);
  }
  writeFileSync(config, "disabled: [softwaredev]\nmax_wyas: 2\n");
  utimesSync(config, 1, 1);
  expect((await box.hook(bash("git commit"))).context).toBeNull();
  const run = await box.run(["doctor"]);
  expect(run.status).toBe(1);
  expect(run.stdout).toContain(config);
  expect(run.stdout).toContain("max_ways");
  expect(run.stdout).toContain("ways may be shown here, 1 error in ways and configuration (below)");
  expect((await box.run(["list"])).stderr).toContain(
    "ways: 1 error in ways and configuration: `ways doctor` says where",
  );
});
