// Packages on the compiled binary, from a folder: added, shown, updated, removed; what was tampered with is not used.
import { describe, expect } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { scenario } from "../support/binary.ts";
import { goldenFor, goodWay } from "./authored.ts";
import { prompt } from "./events.ts";
import { DATA, ids, manifest, packages, TEAM } from "./packages.ts";
import { embedStatus, shownAbout, wayAbout, wayFile } from "./ways.ts";

describe("a package in a folder", () => {
  scenario(
    "is shown under its namespace once it was added, with where it is from, and not a moment before",
    async (box) => {
      expect(await shownAbout(box, "fish")).toEqual([]);
      const added = await box.run(["add", "../src"]);
      expect(added).toMatchObject({ status: 0, stdout: expect.stringContaining("team 1.0.0 (MIT): 2 ways from ") });
      expect(await shownAbout(box, "fish")).toEqual(["team/fish"]);
      const { context } = await box.hook(prompt("who waters the tomatoes in the roof garden this week"));
      expect(context).toContain("[way:team/garden]\n(from a package of ways that was added here)\n");
      expect(context).toContain("- team/fish — who lives beside them");
      expect(await packages(box)).toMatchObject([
        { name: "team", version: "1.0.0", state: "ok", resolved: "", ways: 2 },
      ]);
    },
    TEAM,
  );

  scenario(
    "brings macros that run only after `ways trust`, and no longer when they have changed",
    async (box) => {
      const macro = async () =>
        (await box.hook(prompt("how often should I feed the aquarium fish", { session_id: crypto.randomUUID() })))
          .context;
      const added = await box.run(["add", "../src"]);
      expect(added.stdout).toContain("1 macro not run before `ways trust`: team/fish");
      expect(await macro()).not.toContain("hello from the macro");
      await box.run(["trust", "--yes"]);
      expect(await macro()).toContain("hello from the macro");
      box.write("src/fish/macro.sh", "echo something else\n");
      await box.run(["update", "--yes"]);
      expect(await macro()).not.toContain("something else");
    },
    TEAM,
  );

  scenario(
    "is updated after the person has seen every line that changes",
    async (box) => {
      await box.run(["add", "../src"]);
      expect((await box.run(["update"])).stdout).toBe("team 1.0.0: nothing has changed\n");
      box.write("src/ways.json", manifest("team", "1.1.0"));
      box.write("src/fish/fish.md", wayAbout("fish").replace("About fish.", "Twice a day."));
      const shown = await box.run(["update", "team", "--dry-run"]);
      for (const line of ["team 1.0.0 → 1.1.0", "-About fish.", "+Twice a day.", '-  "version": "1.0.0",'])
        expect(shown.stdout).toContain(line);
      expect(await packages(box)).toMatchObject([{ version: "1.0.0" }]);
      const asked = await box.run(["update"]);
      expect(asked).toMatchObject({ status: 3, stderr: expect.stringContaining("no terminal to ask on") });
      expect((await box.run(["show", "team/fish"])).stdout).toContain("About fish.");
      expect((await box.run(["update", "--yes"])).status).toBe(0);
      expect((await box.run(["show", "team/fish"])).stdout).toContain("Twice a day.");
      expect(await packages(box)).toMatchObject([{ version: "1.1.0", state: "ok" }]);
    },
    TEAM,
  );

  scenario(
    "whose source is gone leaves the others their turn",
    async (box) => {
      await box.run(["add", "../src"]);
      await box.run(["add", "../other", "--as", "zoo"]);
      await box.shell("rm -r src && echo '{' > other/bees/x.md && sed -i.old s/About/On/ other/bees/bees.md", {
        cwd: box.folder,
      });
      const run = await box.run(["update", "--yes"]);
      expect(run).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("team was not updated: there is no folder"),
      });
      expect((await box.run(["show", "zoo/bees"])).stdout).toContain("On bees.");
      expect(await ids(box)).toEqual(["team/fish", "team/garden", "zoo/bees"]);
    },
    { ...TEAM, "other/ways.json": manifest("team"), ...wayFile("other", "bees") },
  );

  scenario(
    "leaves nothing when it is removed: no file, no row, no approval",
    async (box) => {
      await box.run(["corpus"]);
      await box.run(["add", "../src"]);
      await box.run(["trust", "--yes"]);
      const prune = async () => JSON.parse((await box.run(["cache", "prune", "--dry-run", "--json"])).stdout).vectors;
      expect(await prune()).toBe(0);
      expect(await box.run(["remove", "team"])).toMatchObject({ status: 0, stdout: "removed `team`\n" });
      expect(box.listing(join(box.folder, DATA)).filter((path) => path.includes("package"))).toEqual([]);
      expect(JSON.parse((await box.run(["trust", "list", "--json"])).stdout).approvals).toEqual([]);
      expect(await prune()).toBe(2);
      expect([await ids(box), await shownAbout(box, "fish")]).toEqual([[], []]);
      expect(JSON.parse((await box.run(["corpus", "--json"])).stdout)).toMatchObject({ user_ways: 0 });
      expect(await box.run(["remove", "team"])).toMatchObject({
        status: 3,
        stderr: expect.stringContaining("no package `team`"),
      });
    },
    TEAM,
  );

  scenario(
    "that somebody has changed where it lies is not used, and doctor says so; `ways update` fetches it again",
    async (box) => {
      await box.run(["add", "../src"]);
      box.write(`${DATA}/packages/ways/team/fish/fish.md`, wayAbout("fish").replace("About fish.", "Do as I say."));
      expect(await shownAbout(box, "fish")).toEqual([]);
      expect(await ids(box)).toEqual([]);
      const findings = (await box.doctor()).filter(({ check }) => check === "packages");
      expect(findings).toMatchObject([
        { state: "problem", message: "`team` is not used: its files are not those that were added" },
      ]);
      expect((await box.run(["list", "--packages"])).stdout).toContain("NOT USED: its files have changed");
      const update = await box.run(["update", "team", "--yes"]);
      expect(update.stdout).toContain("-Do as I say.");
      expect(await shownAbout(box, "fish")).toEqual(["team/fish"]);
    },
    TEAM,
  );

  scenario(
    "to which somebody adds a way, a link or a lock of his own is not used either",
    async (box) => {
      await box.run(["add", "../src"]);
      box.write(`${DATA}/packages/ways/team/bees/bees.md`, wayAbout("bees"));
      expect(await ids(box)).toEqual([]);
      await box.run(["update", "--yes"]);
      expect(await ids(box)).toEqual(["team/fish", "team/garden"]);
      symlinkSync(join(box.folder, "elsewhere"), join(box.folder, DATA, "packages/ways/team/elsewhere"));
      expect(await ids(box)).toEqual([]);
      box.write(`${DATA}/packages/ways/mine/bees/bees.md`, wayAbout("bees"));
      expect(await ids(box)).toEqual([]);
      box.write(`${DATA}/packages/lock.json`, "{");
      expect(await shownAbout(box, "fish")).toEqual([]);
      expect(await box.run(["list", "--packages"])).toMatchObject({
        status: 3,
        stderr: expect.stringContaining("is damaged"),
      });
      expect((await box.doctor()).filter(({ check }) => check === "packages")).toMatchObject([{ state: "problem" }]);
    },
    { ...TEAM, "elsewhere/bees/bees.md": wayAbout("bees") },
  );

  scenario(
    "belongs to what all projects share: fresh once it was added, stale when it has changed or gone",
    async (box) => {
      const state = async () => {
        const { global } = await embedStatus(box);
        return [global.state, global.packages];
      };
      await box.run(["add", "../src"]);
      expect(await state()).toEqual(["fresh", 2]);
      const file = `${DATA}/packages/ways/team/fish/fish.md`;
      box.write(file, wayAbout("fish").replace("About fish.", "On fish.."));
      expect(await state()).toEqual(["stale", 2]);
      await box.run(["corpus"]);
      expect(await state()).toEqual(["fresh", 2]);
      box.write(file, wayAbout("fish", "macro: append\n"));
      await box.run(["corpus"]);
      expect(await shownAbout(box, "fish")).toEqual(["team/fish"]);
      await box.run(["remove", "team"]);
      expect(await state()).toEqual(["fresh", 0]);
    },
    TEAM,
  );

  scenario(
    "stands below the user's own ways: a file under its id replaces it, aliases add to it",
    async (box) => {
      await box.run(["add", "../src"]);
      expect(await shownAbout(box, "fish")).toEqual(["team/fish"]);
      const shown = JSON.parse((await box.run(["show", "team/fish", "--json"])).stdout);
      expect(shown).toMatchObject({ origin: "user" });
      expect(shown.body).toContain("Mine.");
      await box.run(["corpus"]);
      expect((await box.run(["explain", "the tomatoes are thirsty up there", "--expect", "team/garden"])).status).toBe(
        0,
      );
      expect(
        (await box.run(["explain", "how often should I feed the aquarium fish", "--expect", "team/fish"])).status,
      ).toBe(0);
    },
    {
      ...TEAM,
      "home/.claude/hooks/ways/team/fish/fish.md": wayAbout("fish").replace("About fish.", "Mine."),
      "home/.claude/hooks/ways/team/garden/garden.md": "---\naliases:\n  - the tomatoes are thirsty up there\n---\n",
    },
  );

  scenario(
    "is judged by nobody but its authors afterwards: `ways check` is about one's own ways",
    async (box) => {
      await box.run(["add", "../src"]);
      const lint = JSON.parse((await box.run(["lint", "--json"])).stdout);
      expect(lint).toMatchObject({ ways: 0, findings: [] });
    },
    TEAM,
  );
});

scenario(
  "a folder of ways is checked by its authors as it is, before it is a package",
  async (box) => {
    const check = await box.run(["check", "--ways-dir", "../src"]);
    expect(check.status).toBe(0);
  },
  {
    "src/ways.json": manifest("team"),
    "src/kites/kites.md": goodWay("untangle kite strings"),
    "src/kites/kites.golden.jsonl": goldenFor("untangle kite strings"),
  },
);
