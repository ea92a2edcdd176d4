// What the transcript and the project tell a hook: how far the context has moved, how full it is, which files there are.
import { describe, expect } from "bun:test";
import { type Box, scenario } from "../support/binary.ts";
import { bash, prompt, sessionStart, toolUse } from "./events.ts";

const way = (word: string, more = "") =>
  `---\ndescription: About ${word}\ncommands: '^${word}\\b'\nscope: agent, subagent\n${more}---\nBody.\n`;
const USER = "home/.claude/hooks/ways";
const answer = (tokens: number, isSidechain = false) =>
  `${JSON.stringify({ type: "assistant", isSidechain, message: { role: "assistant", usage: { input_tokens: 10, cache_read_input_tokens: tokens - 10 } } })}\n`;

/** Shown at these context positions, one event each. */
async function shownAt(
  box: Box,
  event: (fields: Readonly<Record<string, unknown>>) => object,
  positions: readonly number[],
): Promise<readonly boolean[]> {
  const shown: boolean[] = [];
  for (const tokens of positions) {
    const transcript_path = box.write("t.jsonl", answer(tokens));
    shown.push((await box.hook(event({ transcript_path }))).context !== null);
  }
  return shown;
}

describe("a way is shown again", () => {
  scenario(
    "once a quarter of the window has passed, by the tail of the transcript",
    async (box) => {
      const positions = [10_000, 59_000, 60_000, 61_000, 110_000];
      expect(await shownAt(box, (fields) => bash("demo", fields), positions)).toEqual([true, false, true, false, true]);
    },
    { [`${USER}/demo/demo.md`]: way("demo") },
  );

  scenario(
    "after the share it names itself, of the window that is configured; `never` is never",
    async (box) => {
      box.write("home/.config/claude-ways/config.yaml", "context_window: 1000000\n");
      const positions = [10_000, 100_000, 110_000];
      expect(await shownAt(box, (fields) => bash("demo", fields), positions)).toEqual([true, false, true]);
      expect(await shownAt(box, (fields) => bash("once", fields), [10_000, 700_000])).toEqual([true, false]);
    },
    {
      [`${USER}/demo/demo.md`]: way("demo", "redisclose: 10\n"),
      [`${USER}/once/once.md`]: way("once", "redisclose: never\n"),
    },
  );

  scenario(
    "to a sub-agent by its own transcript, not by its parent's",
    async (box) => {
      const child = { agent_id: "a91", agent_type: "Explore" };
      const own = (tokens: number) => box.write("t/subagents/agent-a91.jsonl", answer(tokens, true));
      own(5_000);
      const positions = [10_000, 190_000];
      expect(await shownAt(box, (fields) => bash("demo", { ...fields, ...child }), positions)).toEqual([true, false]);
      own(60_000);
      expect(await shownAt(box, (fields) => bash("demo", { ...fields, ...child }), [190_000])).toEqual([true]);
    },
    { [`${USER}/demo/demo.md`]: way("demo") },
  );
});

scenario("a full context brings up the shipped checkpoint, once, at whatever event", async (box) => {
  const CHECKPOINT = "[way:meta/compaction-checkpoint]";
  const at = async (tokens: number, event: object) =>
    (await box.hook({ ...event, transcript_path: box.write("t.jsonl", answer(tokens)) })).context?.includes(
      CHECKPOINT,
    ) === true;
  expect(await at(100_000, bash("ls"))).toBe(false);
  expect(await at(190_000, bash("ls"))).toBe(true);
  expect(await at(195_000, bash("ls"))).toBe(false);
  expect(await at(195_000, toolUse("Edit", { file_path: "/tmp/x" }))).toBe(false);
  expect(await at(199_000, bash("ls", { session_id: "s2" }))).toBe(true);
});

scenario(
  "files of the project: a way for a kind of project at its start, or when the file appears; conditions",
  async (box) => {
    const shown = async (event: object) =>
      [...((await box.hook(event)).context ?? "").matchAll(/^\[way:(\w+)\]$/gm)].map((m) => m[1]);
    expect(await shown(sessionStart("startup"))).toEqual([]);
    expect(await shown(bash("demo"))).toEqual([]);
    box.write("work/deep/down/main.tf", "");
    expect(await shown(prompt("hello, how are you today my friend"))).toEqual(["terraform"]);
    expect(await shown(sessionStart("clear", { session_id: "s2" }))).toEqual(["terraform"]);
    box.write("work/go.mod", "");
    expect(await shown(bash("demo"))).toEqual(["demo"]);
    expect(await shown(bash("elsewhere"))).toEqual([]);
  },
  {
    [`${USER}/terraform/terraform.md`]: "---\ndescription: T\ntrigger: file-exists\npath: '**/*.tf'\n---\nBody.\n",
    [`${USER}/demo/demo.md`]: way("demo", "when:\n  file_exists: go.mod\n"),
    [`${USER}/elsewhere/elsewhere.md`]: way("elsewhere", "when:\n  project: /srv/other\n"),
  },
);
