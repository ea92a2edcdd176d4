// Field case B1: patterns that would hang a backtracking engine arrive with a clone. They cost nobody else anything: the other
// ways of the event are shown, in time, and lint names the pattern.
import { describe, expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, scenario } from "../support/binary.ts";
import { bash, prompt, toolUse } from "./events.ts";

const HOSTILE = ["^(a+)+$", "(\\w+\\s?)*:", "(a|aa)+$", "(.*)*x", "^(([a-z])+.)+[A-Z]([a-z])+$", "(a?){40}a{40}"];
const lines = (key: string) => `${key}:\n${HOSTILE.map((source) => `  - '${source}'`).join("\n")}`;
const files = {
  "work/.claude/ways/evil/evil.md": `---\ndescription: Evil\n${["pattern", "commands", "errors"].map(lines).join("\n")}\nfiles: '/^(a+)+$/'\n---\nEvil.\n`,
  "work/.claude/ways/good/good.md":
    "---\ndescription: Good\npattern: 'needle'\ncommands: '^needle'\nerrors: 'needle'\nfiles: '**/needle.txt'\n---\nGood.\n",
};
const GOOD = "[way:good]";
/** No whole text is one of `a` and nothing else, none holds a colon or an `x`. */
const RUN_OF_A = `${"a".repeat(40)}!`;
const LOG = `needle ${"some words of a log that never ends ".repeat(5_700)}`;

/** Milliseconds from the start of the process to the answer, as the hook itself logged them. */
function answeredIn(box: Box): number {
  const text = readFileSync(join(box.home, ".local/state/claude-ways/events.jsonl"), "utf8").trimEnd();
  return JSON.parse(text.split("\n").at(-1) ?? "{}").ms;
}

describe("beside hostile patterns the other ways are shown, within the deadline", () => {
  const failed = (error: string) => ({
    session_id: "s1",
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    error,
  });
  const events: Readonly<Record<string, object>> = {
    "a prompt of 40 letters": prompt(`needle ${RUN_OF_A}`),
    "a prompt of 200 KB": prompt(LOG),
    "a command": bash(`needle ${RUN_OF_A}; ${RUN_OF_A}`),
    "a command of 200 KB": bash(`needle <<'M'\n${LOG}\nM`),
    "a description of 200 KB": bash("ls", { tool_input: { command: "ls", description: LOG } }),
    "an error of 200 KB": failed(LOG),
    "an error of 40 letters": failed(`${RUN_OF_A}\nneedle`),
    "a path": toolUse("Edit", { file_path: `/tmp/${"a".repeat(4_000)}/needle.txt` }),
  };
  for (const [name, event] of Object.entries(events))
    scenario(
      name,
      async (box) => {
        const inProject =
          name === "a path"
            ? { ...event, tool_input: { file_path: join(box.cwd, "a".repeat(200), "needle.txt") } }
            : event;
        await box.hook(bash("ls", { session_id: "warm" })); // parses the clone's ways
        const run = await box.hook(inProject);
        expect(run).toMatchObject({ status: 0, stderr: "" });
        expect(run.context).toContain(GOOD);
        expect(answeredIn(box)).toBeLessThan(1_500);
      },
      files,
    );
});

scenario(
  "lint names each of them",
  async (box) => {
    const lint = await box.run(["lint"]);
    expect(lint.status).toBe(1);
    for (const source of ["^(a+)+$", "(\\w+\\s?)*:"]) expect(lint.stdout).toContain(`\`${source}\``);
    expect(lint.stdout).toContain("regex-explosive");
  },
  files,
);
