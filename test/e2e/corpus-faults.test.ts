// A refresh that is killed, has no room, may not write or asks a server that is gone: the corpus that was there stays, and answers.
import { describe, expect } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readScope, scopesIn } from "../../src/store/corpus.ts";
import { readManifest } from "../../src/store/manifest.ts";
import { openCorpus } from "../../src/store/rows.ts";
import { canWatchProcesses, settled } from "../support/background.ts";
import { BINARY, type Box, lonelyScenario, MODELS, scenario } from "../support/binary.ts";
import { sessionStart } from "./events.ts";
import { corpus, knownProject, PROJECT, projectStates, shownAbout, USER, wayAbout, wayFile, writeAll } from "./ways.ts";

const FOLDER = ".cache/claude-ways/user";
const cached = (box: Box, name: string) => join(box.home, FOLDER, name);
const AWAKE = { env: { WAYS_REFRESH: undefined } };

/** Throws unless every scope of the corpus is whole and the manifest can be read. */
function expectWhole(box: Box): void {
  const file = openCorpus(cached(box, "corpus.bin"));
  expect(file).not.toBeNull();
  expect(readManifest(cached(box, "embed-manifest.json"))).not.toBeNull();
  const scopes = file === null ? [] : scopesIn(file);
  expect(scopes).toContain("user");
  for (const scope of scopes) expect(file && readScope(file, scope, 384, true)).not.toBeNull();
}

describe("a refresh that is killed", () => {
  const POINTS = 50;
  const aliases = (round: number) =>
    `aliases: [${Array.from({ length: 6 }, (_, i) => `the fish in tank ${i} are hungry for the ${round}th time`).join(", ")}]\n`;

  lonelyScenario(
    `leaves a valid corpus, at any of ${POINTS} points`,
    async (box) => {
      const started = performance.now();
      await corpus(box);
      const whole = performance.now() - started;
      for (let round = 0; round < POINTS; round++) {
        writeAll(box, {
          ...wayFile(USER, "fish", aliases(round)),
          ...wayFile(PROJECT, "garden", aliases(round + 100)),
        });
        const env = { HOME: box.home, PATH: "/usr/bin:/bin", WAYS_MODEL_DIR: MODELS };
        const child = Bun.spawn([BINARY, "corpus"], { cwd: box.cwd, env, stdio: ["ignore", "ignore", "ignore"] });
        // Later and later within the time a whole one takes.
        await Bun.sleep((whole * (round + Math.random())) / POINTS);
        child.kill("SIGKILL");
        await child.exited;
        expectWhole(box);
      }
      expect(await shownAbout(box, "fish")).toEqual(["fish"]);
      expect((await corpus(box)).embedded).toBeLessThanOrEqual(POINTS * 14);
      expect(await projectStates(box)).toEqual({ [box.cwd]: "fresh" });
      expect(await shownAbout(box, "garden")).toEqual(["garden"]);
      expect((await corpus(box)).embedded).toBe(0);
    },
    { ...wayFile(USER, "fish"), ...wayFile(PROJECT, "garden") },
  );
});

scenario(
  "what cannot be written is told to a person at once, and the old corpus answers",
  async (box) => {
    await corpus(box);
    const before = readFileSync(cached(box, "corpus.bin"));
    writeAll(box, wayFile(USER, "bees"));
    const moved = { XDG_CACHE_HOME: join(box.folder, "blocked") };
    box.write("blocked/claude-ways/user", "a file where a folder should be");
    const run = await box.run(["corpus"], { env: moved });
    expect(run.status).toBe(3);
    expect(run.stderr).toContain("cannot be written");
    expect(run.stderr).toContain("\n\nhint: ");
    expect(readFileSync(cached(box, "corpus.bin"))).toEqual(before);
    expect(await shownAbout(box, "fish")).toEqual(["fish"]);
  },
  wayFile(USER, "fish"),
);

// A mount of one's own is not allowed everywhere.
const mayMount = Bun.spawnSync(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).exitCode === 0;
const alone = { within: ["unshare", "-rm"] };

