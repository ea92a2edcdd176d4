// The sample prompts of the README on the compiled binary, and what is left alone.
import { describe, expect } from "bun:test";
import { scenario } from "../support/binary.ts";
import { COMMIT_PROMPT, COMMITS, prompt } from "./events.ts";
import { corpus, PROJECT } from "./ways.ts";

describe("a prompt", () => {
  scenario("brings up the way that fits, once in a session", async (box) => {
    const first = await box.hook(prompt(COMMIT_PROMPT));
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(first.stdout)).toEqual({
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: expect.stringContaining(COMMITS) },
    });
    expect(await box.hook(prompt(COMMIT_PROMPT))).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect((await box.hook(prompt(COMMIT_PROMPT, { session_id: "s2" }))).context).toContain(COMMITS);
  });

  scenario("in Japanese finds the same way, without any locale file", async (box) => {
    const { context } = await box.hook(prompt("この変更のコミットメッセージを書いて"));
    expect(context).toContain(COMMITS);
  });

  for (const text of ["what should we have for dinner", "thanks, that looks great", "今日の夕飯は何にしようか"])
    scenario(`of everyday life brings up nothing: ${text}`, async (box) => {
      expect(await box.hook(prompt(text))).toMatchObject({ status: 0, stdout: "", stderr: "" });
      expect(box.failures()).toEqual([]);
    });
});

describe("an errand that needs no rules", () => {
  const port = "what's running on port 8080";
  for (const text of [
    port,
    "rename getUser to fetchUser everywhere",
    "what does this function do?",
    "この関数は何をしてるの",
  ])
    scenario(`brings up nothing: ${text}`, async (box) => {
      expect(await box.hook(prompt(text))).toMatchObject({ status: 0, stdout: "", stderr: "" });
      expect(box.failures()).toEqual([]);
    });

  scenario("brings up a person's own way about it", async (box) => {
    const aliases = ["what is running on port 3000", "the port is taken", "kill what listens on 8080"];
    const frontmatter = `description: Which ports our services listen on\naliases: ${JSON.stringify(aliases)}`;
    box.write(`${PROJECT}/ports/ports.md`, `---\n${frontmatter}\n---\nAsk before you free a port.\n`);
    await corpus(box);
    expect((await box.hook(prompt(port))).context).toContain("Ask before you free a port.");
  });
});

describe("field case D6: what no person wrote is skipped", () => {
  const machine: Readonly<Record<string, string>> = {
    "a task notification": `<task-notification>Agent "${COMMIT_PROMPT}" completed</task-notification>`,
    "a system reminder": `<system-reminder>${COMMIT_PROMPT}</system-reminder>`,
    "a slash command": "/compact write a commit message for these changes",
    "a shell command": "!git commit -m 'write a commit message'",
    "a bare acknowledgement": "continue",
  };
  for (const [name, text] of Object.entries(machine))
    scenario(name, async (box) => {
      expect(await box.hook(prompt(text))).toMatchObject({ status: 0, stdout: "", stderr: "" });
      expect(box.listing(box.home)).toEqual([]); // not even looked at
    });

  scenario("the person's part beside it still counts", async (box) => {
    const text = `<system-reminder>the weather is fine</system-reminder>\n${COMMIT_PROMPT}`;
    expect((await box.hook(prompt(text))).context).toContain(COMMITS);
  });
});
