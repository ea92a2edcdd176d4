// From nothing to a way that fires, and from a way that stays silent to the reason: only `new`, `explain` and `check`.
import { describe, expect } from "bun:test";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, MODELS, scenario } from "../support/binary.ts";
import { runOnTerminal } from "../support/terminal.ts";

const FLAGS = [
  "--description",
  "When a kite has landed in a tree",
  "--vocabulary",
  "kite tree branch ladder rescue",
  "--aliases",
  "my kite is stuck in the oak; how do I get a kite down",
  "--golden",
  "the kite hangs in the branches, what now",
];

scenario("a new way fires once its text is written and `check` has seen it", async (box) => {
  const made = await box.run(["new", "toys/kites", ...FLAGS]);
  expect(made).toMatchObject({
    status: 0,
    stdout: ".claude/ways/toys/kites/kites.md\n.claude/ways/toys/kites/kites.golden.jsonl\n",
  });
  expect(made.stderr).toContain("(body-empty)");
  expect(made.stderr).toContain('ways explain "the kite hangs in the branches, what now" --expect toys/kites');
  const unfinished = await box.run(["check"]);
  expect(unfinished.status).toBe(1);
  expect(unfinished.stdout).toContain("the way has no text to show");

  const file = join(box.cwd, ".claude/ways/toys/kites/kites.md");
  appendFileSync(file, "- A ladder, never a thrown stick.\n");
  expect((await box.run(["check"])).status).toBe(0);
  const prompt = "the kite hangs in the branches, what now";
  expect((await box.run(["explain", prompt, "--expect", "toys/kites"])).status).toBe(0);
  const heard = await box.hook({ hook_event_name: "UserPromptSubmit", session_id: "s", prompt });
  expect(heard.context).toContain("A ladder, never a thrown stick.");
  for (const text of [heard.context, (await box.run(["show", "toys/kites"])).stdout])
    expect(text).not.toContain("senior colleague");
});

scenario("a way that stays silent: explain says why, an alias and `check` repair it", async (box) => {
  const prompt = "that toy of the kid is gone up into the leaves again";
  await box.run(["new", "toys/kites", ...FLAGS]);
  const file = join(box.cwd, ".claude/ways/toys/kites/kites.md");
  writeFileSync(file, readFileSync(file, "utf8").replace(/<!--.*-->/, "- A ladder, never a thrown stick."));
  await box.run(["check"]);
  const silent = await box.run(["explain", prompt, "--expect", "toys/kites"]);
  expect(silent.status).toBe(1);
  expect(silent.stderr).toContain("expected `toys/kites`, not shown: evidence below its bar");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace("aliases:\n", "aliases:\n  - a toy of the kid has flown up into the leaves\n"),
  );
  await box.run(["check"]);
  expect((await box.run(["explain", prompt, "--expect", "toys/kites"])).status).toBe(0);
});

const terminalOf = (box: Box) => ({
  cwd: box.cwd,
  env: { HOME: box.home, PATH: "/usr/bin:/bin", WAYS_MODEL_DIR: MODELS, TERM: "xterm" },
});

scenario("on a terminal it asks, and every answer lands in its place", async (box) => {
  const { status, screen } = await runOnTerminal(["new", "bees"], terminalOf(box), [
    ["When does it apply, in one sentence?", "When: bees swarm"],
    ["Which words do people use?", "bee swarm"],
    [">", "the bees are gone"],
    [">", "a swarm hangs there"],
    [">", ""],
    [">", "they flew off"],
    [">", ""],
  ]);
  expect(screen).toContain("next: write its body");
  expect(status).toBe(0);
  expect(readFileSync(join(box.cwd, ".claude/ways/bees/bees.md"), "utf8")).toStartWith(
    "---\ndescription: 'When: bees swarm'\nvocabulary: bee swarm\naliases:\n  - the bees are gone\n  - a swarm hangs there\n---\n# Bees\n",
  );
  expect(readFileSync(join(box.cwd, ".claude/ways/bees/bees.golden.jsonl"), "utf8")).toBe(
    '{"prompt":"they flew off","kind":"direct","lang":"en"}\n',
  );
});

scenario("on a terminal whose input ends nothing is written", async (box) => {
  const { status, screen } = await runOnTerminal(["new", "bees"], terminalOf(box), [
    ["When does it apply", "When bees swarm"],
    ["Which words do people use?", null],
  ]);
  expect(status).toBe(3);
  expect(screen).toContain("nothing was written");
  expect(box.listing(box.cwd)).toEqual([]);
});

describe("where it stands", () => {
  const parent = {
    "work/.claude/ways/toys/toys.md": "---\ndescription: When toys break\nembed_threshold: 0.4\n---\nA fact.\n",
  };

  scenario(
    "a child's bar is a step above its parent's",
    async (box) => {
      const run = await box.run(["new", "toys/kites", ...FLAGS]);
      expect(run.stderr).toContain("a child of `toys`; its bar, a step above the parent's: 0.44");
      expect(readFileSync(join(box.cwd, ".claude/ways/toys/kites/kites.md"), "utf8")).toContain(
        "embed_threshold: 0.44",
      );
    },
    parent,
  );

  scenario("among the user's own ways, or in a folder", async (box) => {
    expect((await box.run(["new", "toys/kites", "--user", ...FLAGS])).stdout).toContain(
      join(box.home, ".claude/hooks/ways/toys/kites/kites.md"),
    );
    await box.shell("mkdir lib");
    expect((await box.run(["new", "toys/kites", "--ways-dir", "lib", ...FLAGS])).stdout).toContain(
      "lib/toys/kites/kites.md",
    );
  });

  scenario("an id of the shipped library is replaced, and that is said", async (box) => {
    const run = await box.run(["new", "softwaredev/delivery/commits", ...FLAGS]);
    expect(run.stderr).toContain("it will be used instead of the core way with this id");
  });
});

describe("refused", () => {
  const refusals: readonly (readonly [string, readonly string[], string])[] = [
    ["an id that leads out", ["new", "../kites", ...FLAGS], "`../kites` has the part `..`"],
    ["a folder nobody reads", ["new", "node_modules/kites", ...FLAGS], "folders called `node_modules` are never read"],
    ["no id", ["new"], "`ways new` needs an id"],
    ["no description where nobody can be asked", ["new", "kites"], "needs `--description`"],
  ];
  for (const [name, args, message] of refusals)
    scenario(name, async (box) => {
      const run = await box.run(args);
      expect(run).toMatchObject({ status: 3, stdout: "" });
      expect(run.stderr).toContain(message);
      expect(box.listing(box.cwd)).toEqual([]);
    });

  scenario("a way that is there", async (box) => {
    await box.run(["new", "kites", ...FLAGS]);
    const again = await box.run(["new", "kites", ...FLAGS]);
    expect(again.status).toBe(3);
    expect(again.stderr).toContain("is there already");
  });
});
