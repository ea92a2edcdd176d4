// What is derived may be broken at any time (a killed process, a full disk, a bad sector): the answer stays the same, and the next
// `ways corpus` puts it right.
import { describe, expect } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, scenario } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, COMMITS, prompt, sessionStart } from "./events.ts";

const library = {
  "home/.claude/hooks/ways/brew/brew.md":
    "---\ndescription: Brewing coffee with the office espresso machine\ncommands: '^espresso\\b'\n---\nBeans first.\n",
  "work/.claude/ways/local/local.md": "---\ndescription: Feeding the aquarium fish in the lobby\n---\nTwice a day.\n",
};
const BREW = "[way:brew]";

const damages: Readonly<Record<string, (path: string) => void>> = {
  empty: (path) => truncateSync(path, 0),
  "cut by a byte": (path) => truncateSync(path, readFileSync(path).length - 1),
  "text of another program": (path) => writeFileSync(path, "<!DOCTYPE html>\n".repeat(99)),
  "zeros of the same size": (path) => writeFileSync(path, new Uint8Array(readFileSync(path).length)),
  "the beginning of a later version": (path) =>
    writeFileSync(path, Buffer.from("WAYS\xff\xff\xff\x7f\0\0\0\0", "latin1")),
  "a changed byte in the middle": (path) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
  },
  "a folder": (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  "a pipe": (path) => {
    rmSync(path);
    Bun.spawnSync(["mkfifo", path]);
  },
};
/** What stands in the way of writing the file anew. */
const OBSTACLES = ["a folder", "a pipe"];

/** Every file below the cache, after each part of it was made, and the log of events. */
async function filledCache(box: Box): Promise<readonly string[]> {
  expect((await box.run(["corpus"])).status).toBe(0);
  await box.hook(prompt(COMMIT_PROMPT, { session_id: "fill" }));
  const files = box.listing(join(box.home, ".cache")).filter((path) => !path.endsWith("/"));
  expect(files.map((path) => path.split("/")[1]).sort()).toContain("user");
  return [
    ...files.map((path) => join(box.home, ".cache", path)),
    join(box.home, ".local", "state", "claude-ways", "events.jsonl"),
  ];
}

describe("every file of the cache is", () => {
  for (const [name, damage] of Object.entries(damages))
    scenario(
      name,
      async (box) => {
        const files = await filledCache(box);
        const ask = async (round: string) => {
          const events = {
            trigger: bash("espresso", {}),
            shipped: prompt(COMMIT_PROMPT),
            own: prompt("I want to brew coffee with the espresso machine"),
          };
          const shown: Record<string, string | null> = {};
          for (const [key, event] of Object.entries(events)) {
            const run = await box.hook({ ...event, session_id: `${round} ${key}` });
            expect(run).toMatchObject({ status: 0, stderr: "" });
            shown[key] = run.context?.match(/^\[way:[^\]]+\]/m)?.[0] ?? null;
          }
          return shown;
        };
        const whole = { trigger: BREW, shipped: COMMITS, own: BREW };
        for (const file of files) damage(file);
        expect(await ask("after")).toMatchObject({ trigger: BREW, shipped: COMMITS });
        const corpus = (await box.doctor()).find((f) => f.check === "corpus");
        if (corpus?.state !== "ok") expect(corpus?.message).toMatch(/^[12] of 112 ways/);
        if (OBSTACLES.includes(name)) for (const file of files) rmSync(file, { recursive: true, force: true });
        expect(await box.run(["corpus"])).toMatchObject({ status: 0 });
        expect(await ask("rebuilt")).toEqual(whole);
      },
      library,
    );
});

