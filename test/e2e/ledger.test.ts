// Eight real hook processes of one session at a time: every way exactly once, no epoch and no line of the metrics lost
// (200 random interleavings of the same kind run in process: test/engine/interleavings.test.ts).
import { expect } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Box, scenario } from "../support/binary.ts";
import { bash, sessionStart } from "./events.ts";

const WAYS = ["alpha", "beta", "gamma", "delta", "omega"];
const files = Object.fromEntries(
  WAYS.map((word) => [
    `home/.claude/hooks/ways/${word}/${word}.md`,
    `---\ndescription: About ${word}\ncommands: '^${word}\\b'\n---\nBody of ${word}.\n`,
  ]),
);
/** Never more than `max_ways` at one event: each of these has to be shown by somebody. */
const LINES = ["alpha && beta && gamma", "gamma && delta", "omega", "alpha && omega"];

async function round(box: Box): Promise<readonly string[]> {
  const runs = await Promise.all(Array.from({ length: 8 }, (_, i) => box.hook(bash(LINES[i % LINES.length] ?? ""))));
  for (const run of runs) expect(run).toMatchObject({ status: 0, stderr: "" });
  return runs.flatMap(({ context }) => [...(context ?? "").matchAll(/\[way:([a-z]+)\]/g)].map((m) => m[1] ?? ""));
}

scenario(
  "eight hooks at once, before and after a compaction",
  async (box) => {
    const before = await round(box);
    expect(before.toSorted()).toEqual(WAYS.toSorted());
    expect(await round(box)).toEqual([]);
    await box.hook(sessionStart("compact"));
    const after = await round(box);
    expect(after.toSorted()).toEqual(WAYS.toSorted());

    const state = join(box.home, ".local/state/claude-ways");
    const [session = ""] = box.listing(join(state, "sessions")).filter((path) => /^[0-9a-f]{32}\/$/.test(path));
    const folder = join(state, "sessions", session);
    expect(statSync(join(folder, "main/epoch")).size).toBe(8 * 3 + 1);
    const lines = readFileSync(join(folder, "metrics.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).way).toSorted()).toEqual([...before, ...after].toSorted());
    expect(box.failures()).toEqual([]);
  },
  files,
);
