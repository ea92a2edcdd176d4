// A session start looks whether the corpus has fallen behind, and lets a process in the background catch up (ADR-109).
import { describe, expect } from "bun:test";
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canWatchProcesses, settled } from "../support/background.ts";
import { type Box, scenario } from "../support/binary.ts";
import { bash, COMMITS, sessionStart } from "./events.ts";
import { corpus, knownProject, PROJECT, shownAbout, USER, wayAbout, wayFile, writeAll } from "./ways.ts";

/** Hooks as agents run them: refreshes are not switched off. */
const AWAKE = { env: { WAYS_REFRESH: undefined } };
const cached = (box: Box, name: string) => join(box.home, ".cache/claude-ways/user", name);
/** Changes with every rewriting. */
const look = (path: string) => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return `${stat?.ino} ${stat?.ctimeMs}`;
};

async function startSession(box: Box, cwd = box.cwd) {
  const run = await box.hook(sessionStart("startup", { session_id: crypto.randomUUID(), cwd }), { cwd, ...AWAKE });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  await settled(box.home);
  return run;
}

/** What a session start has set in motion: "nothing", a "look" that found all as it was, or a "refresh". */
async function startedBy(box: Box, act: () => Promise<unknown>): Promise<string> {
  const before = { watched: look(cached(box, "watched.bin")), corpus: look(cached(box, "corpus.bin")) };
  await act();
  if (look(cached(box, "corpus.bin")) !== before.corpus) return "refresh";
  return look(cached(box, "watched.bin")) === before.watched ? "nothing" : "look";
}

/** Stamps of files written within the last ticks of the clock are not believed; nothing can be said about them yet. */
async function settle(box: Box): Promise<void> {
  await startSession(box);
  for (let i = 0; i < 20 && (await startedBy(box, () => startSession(box))) !== "nothing"; i++);
}

describe.skipIf(!canWatchProcesses)("a session start", () => {
  scenario(
    "embeds what is new in the background, and answers at once with what it has",
    async (box) => {
      const run = await box.hook(sessionStart("startup"), AWAKE);
      expect(run.context).toContain("ways");
      await settled(box.home);
      expect(await shownAbout(box, "fish")).toEqual(["fish"]);
      expect(await shownAbout(box, "brew", "/")).toEqual(["brew"]);
      expect(box.failures()).toEqual([]);
    },
    { ...wayFile(PROJECT, "fish"), ...wayFile(USER, "brew") },
  );

  scenario("in a fresh set-up embeds nothing and leaves a manifest", async (box) => {
    await startSession(box);
    expect(existsSync(cached(box, "vectors.bin"))).toBe(false);
    const manifest = JSON.parse(readFileSync(cached(box, "embed-manifest.json"), "utf8"));
    expect(manifest).toMatchObject({ projects: {} });
  });

  scenario(
    "starts nothing while nothing has changed",
    async (box) => {
      await settle(box);
      expect(await startedBy(box, () => startSession(box))).toBe("nothing");
      expect(await startedBy(box, () => startSession(box, box.folder))).toBe("nothing");
    },
    { ...wayFile(PROJECT, "fish"), ...wayFile(USER, "brew") },
  );

  scenario(
    "refreshes nothing when a file was only touched",
    async (box) => {
      await settle(box);
      utimesSync(join(box.folder, PROJECT, "fish/fish.md"), 1, 1);
      expect(await startedBy(box, () => startSession(box))).toBe("look");
      expect(await startedBy(box, () => startSession(box))).toBe("nothing");
    },
    wayFile(PROJECT, "fish"),
  );

  const changes: Readonly<Record<string, (box: Box) => void>> = {
    "an edit of the same length that puts the old time back": (box) => {
      const path = join(box.folder, PROJECT, "fish/fish.md");
      const { atime, mtime } = statSync(path);
      writeFileSync(path, readFileSync(path, "utf8").replace("lobby", "cella"));
      utimesSync(path, atime, mtime);
    },
    "a deletion": (box) => rmSync(join(box.folder, PROJECT, "fish"), { recursive: true }),
    "a new way": (box) => writeAll(box, wayFile(PROJECT, "garden")),
    "a way of the user": (box) => writeAll(box, wayFile(USER, "brew")),
    "a marker": (box) => void box.write("work/.claude/.ways-embed", "disinclude"),
    languages: (box) => void box.write("home/.config/claude-ways/config.yaml", "languages: [de]\n"),
    "a lost manifest": (box) => rmSync(cached(box, "embed-manifest.json")),
    "a corrupt manifest": (box) => appendFileSync(cached(box, "embed-manifest.json"), "}"),
    "a lost corpus": (box) => rmSync(cached(box, "corpus.bin")),
    "the way of another project": (box) => writeAll(box, wayFile("other/.claude/ways", "bees")),
    "a project the agent has just come to know": (box) =>
      writeAll(box, { ...wayFile("third/.claude/ways", "bees"), ...knownProject(join(box.folder, "third")) }),
    "the loss of another project": (box) => rmSync(join(box.folder, "other"), { recursive: true }),
  };
  for (const [name, change] of Object.entries(changes))
    scenario(
      `refreshes after ${name}`,
      async (box) => {
        writeAll(box, knownProject(join(box.folder, "other")));
        await settle(box);
        change(box);
        expect(await startedBy(box, () => startSession(box))).toBe("refresh");
        await settle(box);
      },
      { ...wayFile(PROJECT, "fish"), ...wayFile("other/.claude/ways", "sails") },
    );

  scenario(
    "leaves the work to a refresh that is running, but not to one that died",
    async (box) => {
      await settle(box);
      writeAll(box, wayFile(PROJECT, "garden"));
      box.write("home/.cache/claude-ways/user/refreshing", "");
      expect(await startedBy(box, () => startSession(box))).toBe("nothing");
      utimesSync(cached(box, "refreshing"), 1, 1);
      expect(await startedBy(box, () => startSession(box))).toBe("refresh");
      expect(existsSync(cached(box, "refreshing"))).toBe(false);
    },
    wayFile(PROJECT, "fish"),
  );

  scenario(
    "starts none where that is switched off, or there is no model",
    async (box) => {
      const event = () => sessionStart("startup", { session_id: crypto.randomUUID() });
      await box.hook(event(), { env: { WAYS_REFRESH: "off" } });
      box.write("model/manifest.json", "{}");
      await box.hook(event(), { env: { WAYS_REFRESH: undefined, WAYS_MODEL_DIR: join(box.folder, "model") } });
      await settled(box.home);
      expect(existsSync(cached(box, "corpus.bin"))).toBe(false);
    },
    wayFile(PROJECT, "fish"),
  );
});

