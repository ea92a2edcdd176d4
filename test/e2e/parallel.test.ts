// Many hooks at once (field cases D9, E1, F2): one session shows a way once, many sessions each get their answer.
import { describe, expect } from "bun:test";
import { type Box, type HookRun, lonelyScenario, MODELS } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, COMMITS, prompt, sessionStart } from "./events.ts";

function together(count: number, run: (i: number) => Promise<HookRun>): Promise<readonly HookRun[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => run(i)));
}

function expectSound(runs: readonly HookRun[]): void {
  for (const run of runs) expect(run).toMatchObject({ status: 0, stderr: "" });
}

const shownBy = (runs: readonly HookRun[]) => runs.filter((run) => run.context?.includes(COMMITS)).length;

/** Where the vector was late the hook says so; on a machine this busy that is its right. */
const lateIn = (box: Box) => box.failures().filter((step) => step === "deadline").length;

describe("20 hooks of one session at once", () => {
  lonelyScenario("show a way once: by trigger", async (box) => {
    const runs = await together(20, () => box.hook(bash("git commit -m x")));
    expectSound(runs);
    expect(shownBy(runs)).toBe(1);
    expect(box.failures()).toEqual([]);
    expect((await box.hook(bash("git commit"))).context).toBeNull();
  });

  lonelyScenario("show a way once: by meaning", async (box) => {
    await box.hook(prompt(COMMIT_PROMPT, { session_id: "warm" })); // the first one ever reads all of the model
    const runs = await together(20, () => box.hook(prompt(COMMIT_PROMPT)));
    expectSound(runs);
    expect(shownBy(runs)).toBe(1);
    expect(box.failures().length).toBe(lateIn(box));
    expect((await box.hook(prompt(COMMIT_PROMPT))).context).toBeNull();
  });

  lonelyScenario("count every event", async (box) => {
    await together(20, (i) => box.hook(i % 2 === 0 ? bash("git status") : prompt(`git commit ${i}`)));
    const epochs = box.listing(box.home).filter((path) => path.endsWith("/main/epoch"));
    expect(epochs).toHaveLength(1);
    expect((await box.shell(`wc -c < "${box.home}/${epochs[0]}"`)).stdout.trim()).toBe("20");
    const lines = (await box.shell("cat ~/.local/state/claude-ways/events.jsonl")).stdout.trim().split("\n");
    expect(lines.map((line) => typeof JSON.parse(line).ms)).toEqual(Array(20).fill("number"));
  });

  lonelyScenario("and one that begins it anew leave a ledger that works", async (box) => {
    const runs = await together(20, (i) => box.hook(i === 10 ? sessionStart("compact") : bash("git commit")));
    expectSound(runs);
    expect([1, 2]).toContain(shownBy(runs)); // once before and once after, or only after
    await box.hook(sessionStart("clear"));
    expect((await box.hook(bash("git commit"))).context).toContain(COMMITS);
    expect((await box.hook(bash("git commit"))).context).toBeNull();
  });
});

describe("hooks of different sessions at once", () => {
  lonelyScenario("all answer, 50 of them", async (box) => {
    const runs = await together(50, (i) => box.hook(bash("git commit", { session_id: `s${i}` })));
    expectSound(runs);
    expect(shownBy(runs)).toBe(50);
    expect(box.failures()).toEqual([]);
  });

  lonelyScenario("all answer or say that they were late, be it the very first time", async (box) => {
    const runs = await together(12, (i) => box.hook(prompt(`${COMMIT_PROMPT}, number ${i}`, { session_id: `s${i}` })));
    expectSound(runs);
    expect(shownBy(runs) + lateIn(box)).toBe(12);
    expect(box.failures().length).toBe(lateIn(box));
    expect((await box.hook(prompt(COMMIT_PROMPT, { session_id: "after" }))).context).toContain(COMMITS);
  });
});

lonelyScenario("corpora built at once leave one that is whole", async (box) => {
  box.write(
    "home/.claude/hooks/ways/brew/brew.md",
    "---\ndescription: Brewing coffee with the office espresso machine\n---\nBeans.\n",
  );
  const builds = await Promise.all(Array.from({ length: 6 }, () => box.run(["corpus"])));
  for (const run of builds) expect(run.status).toBe(0);
  const asked = await box.hook(prompt("I want to brew coffee with the espresso machine"));
  expect(asked.context).toContain("[way:brew]");
  expect(box.listing(box.home).filter((path) => path.endsWith(".tmp"))).toEqual([]);
});

lonelyScenario("models installed at once leave one that is whole", async (box) => {
  const installs = await Promise.all(Array.from({ length: 3 }, () => box.run(["setup", "--model", MODELS])));
  for (const run of installs) expect(run.status).toBe(0);
  const env = { WAYS_MODEL_DIR: `${box.home}/.local/share/claude-ways/model` };
  expect((await box.doctor({ env })).find((f) => f.check === "model")?.state).toBe("ok");
  expect(box.listing(box.home).filter((path) => path.endsWith(".tmp"))).toEqual([]);
});
