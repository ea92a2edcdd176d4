// `ways explain` and `ways self-test` on the real model: what people trust when they ask why.
import { describe, expect } from "bun:test";
import { type Box, scenario } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, prompt } from "./events.ts";

const COMMITS_ID = "softwaredev/delivery/commits";

describe("explain", () => {
  scenario("says what the hook does, with every candidate", async (box) => {
    const explained = JSON.parse((await box.run(["explain", COMMIT_PROMPT, "--json"])).stdout);
    expect(explained).toMatchObject({
      schema: "ways.decision/1",
      text: COMMIT_PROMPT,
      event: "prompt",
      vector: "used",
    });
    expect(explained.shown).toEqual([COMMITS_ID]);
    const best = explained.candidates.find((c: { id: string }) => c.id === COMMITS_ID);
    expect(best).toMatchObject({ outcome: "shown" });
    expect(best.evidence).toBeGreaterThanOrEqual(best.bar);
    expect(Object.keys(best)).toEqual("id alias alias_text score null evidence bar outcome reason".split(" "));
    const { aliases } = JSON.parse((await box.run(["show", COMMITS_ID, "--json"])).stdout);
    expect(aliases).toContainEqual({ label: best.alias, text: best.alias_text });
    const { stdout } = await box.run(["explain", COMMIT_PROMPT]);
    expect(stdout).toContain(`\n${COMMITS_ID}, ${best.alias}: ${best.alias_text.slice(0, 60)}`);
    expect(stdout.match(/^softwaredev\S+, .+: .+$/gm)).toHaveLength(2);
    const { context } = await box.hook(prompt(COMMIT_PROMPT));
    expect(context?.match(/\[way:([^\]]+)\]/g)).toEqual(explained.shown.map((id: string) => `[way:${id}]`));
  });

  scenario("is stateless unless a session is named, and never changes one", async (box) => {
    const shown = async (...args: string[]) =>
      JSON.parse((await box.run(["explain", COMMIT_PROMPT, "--json", ...args])).stdout).shown;
    await box.hook(bash("git commit"));
    for (const _ of [1, 2]) expect(await shown()).toEqual([COMMITS_ID]);
    for (const _ of [1, 2]) expect(await shown("--session", "s1")).toEqual([]);
    for (const _ of [1, 2]) expect(await shown("--session", "s2")).toEqual([COMMITS_ID]);
  });

  scenario("of a batch gives a line per line, and an error line for a bad one", async (box) => {
    const lines = [
      JSON.stringify({ text: COMMIT_PROMPT, note: "kept" }),
      JSON.stringify({ text: "git commit -m x", event: "command" }),
      JSON.stringify({ text: "docs/README.md", event: "file" }),
      JSON.stringify({ text: "verifying a/b@v1.2.3: checksum mismatch", event: "error" }),
      "",
      "{ no JSON",
      "[1]",
      JSON.stringify({ prompt: "no text" }),
      JSON.stringify({ text: "x", event: "nap" }),
      JSON.stringify({ text: "この変更のコミットメッセージを書いて", lang: "ja" }),
    ];
    const run = await box.run(["explain", "--batch"], { stdin: `${lines.join("\r\n")}` });
    expect(run).toMatchObject({ status: 1, stderr: "" });
    const out = run.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(out.map((line) => line.error ?? line.shown)).toEqual([
      [COMMITS_ID],
      [COMMITS_ID],
      ["softwaredev/docs/readme"],
      ["softwaredev/code/supplychain/depscan/go"],
      "the line is no JSON object",
      "the line is no JSON object",
      'the line has no string "text"',
      "unknown event `nap`",
      [COMMITS_ID],
    ]);
    expect(out.map((line) => line.schema)).toEqual(Array(9).fill("ways.decision/1"));
    expect(out[0]).toMatchObject({ note: "kept", event: "prompt" });
    expect(out.flatMap((line) => line.line ?? [])).toEqual([6, 7, 8, 9]);
    expect(out[8]).toMatchObject({ lang: "ja" });
  });

  scenario("of a batch that is right exits with 0, of an empty one, too", async (box) => {
    const good = await box.run(["explain", "--batch"], { stdin: `\uFEFF${JSON.stringify({ text: "hello" })}\n` });
    expect(good).toMatchObject({ status: 0, stderr: "" });
    expect(await box.run(["explain", "--batch"])).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});

describe("--expect", () => {
  const FISH = { "work/.claude/ways/lobby/fish/fish.md": "---\ndescription: Feeding the aquarium fish\n---\nDaily.\n" };
  const asked = (box: Box, ...args: readonly string[]) => box.run(["explain", ...args]);

  scenario(
    "shows the way that is meant however far down it stands, with what to do next",
    async (box) => {
      await box.run(["corpus"]);
      const run = await asked(box, "somebody shipped the wrong build", "--expect", "fish");
      expect(run.status).toBe(1);
      expect(run.stdout).toMatch(/^ +lobby\/fish +-?0\.\d+/m);
      expect(run.stderr).toMatch(
        /^ways: expected `lobby\/fish`, not shown: evidence below its bar \(-?0\.\d+ of 0\.\d+\)/,
      );
      expect(run.stderr).toContain("hint: put this situation into its `aliases:`");
      expect((await asked(box, "feed the aquarium fish", "--expect", "fish")).status).toBe(0);
      const command = await asked(box, "--event", "command", "ls", "--expect", "lobby/fish");
      expect(command.stderr).toContain(
        "hint: `commands:`, `files:` and `errors:` in its frontmatter are triggers for that",
      );
    },
    FISH,
  );

  scenario(
    "tells a way that is not embedded yet, and one that is not there",
    async (box) => {
      const fresh = await asked(box, "feed the aquarium fish", "--expect", "lobby/fish");
      expect(fresh.stderr).toContain("words of it are not embedded yet\n\nhint: `ways check` or");
      const typo = await asked(box, "feed the aquarium fish", "--expect", "fihs");
      expect(typo).toMatchObject({ status: 1, stderr: expect.stringContaining("hint: did you mean `fish`?") });
    },
    FISH,
  );
});

describe("a prompt is read as the hook reads it:", () => {
  for (const [name, text, said] of [
    ["a slash command", "/commit write a commit message", "slash command"],
    ["an acknowledgement", "ok, thanks", "bare acknowledgement"],
    ["what a host has put there", "<system-reminder>write a commit message</system-reminder>", "no text of a person"],
  ] as const)
    scenario(name, async (box) => {
      expect((await box.hook(prompt(text))).context).toBeNull();
      const run = await box.run(["explain", text]);
      expect(run.stderr).toBe(`ways: hooks pass over such a prompt: ${said}\n`);
      expect(run.stdout).not.toContain("shown  ");
      expect((await box.run(["explain", "--json", text])).stdout).toContain('"shown": []');
    });

  scenario("with a reminder beside it", async (box) => {
    const text = `<system-reminder>today is Monday</system-reminder>\n${COMMIT_PROMPT}`;
    const evidence = async (words: string) =>
      JSON.parse((await box.run(["explain", "--json", words])).stdout).candidates[0];
    expect(await evidence(text)).toEqual(await evidence(COMMIT_PROMPT));
  });
});

describe("--expect names the real cause:", () => {
  const WAYS = "work/.claude/ways";
  const about = (words: string, lines = "") => `---\ndescription: Feeding ${words}\n${lines}---\nDaily.\n`;
  const files = {
    [`${WAYS}/lobby/fish/fish.md`]: about("the aquarium fish"),
    [`${WAYS}/lobby/crab/crab.md`]: about("the crab", "pattren: crab\n"),
    [`${WAYS}/lobby/crow/raven.md`]: about("the crow"),
    [`${WAYS}/lobby/cod/cod.md`]: "---\ndescription: Feeding the cod\n---\n# Cod\n",
    [`${WAYS}/lobby/bell/bell.md`]: "---\ncommands: '^bell'\n---\nRing it once.\n",
  };
  const cases: Readonly<Record<string, readonly [prepare: string, id: string, said: string]>> = {
    "a way with an error": [
      "true",
      "lobby/crab",
      "`lobby/crab` was not shown: an error in its file keeps it from being embedded\n\n.claude/ways/lobby/crab/crab.md:3:1: error: unknown key `pattren` (unknown-key)\n  hint: did you mean `pattern`?",
    ],
    "a way of a project that is disincluded": [
      '"$WAYS" project disinclude',
      "lobby/fish",
      "`lobby/fish` was not shown: this project is disincluded\n\nhint: `ways project include`",
    ],
    "a file that is not called like its folder": [
      "true",
      "lobby/crow",
      "`lobby/crow` is no way that could compete here\n\n.claude/ways/lobby/crow/raven.md:1:1: warning: `raven.md` is not called like its folder",
    ],
    "a file without a text, by the last part of its id": [
      "true",
      "cod",
      "`cod` is no way that could compete here\n\n.claude/ways/lobby/cod/cod.md:1:1: error: the way has no text to show",
    ],
    "a way without words": ["true", "lobby/bell", "`lobby/bell` was not shown: it has no words to be compared with"],
    "a way that is disabled, embedded or not": [
      "echo 'disabled: [lobby]' > .claude/ways.yaml",
      "lobby/fish",
      "expected `lobby/fish`, not shown: disabled in the configuration\n\nhint: `ways config show --origin` tells",
    ],
  };
  for (const [name, [prepare, id, said]] of Object.entries(cases))
    scenario(
      name,
      async (box) => {
        await box.shell(prepare);
        const run = await box.run(["explain", "feed the aquarium fish", "--expect", id]);
        expect(run.status).toBe(1);
        expect(run.stderr).toStartWith(`ways: ${said}`);
      },
      files,
    );
});

describe("aliases for a shipped way, before they are embedded:", () => {
  const commits = `.claude/ways/${COMMITS_ID}/commits`;
  const row = JSON.stringify({ lang: "de", aliases: ["Schnickschnack festklopfen und wegschicken"] });
  const added = "---\naliases:\n  - pin down the knick-knack and send it off\n---\n";
  const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "a project's file": { [`work/${commits}.md`]: added },
    "a project's row": { [`work/${commits}.locales.jsonl`]: row },
    "the person's file": { [`home/.claude/hooks/ways/${COMMITS_ID}/commits.md`]: added },
    "a way of a person's that a project's row adds to": {
      "home/.claude/hooks/ways/fish/fish.md": "---\ndescription: Feeding the aquarium fish\n---\nDaily.\n",
      "work/.claude/ways/fish/fish.locales.jsonl": row,
    },
  };
  for (const [name, written] of Object.entries(files))
    scenario(
      name,
      async (box) => {
        const isFish = name.includes("person's that");
        const [id, text] = isFish ? ["fish", "feed the aquarium fish"] : [COMMITS_ID, COMMIT_PROMPT];
        if (isFish) {
          await box.shell("mv .claude ../aside");
          await box.run(["corpus"]);
          await box.shell("mv ../aside .claude");
        }
        expect((await box.hook(prompt(text))).context).toContain(`[way:${id}]`);
        const missed = ["explain", "the weather is fine today", "--expect", id];
        expect((await box.run(missed)).stderr).toContain("words of it are not embedded yet");
        expect((await box.run(["doctor"])).stdout).toContain(`1 of 11${isFish ? 1 : 0} ways`);
        const check = await box.run(["check"]);
        expect(check.stdout).toMatch(isFish ? /ok +lint +1 way\n/ : /ok +lint +0 ways, aliases for 1 of others/);
        expect(check.stdout).toMatch(/what is embedded is what is written \([1-9]\d* texts now\)/);
        expect((await box.run(missed)).stderr).toContain("evidence below its bar");
      },
      written,
    );

  scenario(
    "a way that replaces a shipped one does not answer with its words",
    async (box) => {
      expect((await box.hook(prompt(COMMIT_PROMPT))).context ?? "").not.toContain(COMMITS_ID);
    },
    { [`work/${commits}.md`]: "---\ndescription: Feeding the aquarium fish\n---\nDaily.\n" },
  );
});

describe("self-test", () => {
  scenario("reproduces the stored vectors with both engines", async (box) => {
    const run = await box.run(["self-test", "--engines", "--json"]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    const { ok, results } = JSON.parse(run.stdout);
    expect(ok).toBe(true);
    expect(new Set(results.map((r: { engine: string }) => r.engine))).toEqual(new Set(["kernel", "onnx"]));
    for (const { cosine } of results) expect(cosine).toBeGreaterThanOrEqual(0.999);
  });

  scenario("without a flag tries the engine that hooks use", async (box) => {
    const run = await box.run(["self-test"]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toContain("kernel");
    expect(run.stdout).not.toContain("onnx");
  });
});
