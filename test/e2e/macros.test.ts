// Macros (behaviour §8): nothing of a user or a clone runs before a person has seen and approved it, and what runs is bounded.
import { describe, expect } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, type HookRun, scenario } from "../support/binary.ts";
import { bash, sessionStart, toolUse } from "./events.ts";

const way = (word: string, macro = "append") =>
  `---\ndescription: About ${word}\ncommands: '^${word}\\b'\nscope: agent, subagent\nmacro: ${macro}\nredisclose: never\n---\nBody of ${word}.\n`;
const USER = "home/.claude/hooks/ways";
const PROJECT = "work/.claude/ways";
const noticeOf = (run: HookRun): string => (run.stdout === "" ? "" : (JSON.parse(run.stdout).systemMessage ?? ""));
const inSession = (word: string, session_id: string) => bash(word, { session_id });
const approveAll = async (box: Box) => expect((await box.run(["trust", "--yes"])).status).toBe(0);

const files = {
  [`${USER}/demo/demo.md`]: way("demo", "prepend"),
  [`${USER}/demo/macro.sh`]: "#!/bin/sh\ntouch ran-user\necho branch main\n",
  [`${PROJECT}/shop/shop.md`]: way("shop"),
  [`${PROJECT}/shop/macro.sh`]:
    "#!/usr/bin/env bash\ntouch ran-project\n[[ $WAYS_WAY == shop ]] && echo three open orders\n",
};

describe("a macro that nobody has approved", () => {
  scenario(
    "is not run; the way is shown, and the person is told once in a session, in one line",
    async (box) => {
      const first = await box.hook(bash("demo && shop"));
      expect(first.context).toBe(
        "[way:demo]\nBody of demo.\n\n[way:shop]\n(from this project's `.claude/ways`)\n\nBody of shop.",
      );
      expect(noticeOf(first)).toBe("ways: the macro of `demo`, `shop` was not run: `ways trust` shows and approves it");
      await box.hook(sessionStart("compact"));
      const again = await box.hook(bash("demo && shop"));
      expect(again.context).toContain("Body of demo.");
      expect(noticeOf(again)).toBe("");
      expect(noticeOf(await box.hook(inSession("demo", "other")))).toContain("`demo` was not run");
      expect(box.listing(box.cwd).filter((path) => path.startsWith("ran"))).toEqual([]);
      expect(box.failures()).toEqual([]);
    },
    files,
  );

  scenario(
    "is shown by `ways trust`, which approves nothing where it cannot ask",
    async (box) => {
      const run = await box.run(["trust"]);
      expect(run.status).toBe(1);
      expect(run.stderr).toContain("macro of `demo`");
      expect(run.stderr).toContain("    touch ran-project");
      expect(run.stderr).toContain("no terminal to ask on");
      const subjects = JSON.parse((await box.run(["trust", "--json"])).stdout).subjects;
      expect(subjects.map((s: { name: string; state: string }) => [s.name, s.state])).toEqual([
        ["demo", "waiting"],
        ["shop", "waiting"],
      ]);
      expect((await box.run(["trust", "list"])).stdout).toBe("nothing has been approved\n");
    },
    files,
  );
});

