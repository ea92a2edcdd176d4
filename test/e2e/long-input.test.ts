// Texts far beyond what the model takes (field cases D4, F4): an answer or silence, inside the time, never a crash.
import { describe, expect } from "bun:test";
import { lonelyScenario } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, COMMITS, prompt, toolUse } from "./events.ts";

const MEGABYTE = 1_000_000;
const pasted = (text: string, size: number) => text.repeat(Math.ceil(size / text.length));

describe("a prompt of", () => {
  lonelyScenario("5 MB is answered", async (box) => {
    const run = await box.hook(prompt(pasted(`${COMMIT_PROMPT}.\n`, 5 * MEGABYTE)));
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.context).toContain(COMMITS);
    expect(box.failures()).toEqual([]);
  });

  lonelyScenario("20 MB is answered, or was too much for one second and is counted", async (box) => {
    const run = await box.hook(prompt(pasted(`${COMMIT_PROMPT}.\n`, 20 * MEGABYTE)));
    expect(run).toMatchObject({ status: 0, stderr: "" });
    if (run.context === null) expect(box.failures()).toHaveLength(1);
    else expect(run.context).toContain(COMMITS);
  });

  lonelyScenario("30 MB is more than is read, and counted", async (box) => {
    const run = await box.hook(prompt(pasted(`${COMMIT_PROMPT}.\n`, 30 * MEGABYTE)));
    expect(run).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(await box.doctor()).toContainEqual(
      expect.objectContaining({ check: "failures", state: "problem", message: expect.stringContaining("1 × stdin") }),
    );
  });

  const odd: Readonly<Record<string, string>> = {
    "one letter, a million times": "a".repeat(MEGABYTE),
    "one word of 100 KB": "überlang".repeat(12_500),
    "4,000 Chinese characters": "提交信息".repeat(1_000),
    "Thai without a space": "ช่วยเขียนข้อความคอมมิต".repeat(500),
    "emoji only": "👩‍🚀".repeat(20_000),
    "a million line ends": `x${"\n".repeat(MEGABYTE)}x`,
    "brackets and quotes": '<{["\\'.repeat(100_000),
    "combining marks": `e${"\u0301".repeat(100_000)}`,
    "a minified file": `(function(e,t){${"var a=1;b(c[d]);".repeat(50_000)}}()`,
    "tags that never end": "<system-reminder ".repeat(50_000),
  };
  for (const [name, text] of Object.entries(odd))
    lonelyScenario(name, async (box) => {
      expect(await box.hook(prompt(text))).toMatchObject({ status: 0, stderr: "" });
      expect(box.failures()).toEqual([]);
    });
});

describe("4 MB of raw control characters are answered:", () => {
  const units = {
    "one of them": "\u0001",
    "each in a word": "a\u001b",
    "continued lines": "\\\n",
    "of the second set": "\u009d",
  };
  for (const [name, unit] of Object.entries(units))
    lonelyScenario(name, async (box) => {
      const [before, after] = JSON.stringify(prompt(`${COMMIT_PROMPT} X`)).split("X");
      const run = await box.hook(`${before}${pasted(unit, 4 * MEGABYTE)}${after}`);
      expect(run).toMatchObject({ status: 0, stderr: "" });
      expect(run.context).toContain(COMMITS);
      expect(box.failures()).toEqual([]);
    });
});

describe("a tool call with", () => {
  lonelyScenario("a heredoc of 5 MB still shows what its invocation is about", async (box) => {
    const body = pasted("timeout waiting for rm -rf of ssh keys\n", 5 * MEGABYTE);
    expect((await box.hook(bash(`git commit -F - <<'M'\n${body}M`))).context).toContain(COMMITS);
    expect(box.failures()).toEqual([]);
  });

  lonelyScenario("a million quotes, and a path of 100 KB", async (box) => {
    expect(await box.hook(bash(`echo ${"'\"`$(".repeat(250_000)}`))).toMatchObject({
      status: 0,
      stdout: "",
      stderr: "",
    });
    const path = `/${"deep/".repeat(20_000)}README.md`;
    expect((await box.hook(toolUse("Write", { file_path: path }))).status).toBe(0);
    expect(box.failures()).toEqual([]);
  });
});
