// What a person types: exit codes 0, 1 and 3 and never 2, messages that say what to do, data on stdout and nothing else.
import { describe, expect } from "bun:test";
import { scenario } from "../support/binary.ts";

const MISTAKES: readonly (readonly [args: readonly string[], says: string])[] = [
  [["lst"], "did you mean `ways list`?"],
  [["explian", "x"], "did you mean `ways explain`?"],
  [["toString"], "unknown command `toString`"],
  [["constructor"], "unknown command `constructor`"],
  [["__proto__"], "unknown command `__proto__`"],
  [["hasOwnProperty", "--help"], "unknown command `hasOwnProperty`"],
  [["hoook"], "did you mean `ways hook`?"],
  [["hlep"], "did you mean `ways help`?"],
  [["help", "lisst"], "did you mean `ways list`?"],
  [["--hlep"], "did you mean `ways --help`?"],
  [["--verison"], "did you mean `ways --version`?"],
  [["x"], "`ways` alone lists the commands"],
  [["--nonsense"], "unknown command `--nonsense`"],
  [["help", "nonsense"], "unknown command `nonsense`"],
  [["list", "--jsno"], "did you mean `--json`?"],
  [["list", "-x"], "unknown flag `-x`"],
  [["list", "--no-json"], "unknown flag `--no-json`"],
  [["list", "--constructor"], "unknown flag `--constructor`"],
  [["list", "a", "b"], "got `b`"],
  [["show"], "`ways show` needs the id of a way"],
  [["show", "commits"], "did you mean `softwaredev/delivery/commits`?"],
  [["show", "softwaredev/delivery/comits"], "did you mean `softwaredev/delivery/commits`?"],
  [["show", "../../etc/passwd"], "there is no way"],
  [["explain"], "`ways explain` needs a text"],
  [["explain", "x", "--event", "nap"], "unknown event `nap`"],
  [["explain", "x", "--expect"], "`--expect` needs a value"],
  [["explain", "x", "--expect="], "`--expect` needs a value"],
  [["setup"], "`ways setup claude`"],
  [["setup", "cloud"], "unknown agent `cloud`"],
  [["setup", "codex"], "any other agent can be told to call `ways hook`, with the lines of hooks/README.md on stdin"],
  [["setup", "cursor", "--yes"], "unknown agent `cursor`"],
  [["setup", "--model", "/nonexistent"], "no model manifest at `/nonexistent/manifest.json`"],
  [["uninstall", "toString"], "unknown agent `toString`"],
  [["corpus", "extra"], "takes no words"],
  [["lint", ".claude/ways/a/a.md"], "hint: `--ways-dir <folder>` looks at"],
  [["check", "deploys"], "`ways golden <id>` tries one way"],
];

describe("a mistake exits with 3, prints no data and says what to do:", () => {
  for (const [args, says] of MISTAKES)
    scenario(`ways ${args.join(" ")}`, async (box) => {
      const run = await box.run(args);
      expect(run).toMatchObject({ status: 3, stdout: "" });
      expect(run.stderr).toStartWith("ways: ");
      expect(run.stderr).toContain(says);
      expect(run.stderr).toContain("\n\nhint: ");
      expect(run.stderr).not.toContain("unexpected error");
      expect(box.listing(box.home)).toEqual([]);
    });
});

describe("what is asked for rightly exits with 0:", () => {
  const asked = [
    [],
    ["--help"],
    ["-h"],
    ["help"],
    ["help", "explain"],
    ["help", "help"],
    ["list", "--help"],
    ["version"],
    ["--version"],
    ["-V"],
  ];
  for (const args of [...asked, ["help", "hook"], ["hook", "--help"], ["hook", "-h"]])
    scenario(["ways", ...args].join(" "), async (box) => {
      const run = await box.run(args);
      expect(run).toMatchObject({ status: 0, stderr: "" });
      expect(run.stdout).toMatch(/^ways \d|^Examples$|Usage {2}ways/m);
      expect(box.failures()).toEqual([]);
    });

  scenario("every verb that the overview names has help with an example", async (box) => {
    const { stdout } = await box.run([]);
    const verbs = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map((m) => m[1] ?? "");
    expect(verbs.length).toBeGreaterThan(8);
    for (const run of await Promise.all(verbs.map((verb) => box.run([verb, "--help"])))) {
      expect(run).toMatchObject({ status: 0, stderr: "" });
      expect(run.stdout).toMatch(/\nExamples\n {2}ways /);
    }
  });
});

describe("JSON", () => {
  for (const verb of ["list", "doctor", "dirs", "corpus", "self-test"])
    scenario(`of \`ways ${verb}\` names its schema`, async (box) => {
      const run = await box.run([verb, "--json"]);
      expect(run.status).toBe(0);
      expect(JSON.parse(run.stdout).schema).toBe(`ways.${verb}/1`);
    });
});

describe("a finding exits with 1:", () => {
  scenario("an expectation that is missed", async (box) => {
    const ask = (id: string) => box.run(["explain", "write a commit message", "--expect", id]);
    expect(await ask("softwaredev/delivery/commits")).toMatchObject({ status: 0, stderr: "" });
    expect(await ask("softwaredev/delivery/release")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("not shown"),
    });
    expect(await ask("no/such")).toMatchObject({ status: 1, stderr: expect.stringContaining("no way that could") });
  });

  scenario("a doctor who is not content", async (box) => {
    expect((await box.run(["doctor"])).status).toBe(0);
    await box.hook("junk");
    const run = await box.run(["doctor"]);
    expect(run).toMatchObject({ status: 1, stderr: "" });
    expect(run.stdout).toContain("PROBLEM  failures");
  });
});

scenario("control characters of arguments do not reach the terminal", async (box) => {
  const run = await box.run(["show", "a\x1b]0;title\x07b"]);
  expect(run.stderr).toContain("a\\x1b]0;title\\x07b");
  expect(run.stderr).not.toContain("\x1b");
});