describe("an approved macro", () => {
  scenario(
    "runs when its way is shown, before or after the text, in the project's folder",
    async (box) => {
      await approveAll(box);
      const run = await box.hook(bash("demo && shop"));
      expect(run.context).toBe(
        "[way:demo]\nbranch main\n\nBody of demo.\n\n[way:shop]\n(from this project's `.claude/ways`)\n\nBody of shop.\n\nthree open orders",
      );
      expect(noticeOf(run)).toBe("");
      expect(["ran-user", "ran-project"].map((name) => existsSync(join(box.cwd, name)))).toEqual([true, true]);
      expect((await box.hook(bash("demo"))).stdout).toBe("");
    },
    files,
  );

  scenario(
    "that was edited since is not run: what was approved is its content",
    async (box) => {
      await approveAll(box);
      const path = `${USER}/demo/macro.sh`;
      const before = readFileSync(join(box.folder, path), "utf8");
      box.write(path, before.replace("main", "evil"));
      const edited = await box.hook(inSession("demo", "edited"));
      expect([edited.context, noticeOf(edited).includes("`demo` was not run")]).toEqual([
        "[way:demo]\nBody of demo.",
        true,
      ]);
      box.write(path, before);
      expect((await box.hook(inSession("demo", "restored"))).context).toContain("branch main");
    },
    files,
  );

  scenario(
    "can be approved alone, and taken back alone",
    async (box) => {
      expect((await box.run(["trust", "shop", "--yes"])).status).toBe(0);
      const one = (await box.hook(inSession("demo && shop", "one"))).context;
      expect([one?.includes("branch main"), one?.includes("three open orders")]).toEqual([false, true]);
      expect((await box.run(["trust", "revoke", "shop"])).stdout).toContain("revoked");
      expect((await box.hook(inSession("shop", "two"))).context).not.toContain("three open orders");
      await approveAll(box);
      const { approvals } = JSON.parse((await box.run(["trust", "list", "--json"])).stdout);
      expect((await box.run(["trust", "revoke", approvals[0].path])).stdout).toBe(`revoked \`${approvals[0].path}\`\n`);
      expect(JSON.parse((await box.run(["trust", "revoke", "--all", "--json"])).stdout).revoked).toHaveLength(1);
      expect((await box.run(["trust", "list"])).stdout).toBe("nothing has been approved\n");
      const unknown = await box.run(["trust", "shap"]);
      expect([unknown.status, unknown.stderr]).toEqual([3, expect.stringContaining("did you mean `shop`?")]);
    },
    files,
  );

  scenario(
    "is told to a sub-agent, too",
    async (box) => {
      await approveAll(box);
      const child = { agent_id: "a1", agent_type: "Explore" };
      expect((await box.hook(bash("demo", child))).context).toContain("branch main");
      await box.hook(toolUse("Agent", { prompt: "x", subagent_type: "Explore" }));
    },
    files,
  );
});

describe("a macro", () => {
  const odd: Readonly<
    Record<string, { readonly script: string; readonly step: string | null; readonly output: string }>
  > = {
    "that hangs": { script: "sleep 60 & sleep 60", step: "macro-late", output: "" },
    "that reads its input": { script: "cat; echo done", step: null, output: "\n\ndone" },
    "that fails": { script: "echo half; exit 3", step: "macro-exit", output: "" },
    "that says nothing": { script: "true", step: null, output: "" },
    "that colours its words": { script: "printf '\\033[31mred\\033[0m\\000x\\n'", step: null, output: "\n\nred x" },
    "with bad syntax": { script: "if then", step: "macro-exit", output: "" },
    "that sees no secret of the hook's environment": {
      script: 'echo "[$API_KEY][$WAYS_MODEL_DIR]"',
      step: null,
      output: "\n\n[][]",
    },
  };
  for (const [name, { script, step, output }] of Object.entries(odd))
    scenario(
      `${name} costs nobody anything`,
      async (box) => {
        await approveAll(box);
        const run = await box.hook(bash("odd && plain"), { env: { API_KEY: "secret" } });
        expect(run).toMatchObject({ status: 0, stderr: "" });
        expect(run.context).toBe(`[way:odd]\nBody of odd.${output}\n\n[way:plain]\nPlain.`);
        expect(box.failures()).toEqual(step === null ? [] : [step]);
        expect(run.ms).toBeLessThan(5_000);
      },
      {
        [`${USER}/odd/odd.md`]: way("odd"),
        [`${USER}/odd/macro.sh`]: `${script}\n`,
        [`${USER}/plain/plain.md`]: "---\ndescription: Plain\ncommands: '^plain'\n---\nPlain.\n",
      },
    );

  scenario(
    "that writes without end is cut at 4 KB, whole lines",
    async (box) => {
      await approveAll(box);
      const { context } = await box.hook(bash("loud"));
      expect(context).toEndWith("\nall work and no play\n(output cut at 4096 bytes)");
      expect(context?.length).toBeLessThan(4_300);
      expect(box.failures()).toEqual([]);
    },
    { [`${USER}/loud/loud.md`]: way("loud"), [`${USER}/loud/macro.sh`]: "yes 'all work and no play'\n" },
  );
});

