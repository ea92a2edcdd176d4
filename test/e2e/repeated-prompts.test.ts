// A prompt that has been typed before is not embedded again, and never decided by what has changed since.
import { describe, expect } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, scenario } from "../support/binary.ts";
import { COMMIT_PROMPT, COMMITS, prompt } from "./events.ts";
import { corpus, PROJECT, shownAbout, USER, wayAbout, wayFile } from "./ways.ts";

const KEPT = ".cache/claude-ways/recent-scores.bin";

function lastLine(box: Box) {
  const lines = readFileSync(join(box.home, ".local/state/claude-ways/events.jsonl"), "utf8").trimEnd().split("\n");
  return JSON.parse(lines.at(-1) ?? "");
}

const ask = (box: Box, text: string) => box.hook(prompt(text, { session_id: crypto.randomUUID() }));

describe("a prompt that was typed before", () => {
  for (const text of [COMMIT_PROMPT, "the tests are slow. also write a commit message", "what is for dinner"])
    scenario(`comes to the same in another session: ${text}`, async (box) => {
      const first = await ask(box, text);
      const { vector, shown, candidates } = lastLine(box);
      expect(vector).toBe("used");
      expect((await ask(box, text)).stdout).toBe(first.stdout);
      expect(lastLine(box)).toMatchObject({ vector: "cached", shown, candidates });
      expect(box.failures()).toEqual([]);
    });

  scenario(
    "brings up a way that was written since, whoever wrote it, and not one that has gone",
    async (box) => {
      await corpus(box);
      for (const root of [USER, PROJECT]) {
        expect(await shownAbout(box, "fish")).toEqual([]);
        box.write(`${root}/fish/fish.md`, wayAbout("fish"));
        await corpus(box);
        expect(await shownAbout(box, "fish")).toEqual(["fish"]);
        expect(await shownAbout(box, "fish")).toEqual(["fish"]);
        await box.shell(`rm -r ${join(box.folder, root, "fish")}`);
      }
      expect(await shownAbout(box, "fish")).toEqual([]);
    },
    wayFile(USER, "brew"),
  );

  scenario(
    "is not decided by the ways of before where the library cannot be kept",
    async (box) => {
      await corpus(box);
      await box.shell('rm -r "$HOME/.cache/claude-ways/library"; touch "$HOME/.cache/claude-ways/library"');
      for (const _ of [1, 2]) expect(await shownAbout(box, "fish")).toEqual(["fish"]);
      box.write(`${PROJECT}/fish/fish.md`, wayAbout("brew")); // wins by its id, and has no coordinates yet
      for (const _ of [1, 2]) expect(await shownAbout(box, "fish")).toEqual([]);
    },
    wayFile(USER, "fish"),
  );

  const short = "Write a commit message for these changes.\nReview the terraform plan for the database.";
  const long = `${short}\n\`\`\`\n${"[12:01:07] INFO worker 3 fetched batch 17 of 40 in 12 ms\n".repeat(60)}\`\`\`\n`;
  for (const texts of [
    [short, long],
    [long, short],
  ])
    scenario(
      `comes to what it comes to alone, whatever was reduced to the same before: ${texts[0]?.length}`,
      async (box) => {
        const shown = new Map<string, string | null>();
        for (const text of texts) shown.set(text, (await ask(box, text)).context);
        expect(shown.get(short)).toContain("[way:softwaredev/platform/iac]");
        expect(shown.get(short)).toContain(COMMITS);
        expect(shown.get(long)).not.toContain(COMMITS);
      },
    );

  scenario("has its sentences looked at when the way that it was plainly about is switched off", async (box) => {
    const text =
      "someone named O'Brien breaks the customer search with a syntax error. spin up three agents in parallel: one for the backend, one for the UI, one for the docs.";
    const shown = async () => /^\[way:(.*)\]/.exec((await ask(box, text)).context ?? "")?.[1];
    expect(await shown()).toBe("softwaredev/code/security/injection");
    box.write("work/.claude/ways.yaml", "disabled: [softwaredev]\n");
    expect(await shown()).toBe("meta/teams");
  });

  scenario("is embedded again when what was kept is damaged", async (box) => {
    await ask(box, COMMIT_PROMPT);
    const path = join(box.home, KEPT);
    writeFileSync(path, readFileSync(path).fill(7));
    expect((await ask(box, COMMIT_PROMPT)).context).toContain(COMMITS);
    expect(lastLine(box).vector).toBe("cached"); // its vector is kept apart
    expect(box.failures()).toEqual([]);
  });
});
