// Every kind of hook event once, and what a session remembers between them.
import { describe, expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scenario } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, COMMITS, prompt, sessionStart, toolUse } from "./events.ts";

describe("each event of Claude Code", () => {
  const events: Readonly<Record<string, { readonly input: object; readonly shows: string | null }>> = {
    "SessionStart repeats the core block": {
      input: sessionStart("startup"),
      shows: "Rules that hold in every session",
    },
    "PreToolUse of Bash": { input: bash("git commit -m x"), shows: COMMITS },
    "PreToolUse of PowerShell": { input: toolUse("PowerShell", { command: "git commit -m x" }), shows: COMMITS },
    "PreToolUse of Edit": {
      input: toolUse("Edit", { file_path: "README.md" }),
      shows: "[way:softwaredev/docs/readme]",
    },
    "PreToolUse of Write": {
      input: toolUse("Write", { file_path: "infra/main.tf" }),
      shows: "[way:softwaredev/platform/iac]",
    },
    "PreToolUse of MultiEdit": {
      input: toolUse("MultiEdit", { file_path: "Makefile", edits: [] }),
      shows: "[way:softwaredev/environment/makefile]",
    },
    "PreToolUse of NotebookEdit": {
      input: toolUse("NotebookEdit", { notebook_path: "plots/a.ipynb" }),
      shows: "[way:softwaredev/data/notebooks]",
    },
    PostToolUseFailure: {
      input: {
        session_id: "s1",
        hook_event_name: "PostToolUseFailure",
        tool_name: "Bash",
        error: "remote: Push cannot contain secrets",
      },
      shows: "[way:softwaredev/code/security/secrets]",
    },
    SubagentStart: {
      input: { session_id: "s1", hook_event_name: "SubagentStart", agent_id: "a1", agent_type: "Explore" },
      shows: null,
    },
    "PreToolUse of Agent": { input: toolUse("Agent", { description: "commit", prompt: COMMIT_PROMPT }), shows: null },
    "PreToolUse of Task, its older name": {
      input: toolUse("Task", { description: "commit", prompt: COMMIT_PROMPT, subagent_type: "Explore" }),
      shows: null,
    },
    "a tool that is not watched": { input: toolUse("Read", { file_path: "README.md" }), shows: null },
    "an event that is not used": { input: { session_id: "s1", hook_event_name: "Stop" }, shows: null },
    "an event that does not exist yet": { input: { session_id: "s1", hook_event_name: "PreNap" }, shows: null },
  };
  for (const [name, { input, shows }] of Object.entries(events))
    scenario(name, async (box) => {
      const run = await box.hook(input);
      expect(run).toMatchObject({ status: 0, stderr: "" });
      if (shows === null) expect(run.stdout).toBe("");
      else expect(run.context).toContain(shows);
      expect(box.failures()).toEqual([]);
    });
});

describe("a session", () => {
  const again = bash("git commit -m x");

  scenario("forgets what was shown after `compact` and `clear`, but not after `resume`", async (box) => {
    expect((await box.hook(again)).context).toContain(COMMITS);
    const seen: (readonly [source: string, core: boolean, way: boolean])[] = [];
    for (const source of ["resume", "compact", "clear", "startup"]) {
      const start = await box.hook(sessionStart(source));
      const { context } = await box.hook(again);
      seen.push([source, start.context !== null, context?.includes(COMMITS) === true]);
    }
    expect(seen).toEqual([
      ["resume", true, false],
      ["compact", true, true],
      ["clear", true, true],
      ["startup", true, true],
    ]);
  });

  scenario("that was forked knows the ways of the transcript it inherits", async (box) => {
    const line = { type: "user", message: { role: "user", content: `${COMMITS}\n# Commits` } };
    const transcript = box.write("transcript.jsonl", `${JSON.stringify(line)}\n`);
    await box.hook(sessionStart("fork", { session_id: "child", transcript_path: transcript }));
    expect((await box.hook(bash("git commit", { session_id: "child" }))).context).toBeNull();
    expect((await box.hook(bash("git commit", { session_id: "other" }))).context).toContain(COMMITS);
  });

  scenario("is forgotten between events when the agent names none", async (box) => {
    const anonymous = prompt(COMMIT_PROMPT, { session_id: undefined });
    expect((await box.hook(anonymous)).context).toContain(COMMITS);
    expect((await box.hook(anonymous)).context).toContain(COMMITS);
  });

  const odd = ["..", "../../../../escape", "a/b", "", " ", "x".repeat(300), "👩‍🚀", "\u0000", "-rf"];
  scenario("field case C5: no session id reaches a path", async (box) => {
    for (const session_id of odd) {
      const first = await box.hook(bash("git commit", { session_id, agent_id: undefined }));
      expect([session_id, first.context?.includes(COMMITS)]).toEqual([session_id, true]);
      if (session_id !== "") expect((await box.hook(bash("git commit", { session_id }))).context).toBeNull();
    }
    const outside = box.listing().filter((path) => !/^(?:work\/$|home\/(?:$|\.cache\/|\.local\/))/.test(path));
    expect(outside).toEqual([]);
    const folders = box.listing(`${box.home}/.local/state/claude-ways/sessions`).filter((p) => /^[^/]+\/$/.test(p));
    expect(folders.every((name) => /^[0-9a-f]{32}\/$/.test(name))).toBe(true);
  });
});

scenario("the lines of hooks/README.md, in one session: each is answered as it says", async (box) => {
  const hooks = join(import.meta.dir, "..", "..", "hooks");
  const readme = readFileSync(join(hooks, "README.md"), "utf8");
  const fenced = (kind: string) => new RegExp(`\`\`\`${kind}\\n([^]*?)\\n\`\`\``).exec(readme)?.[1] ?? "";
  const events: string[] = [];
  const answers: string[] = [];
  for (const line of fenced("jsonl").split("\n")) {
    events.push(JSON.parse(line).hook_event_name);
    answers.push((await box.hook(line)).stdout);
  }
  const registered = Object.keys(JSON.parse(readFileSync(join(hooks, "claude.json"), "utf8")).hooks);
  expect([...new Set(events)].sort()).toEqual(registered.sort());
  const said = [
    "# Working with ways",
    COMMITS,
    "[way:softwaredev/platform/iac]",
    "[way:softwaredev/delivery/release]",
    "[way:softwaredev/code/security/secrets]",
    null,
    "[way:softwaredev/code/security/injection]",
  ].map(
    (begins, i) => begins && `{"hookSpecificOutput":{"hookEventName":"${events[i]}","additionalContext":"${begins}\\n`,
  );
  expect(answers.map((answer, i) => answer.slice(0, said[i]?.length) || null)).toEqual(said);
  expect(JSON.stringify(JSON.parse(fenced("json")))).toBe(`${said[1]}…"}}`);
  expect((await box.hook({ hook_event_name: "beforeSubmitPrompt", prompt: COMMIT_PROMPT })).stdout).toBe("");
});