describe.skipIf(!mayMount || !canWatchProcesses)("a cache", () => {
  /** Two session starts with something to embed, then a prompt; all in one shell, whose mounts are its own. */
  const SCRIPT = `
    refreshing() {
      for process in $(grep -lz "^HOME=$HOME$" /proc/[0-9]*/environ 2>/dev/null); do
        tr '\\0' ' ' < "\${process%environ}cmdline" 2>/dev/null | grep -q -- 'corpus --if-[s]tale' && return 0
      done
      return 1
    }
    start() {
      printf %s "$START" | "$WAYS" hook; echo
      for (( quiet = 0; quiet < 4; quiet++ )); do sleep .01; refreshing && quiet=-1; done
    }
    start; start; start
    printf %s "$PROMPT" | "$WAYS" hook; "$WAYS" doctor`;
  const noticesIn = (stdout: string) =>
    stdout.match(/\d+ failures? since the last session \([^)]*corpus[^)]*\)/g) ?? [];

  const mounts: Readonly<Record<string, string>> = {
    "that is read-only": 'mount --bind "$CACHE" "$CACHE" && mount -o remount,bind,ro "$CACHE"',
    "on a full disk":
      'cp -r "$CACHE" "$CACHE.copy" && mount -t tmpfs -o size=4m tmpfs "$CACHE" && cp -r "$CACHE.copy/." "$CACHE" && (cat /dev/zero > "$CACHE/filler" 2>/dev/null; true)',
  };
  for (const [name, mount] of Object.entries(mounts))
    scenario(
      `${name} keeps the old corpus, answers from it, and says so once`,
      async (box) => {
        await corpus(box);
        box.write(`${USER}/bees/bees.md`, wayAbout("bees"));
        const env = {
          ...AWAKE.env,
          CACHE: join(box.home, ".cache"),
          START: JSON.stringify({ ...sessionStart("startup"), cwd: box.cwd }),
          PROMPT: JSON.stringify({
            session_id: "p",
            hook_event_name: "UserPromptSubmit",
            prompt: "how often should I feed the aquarium fish",
            cwd: box.cwd,
          }),
        };
        const run = await box.shell(`${mount} && ${SCRIPT}`, { env, ...alone });
        await settled(box.home);
        expect(run.stdout).toContain("[way:fish]");
        expect(run.stdout).toContain("the last refresh in the background failed: the corpus in");
        expect(noticesIn(run.stdout)).toEqual(["1 failure since the last session (1 × corpus)"]);
        expect(box.failures()).toEqual(["corpus"]);
        // With room again the next refresh succeeds, and a later fault would be told again.
        expect((await corpus(box)).user_ways).toBe(2);
        expect(existsSync(join(box.home, ".local/state/claude-ways/corpus-failed"))).toBe(false);
      },
      wayFile(USER, "fish"),
    );
});

const mayFuse =
  mayMount &&
  Bun.spawnSync([
    "unshare",
    "-rm",
    "bash",
    "-c",
    "exec 3<>/dev/fuse && mount -i -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0 none /mnt",
  ]).exitCode === 0;

describe.skipIf(!mayFuse || !canWatchProcesses)("a project on a mount whose server has gone", () => {
  /** A file system that nobody serves: every look at it waits for ever. */
  const MOUNT = 'exec 3<>/dev/fuse && mount -i -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0 none "$DEAD"';

  scenario(
    "holds nobody up: the others are refreshed, a session start answers, what was embedded of it stays",
    async (box) => {
      const dead = join(box.folder, "dead");
      const link = join(box.folder, "link");
      mkdirSync(join(dead, "app"), { recursive: true });
      writeAll(box, {
        ...wayFile("dead/app/.claude/ways", "bees"),
        ...knownProject(join(dead, "app")),
        // One that is only guessed from its name, and one that only a link leads to.
        [`home/.claude/projects/${join(dead, "guess").replace(/[^a-zA-Z0-9]/g, "-")}/x`]: "",
        ...knownProject(join(link, "app")),
      });
      expect((await corpus(box)).projects).toBe(2);
      box.write(`${PROJECT}/fish/fish.md`, wayAbout("garden"));
      const env = {
        ...AWAKE.env,
        DEAD: dead,
        LINK: link,
        START: JSON.stringify({ ...sessionStart("startup"), cwd: box.cwd }),
      };
      const run = await box.shell(
        `ln -s "$DEAD" "$LINK"; ${MOUNT} && printf %s "$START" | "$WAYS" hook && "$WAYS" corpus --json`,
        { env, ...alone },
      );
      expect(run.status).toBe(0);
      expect(JSON.parse(run.stdout.slice(run.stdout.indexOf("{\n")))).toMatchObject({
        projects: 2,
        project_ways: 2,
        warnings: expect.arrayContaining([`\`${dead}/app\` does not answer: what was embedded of it stays`]),
      });
      await settled(box.home);
      rmSync(link);
      expect(await shownAbout(box, "garden")).toEqual(["fish"]);
      expect(await shownAbout(box, "bees", join(dead, "app"))).toEqual(["bees"]);
    },
    wayFile(PROJECT, "fish"),
  );
});

describe.skipIf(!mayMount)("a project that cannot be written", () => {
  scenario(
    "is embedded all the same, without a marker, and that is said",
    async (box) => {
      const run = await box.shell(
        'mount --bind "$PWD" "$PWD" && mount -o remount,bind,ro "$PWD" && cd "$PWD" && "$WAYS" corpus --json',
        alone,
      );
      expect(JSON.parse(run.stdout)).toMatchObject({
        project_ways: 1,
        warnings: [
          `\`${box.cwd}/.claude/.ways-embed\` cannot be written: the project's ways are embedded all the same`,
        ],
      });
      expect(existsSync(join(box.cwd, ".claude/.ways-embed"))).toBe(false);
      expect(await shownAbout(box, "fish")).toEqual(["fish"]);
      expect(await projectStates(box)).toEqual({ [box.cwd]: "fresh" });
    },
    wayFile(PROJECT, "fish"),
  );
});