describe.skipIf(!canWatchProcesses)("in the middle of a session", () => {
  const ask = (box: Box) => box.hook(bash("git commit", { session_id: crypto.randomUUID() }), AWAKE);

  scenario(
    "an edit of this project's ways starts a refresh at the next event",
    async (box) => {
      await settle(box);
      await ask(box);
      box.write(`${PROJECT}/fish/fish.md`, wayAbout("garden").replace("garden.", "fish."));
      const refreshed = await startedBy(box, async () => {
        expect((await ask(box)).context).toContain(COMMITS);
        await settled(box.home);
      });
      expect(refreshed).toBe("refresh");
      expect(await shownAbout(box, "garden")).toEqual(["fish"]);
    },
    wayFile(PROJECT, "fish"),
  );

  scenario(
    "an event after which nothing was edited starts none",
    async (box) => {
      await settle(box);
      await ask(box);
      writeAll(box, wayFile("other/.claude/ways", "bees"));
      expect(
        await startedBy(box, async () => {
          await ask(box);
          await settled(box.home);
        }),
      ).toBe("nothing");
    },
    { ...wayFile(PROJECT, "fish"), ...wayFile("other/.claude/ways", "sails") },
  );
});

describe.skipIf(!canWatchProcesses)("many sessions that start at once", () => {
  scenario(
    "leave one whole corpus with everything in it",
    async (box) => {
      const projects = ["one", "two", "three"].map((name) => join(box.folder, name));
      await Promise.all(
        projects.flatMap((cwd) =>
          [1, 2].map(() =>
            box.hook(sessionStart("startup", { session_id: crypto.randomUUID(), cwd }), { cwd, ...AWAKE }),
          ),
        ),
      );
      await settled(box.home);
      await startSession(box);
      const { projects: count, embedded } = await corpus(box);
      expect([count, embedded]).toEqual([3, 0]);
      expect(box.listing(box.home).filter((path) => path.endsWith(".tmp"))).toEqual([]);
      expect(box.failures()).toEqual([]);
    },
    {
      ...wayFile("one/.claude/ways", "fish"),
      ...wayFile("two/.claude/ways", "bees"),
      ...wayFile("three/.claude/ways", "sails"),
    },
  );
});
