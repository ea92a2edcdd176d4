// Ways of a person and of a project beside the shipped ones: found where they belong and nowhere else, and a broken file costs itself.
import { describe, expect } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, scenario } from "../support/binary.ts";
import { bash, COMMIT_PROMPT, COMMITS, prompt, sessionStart } from "./events.ts";

const USER = "home/.claude/hooks/ways";
const PROJECT = "work/.claude/ways";
const COFFEE = "---\ndescription: Brewing coffee with the office espresso machine\n---\nBeans first.\n";
const FISH = "---\ndescription: Feeding the aquarium fish in the lobby\ncommands: '^feed\\b'\n---\nTwice a day.\n";
const brewing = prompt("I want to brew coffee with the espresso machine");
const feeding = prompt("how often should I feed the aquarium fish");

const idsIn = (context: string | null) => [...(context ?? "").matchAll(/^\[way:([^\]]+)\]$/gm)].map((m) => m[1]);
const shown = async (box: Box, event: object, session: string, cwd = box.cwd) =>
  idsIn((await box.hook({ ...event, session_id: session, cwd })).context);

describe("a way of the person", () => {
  scenario(
    "is found by its trigger at once and by meaning after `ways corpus`",
    async (box) => {
      box.write(`${USER}/fish/fish.md`, FISH);
      expect(await shown(box, bash("feed all"), "a")).toEqual(["fish"]);
      const before = await box.doctor();
      expect(before).toContainEqual(
        expect.objectContaining({
          check: "corpus",
          state: "problem",
          message: expect.stringMatching(/^2 of \d+ .*fish/),
        }),
      );
      const run = await box.run(["corpus"]);
      expect(run.status).toBe(0);
      expect(run.stdout).toContain("2 ways of the user, 0 of 0 projects; 2 texts embedded");
      expect(await shown(box, brewing, "b")).toEqual(["coffee"]);
      expect(await shown(box, brewing, "c", "/")).toEqual(["coffee"]); // everywhere
      expect((await box.run(["corpus"])).stdout).toContain("0 texts embedded");
      expect((await box.doctor()).find((f) => f.check === "corpus")?.state).toBe("ok");
    },
    { [`${USER}/coffee/coffee.md`]: COFFEE },
  );

  scenario(
    "is shown as it is written now",
    async (box) => {
      const path = join(box.folder, USER, "fish/fish.md");
      expect(await shown(box, bash("feed"), "a")).toEqual(["fish"]);
      writeFileSync(path, FISH.replace("Twice", "Three times"));
      expect((await box.hook(bash("feed", { session_id: "b" }))).context).toBe("[way:fish]\nThree times a day.");
      rmSync(path);
      expect(await shown(box, bash("feed"), "c")).toEqual([]);
    },
    { [`${USER}/fish/fish.md`]: FISH },
  );

  scenario(
    "is shown as it was read at the session's start when there are hundreds; the configuration counts at once (docs/adr/0002)",
    async (box) => {
      await box.hook(sessionStart("startup"));
      expect(await shown(box, bash("feed"), "a")).toEqual(["fish"]);
      box.write(`${USER}/fish/fish.md`, FISH.replace("Twice", "Three times"));
      expect((await box.hook(bash("feed", { session_id: "b" }))).context).toContain("Twice a day.");
      box.write("work/.claude/ways.yaml", "disabled: [fish]\n");
      expect(await shown(box, bash("feed"), "c")).toEqual([]);
      box.write("work/.claude/ways.yaml", "");
      box.write("home/.config/claude-ways/config.yaml", "enabled: false\n");
      expect(await shown(box, bash("feed"), "d")).toEqual([]);
      rmSync(join(box.folder, "home/.config/claude-ways/config.yaml"));
      box.write(`${USER}/fish/fish.md`, FISH.replace("Twice", "Four times"));
      await box.hook(sessionStart("startup", { session_id: "e" }));
      expect((await box.hook(bash("feed", { session_id: "e" }))).context).toContain("Four times a day.");
    },
    {
      [`${USER}/fish/fish.md`]: FISH,
      ...Object.fromEntries(
        Array.from({ length: 150 }, (_, i) => [
          `${USER}/many/way${i}/way${i}.md`,
          `---\ndescription: Way ${i}\n---\nText.\n`,
        ]),
      ),
    },
  );

  scenario(
    "may lie behind a link, and a loop of links ends",
    async (box) => {
      const ways = join(box.folder, USER);
      mkdirSync(join(ways, ".."), { recursive: true });
      symlinkSync(join(box.folder, "dotfiles"), ways);
      symlinkSync("..", join(box.folder, "dotfiles/fish/loop"));
      symlinkSync("nowhere", join(box.folder, "dotfiles/gone"));
      expect(await shown(box, bash("feed"), "a")).toEqual(["fish"]);
      const run = await box.run(["list", "fish", "--json"]);
      expect(JSON.parse(run.stdout).ways.map((w: { id: string }) => w.id)).toEqual(["fish"]);
    },
    { "dotfiles/fish/fish.md": FISH },
  );
});