scenario(
  "a cache is not believed when single bytes of it have changed",
  async (box) => {
    const files = await filledCache(box);
    const session = (i: number, step: number) => ({ session_id: `${step} ${i}` });
    for (const step of [97, 1_009, 10_007]) {
      for (const file of files.filter(existsSync)) {
        // a damaged tokenizer has been removed
        const bytes = readFileSync(file);
        for (let at = step; at < bytes.length; at += step) bytes[at] = (bytes[at] ?? 0) ^ 0x15;
        writeFileSync(file, bytes);
      }
      const [brew, commit, fish] = [
        await box.hook(bash("espresso", session(1, step))),
        await box.hook(prompt(COMMIT_PROMPT, session(2, step))),
        await box.hook(prompt("how do I feed the aquarium fish in the lobby", session(3, step))),
      ];
      expect([brew.status, commit.status, fish.status]).toEqual([0, 0, 0]);
      expect(brew.context).toBe(`${BREW}\nBeans first.`);
      expect(commit.context).toContain(COMMITS);
      if (fish.context !== null) expect(fish.context).toMatch(/^\[way:local\]\n[\s\S]*Twice a day\.$/);
      expect(box.failures()).toEqual([]);
    }
  },
  library,
);

describe("the logs", () => {
  scenario("may hold anything", async (box) => {
    const junk =
      '\0\xff{"at":1}\n[]\n{"event":"x","shown":[{}],"candidates":7,"at":"now"}\n{"step":"x","kind":null,"at":null}\nno end';
    for (const name of ["events.jsonl", "failures.jsonl", "events.jsonl.1"])
      box.write(`home/.local/state/claude-ways/${name}`, junk);
    expect((await box.hook(bash("git commit"))).context).toContain(COMMITS);
    const run = await box.run(["doctor"]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect((await box.hook(bash("git commit", { session_id: "s2" }))).context).toContain(COMMITS);
    expect((await box.run(["doctor"])).stdout).toMatch(/last way shown .*softwaredev\/delivery\/commits/);
  });

  scenario("and the ledger may be in the way of themselves", async (box) => {
    for (const name of ["events.jsonl", "failures.jsonl"])
      mkdirSync(join(box.home, ".local/state/claude-ways", name), { recursive: true });
    box.write("home/.local/state/claude-ways/sessions", "a file, not a folder");
    expect((await box.hook(bash("git commit"))).context).toContain(COMMITS);
    expect((await box.run(["doctor"])).stderr).toBe("");
  });

  scenario("say so when what was shown cannot be remembered", async (box) => {
    box.write("home/.local/state/claude-ways/sessions", "a file, not a folder");
    for (const _ of [1, 2]) expect((await box.hook(bash("git commit"))).context).toContain(COMMITS);
    expect(await box.doctor()).toContainEqual(
      expect.objectContaining({
        check: "failures",
        state: "problem",
        message: expect.stringContaining("session-claim"),
      }),
    );
  });

  scenario("do not grow without end", async (box) => {
    box.write("home/.local/state/claude-ways/events.jsonl", `${"x".repeat(999)}\n`.repeat(2_100));
    await box.hook(bash("git commit"));
    const size = (name: string) => readFileSync(join(box.home, ".local/state/claude-ways", name)).length;
    expect([size("events.jsonl") < 10_000, size("events.jsonl.1")]).toEqual([true, 2_100_000]);
  });
});

describe("the tokenizer of plain texts is kept", () => {
  const isKept = (box: Box) =>
    box.listing(join(box.home, ".cache")).some((path) => /\/tokenizer-[^/]+\.bin$/.test(path));

  scenario("by the start of a session, not by a prompt", async (box) => {
    expect((await box.hook(prompt(COMMIT_PROMPT, { session_id: "first" }))).context).toContain(COMMITS);
    expect(isKept(box)).toBe(false);
    await box.hook(sessionStart("startup"));
    expect(isKept(box)).toBe(true);
    expect((await box.hook(prompt(COMMIT_PROMPT, { session_id: "second" }))).context).toContain(COMMITS);
    expect(box.failures()).toEqual([]);
  });

  scenario("by a refresh", async (box) => {
    expect((await box.run(["corpus"])).status).toBe(0);
    expect(isKept(box)).toBe(true);
  });

  scenario("by set-up", async (box) => {
    expect((await box.run(["setup", "claude", "--yes"])).status).toBe(0);
    expect(isKept(box)).toBe(true);
  });
});