describe("a macro that cannot be read costs its way's output alone, and is named:", () => {
  const made: Readonly<Record<string, readonly [line: string, why: string]>> = {
    "a folder": ["mkdir macro.sh", "is no regular file"],
    "a pipe": ["mkfifo macro.sh", "is no regular file"],
    "a device": ["ln -s /dev/zero macro.sh", "is no regular file"],
    "a link to nowhere": ["ln -s nowhere macro.sh", "the link leads nowhere"],
    "5 GB": ["truncate -s 5G macro.sh", "too large: 5,368,709,120 bytes, at most 100,000"],
  };
  for (const [name, [line, why]] of Object.entries(made))
    scenario(
      name,
      async (box) => {
        await box.shell(line, { cwd: join(box.folder, PROJECT, "odd") });
        const approval = await box.run(["trust", "--yes"]);
        expect(approval.status).toBe(1);
        expect(approval.stderr).toContain("`odd` cannot be approved");
        expect(approval.stderr).toContain(why);
        expect((await box.run(["trust", "odd"])).stderr).toContain(why);
        const { subjects } = JSON.parse((await box.run(["trust", "odd", "--json"])).stdout);
        expect(subjects.map((s: object) => Object.keys(s).sort())).toEqual([
          ["kind", "name", "path", "problem", "state"],
        ]);
        expect((await box.hook(bash("demo && odd"))).context).toBe(
          "[way:demo]\nbranch main\n\nBody of demo.\n\n[way:odd]\n(from this project's `.claude/ways`)\n\nBody of odd.",
        );
        expect(box.failures()).toEqual(["macro"]);
        for (const verb of ["lint", "doctor", "check"]) {
          const run = await box.run([verb]);
          expect(run.status).toBe(1);
          expect(run.stdout).toMatch(new RegExp(`odd/macro\\.sh:1:1: error: .*${why}.* \\(macro-unusable\\)`));
        }
      },
      { ...files, [`${PROJECT}/odd/odd.md`]: way("odd") },
    );
});

scenario(
  "a way that names a macro and has none is told, and shown as it is",
  async (box) => {
    expect((await box.hook(bash("odd"))).context).toEndWith("Body of odd.");
    const run = await box.run(["lint"]);
    expect(run.status).toBe(1);
    expect(run.stdout).toContain(
      "odd/odd.md:5:8: warning: `macro: append` does nothing: there is no macro beside the way",
    );
    box.write(`${PROJECT}/odd/macro.ps1`, "echo done\n");
    expect(await box.run(["lint"])).toMatchObject({ status: 0, stdout: "" });
  },
  { [`${PROJECT}/odd/odd.md`]: way("odd") },
);

scenario("settings of a clone that redirect wait for `ways trust`, too", async (box) => {
  box.write("work/.claude/ways.yaml", "log_prompts: true\nmax_ways: 2\n");
  const values = async () => {
    const { values: rows } = JSON.parse((await box.run(["config", "show", "--json"])).stdout);
    return Object.fromEntries(rows.map((r: { key: string; value: unknown }) => [r.key, r.value]));
  };
  expect(await values()).toMatchObject({ log_prompts: false, max_ways: 2 });
  const shown = await box.run(["config", "show", "--origin"]);
  expect(shown.stderr).toContain("`log_prompts`");
  expect(shown.stdout).toMatch(new RegExp(`max_ways +2 +${RegExp.escape(join(box.cwd, ".claude/ways.yaml"))}`));
  const logged = () => readFileSync(join(box.home, ".local/state/claude-ways/events.jsonl"), "utf8");
  await box.hook(bash("git commit -m zyxomma"));
  expect(logged()).not.toContain("zyxomma");
  await approveAll(box);
  expect(await values()).toMatchObject({ log_prompts: true, max_ways: 2 });
  await box.hook(bash("git commit -m zyxomma", { session_id: "s2" }));
  expect(logged()).toContain("zyxomma");
  box.write("work/.claude/ways.yaml", "log_prompts: true\nmax_ways: 3\n");
  expect(await values()).toMatchObject({ log_prompts: false, max_ways: 3 });
});