describe("a way of a project", () => {
  scenario(
    "is found in its project and in no other",
    async (box) => {
      const other = join(box.folder, "other");
      mkdirSync(join(other, ".git"), { recursive: true });
      mkdirSync(join(box.cwd, "deep/er"), { recursive: true });
      await box.run(["corpus"]);
      await box.run(["corpus"], { cwd: other }); // keeps the rows of the first
      expect(await shown(box, feeding, "a")).toEqual(["fish"]);
      expect(await shown(box, feeding, "b", join(box.cwd, "deep/er"))).toEqual(["fish"]);
      expect(await shown(box, feeding, "c", other)).toEqual([]);
      expect(await shown(box, bash("feed"), "d", other)).toEqual([]);
      expect(await shown(box, bash("feed"), "e")).toEqual(["fish"]);
      const env = { CLAUDE_PROJECT_DIR: box.cwd };
      const named = await box.hook({ ...feeding, session_id: "f", cwd: other }, { env });
      expect(idsIn(named.context)).toEqual(["fish"]);
    },
    { [`${PROJECT}/fish/fish.md`]: FISH },
  );

  scenario(
    "replaces the shipped one with its id, by trigger and by meaning",
    async (box) => {
      const own = /^\[way:softwaredev\/delivery\/commits\]\n[\s\S]*Ours\.$/;
      const elsewhere = box.folder;
      await box.run(["corpus"]);
      expect((await box.hook(bash("hg commit", { session_id: "a" }))).context).toMatch(own);
      expect((await box.hook(bash("git commit", { session_id: "b" }))).context).toBeNull();
      expect((await box.hook(prompt("please feed the aquarium fish", { session_id: "c" }))).context).toMatch(own);
      expect(await shown(box, prompt(COMMIT_PROMPT), "d")).not.toContain("softwaredev/delivery/commits");
      expect((await box.hook(bash("git commit", { session_id: "e", cwd: elsewhere }))).context).toContain(COMMITS);
      expect((await box.run(["show", "softwaredev/delivery/commits"])).stdout).toBe("Ours.\n");
    },
    {
      [`${PROJECT}/softwaredev/delivery/commits/commits.md`]:
        "---\ndescription: Feeding the aquarium fish in the lobby\ncommands: '^hg commit'\n---\nOurs.\n",
    },
  );

  scenario(
    "cannot lead out of its project",
    async (box) => {
      symlinkSync(join(box.folder, "elsewhere"), join(box.cwd, ".claude/ways/elsewhere"));
      expect(await shown(box, bash("feed"), "a")).toEqual([]);
      expect((await box.run(["doctor"])).stdout).toContain("leads out of the project");
    },
    { "elsewhere/fish/fish.md": FISH, [`${PROJECT}/coffee/coffee.md`]: COFFEE },
  );
});
