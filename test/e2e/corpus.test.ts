// What is embedded, counted (ADR-109): content decides, never a time; only texts nobody has embedded before are.
import { describe, expect } from "bun:test";
import { readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openModel } from "../../src/embed/model.ts";
import { calibrationBytes, readCalibration } from "../../src/store/calibration.ts";
import { type Box, MODELS, scenario } from "../support/binary.ts";
import { COMMIT_PROMPT, COMMITS, prompt } from "./events.ts";
import {
  corpus,
  embedStatus,
  knownProject,
  PROJECT,
  projectStates,
  shownAbout,
  USER,
  wayAbout,
  wayFile,
  writeAll,
} from "./ways.ts";

const CACHE = ".cache/claude-ways/user";
const cached = (box: Box, name: string) => join(box.home, CACHE, name);
const ALIASES = "aliases: [the fish look hungry, flakes are in the cupboard, nobody fed them on Sunday]\n";

describe("texts that are embedded:", () => {
  scenario("none in a fresh set-up", async (box) => {
    expect(await corpus(box)).toMatchObject({ embedded: 0, user_ways: 0, project_ways: 0 });
    expect(await embedStatus(box)).toMatchObject({
      global: { state: "fresh", user: 0 },
      projects: [{ path: box.cwd, state: "no ways" }],
    });
    expect(box.listing(join(box.home, CACHE))).not.toContain("vectors.bin");
  });

  scenario(
    "one for one edited alias, although it moves its siblings",
    async (box) => {
      expect((await corpus(box)).embedded).toBe(6);
      box.write(`${USER}/fish/fish.md`, wayAbout("fish", ALIASES.replace("hungry", "thirsty")));
      expect((await corpus(box)).embedded).toBe(1);
      expect((await corpus(box)).embedded).toBe(0);
    },
    { ...wayFile(USER, "fish", ALIASES), ...wayFile(USER, "brew"), ...wayFile(PROJECT, "garden") },
  );

  scenario(
    "none for a way that moves to another folder, project or root: a text is embedded once",
    async (box) => {
      const other = join(box.folder, "worktree");
      expect((await corpus(box)).embedded).toBe(1);
      writeAll(box, {
        ...wayFile("worktree/.claude/ways", "fish"),
        ...wayFile(USER, "fish"),
        "worktree/.git": "gitdir: x",
      });
      expect(await corpus(box, [], { cwd: other })).toMatchObject({ embedded: 0, projects: 2 });
      expect(await shownAbout(box, "fish", other)).toEqual(["fish"]);
    },
    wayFile(PROJECT, "fish"),
  );

  scenario(
    "none when a project is renamed; its old rows go",
    async (box) => {
      await corpus(box);
      const moved = join(box.folder, "moved");
      renameSync(box.cwd, moved);
      expect(await corpus(box, [], { cwd: moved })).toMatchObject({ embedded: 0, projects: 1, project_ways: 1 });
      expect(await shownAbout(box, "fish", moved)).toEqual(["fish"]);
    },
    wayFile(PROJECT, "fish"),
  );

  scenario(
    "all with --full, and the answers stay the same",
    async (box) => {
      await corpus(box);
      expect((await corpus(box, ["--full"])).embedded).toBe(2);
      expect(await shownAbout(box, "fish")).toEqual(["fish"]);
      expect((await corpus(box)).embedded).toBe(0);
    },
    { ...wayFile(PROJECT, "fish"), ...wayFile(USER, "brew") },
  );
});

describe("the corpus is", () => {
  const changes: Readonly<Record<string, (box: Box) => void>> = {
    "an edit of the same length": (box) =>
      void box.write(`${PROJECT}/fish/fish.md`, wayAbout("fish").replace("lobby", "cella")),
    "a rename": (box) => {
      renameSync(join(box.folder, PROJECT, "fish"), join(box.folder, PROJECT, "fishes"));
      renameSync(join(box.folder, PROJECT, "fishes/fish.md"), join(box.folder, PROJECT, "fishes/fishes.md"));
    },
    "a deletion": (box) => rmSync(join(box.folder, PROJECT, "fish"), { recursive: true }),
    "a new way": (box) => writeAll(box, wayFile(PROJECT, "brew")),
    "a translation": (box) =>
      void box.write(`${PROJECT}/fish/fish.locales.jsonl`, '{"lang":"de","description":"Fische"}\n'),
    "other languages in the project": (box) => void box.write("work/.claude/ways.yaml", "languages: [de]\n"),
  };
  for (const [name, change] of Object.entries(changes))
    scenario(
      `stale after ${name}, and fresh again when it was refreshed`,
      async (box) => {
        await corpus(box);
        expect(await projectStates(box)).toEqual({ [box.cwd]: "fresh" });
        change(box);
        expect(await projectStates(box)).toEqual({ [box.cwd]: "stale" });
        await corpus(box);
        expect(await projectStates(box)).toEqual({ [box.cwd]: "fresh" });
      },
      { ...wayFile(PROJECT, "fish"), ...wayFile(PROJECT, "garden") },
    );

  scenario(
    "not stale after a new time, other files beside the ways, or configuration that rows do not depend on",
    async (box) => {
      await corpus(box);
      const before = readFileSync(cached(box, "corpus.bin"));
      utimesSync(join(box.folder, PROJECT, "fish/fish.md"), 1, 1);
      box.write(`${PROJECT}/README.md`, "about these ways");
      box.write(`${PROJECT}/fish/fish.golden.jsonl`, "{}");
      box.write("work/.claude/ways.yaml", "max_ways: 1\n");
      box.write("home/.config/claude-ways/config.yaml", "max_ways: 2\n");
      expect(await projectStates(box)).toEqual({ [box.cwd]: "fresh" });
      expect((await embedStatus(box)).global.state).toBe("fresh");
      await corpus(box);
      expect(readFileSync(cached(box, "corpus.bin"))).toEqual(before);
    },
    wayFile(PROJECT, "fish"),
  );

  for (const damage of ["missing", "corrupt", "of another corpus"])
    scenario(
      `made anew, and nothing embedded, when the manifest is ${damage}`,
      async (box) => {
        await corpus(box);
        const manifest = cached(box, "embed-manifest.json");
        const corpusBefore = readFileSync(cached(box, "corpus.bin"));
        if (damage === "missing") rmSync(manifest);
        else if (damage === "corrupt") writeFileSync(manifest, readFileSync(manifest, "utf8").slice(0, 99));
        else writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/"corpus": "\w+"/, '"corpus": "0"'));
        const status = await embedStatus(box);
        expect([status.global.state, status.projects[0].state]).toEqual(["stale", "new"]);
        expect(await corpus(box)).toMatchObject({ embedded: 0, user_ways: 1, project_ways: 1 });
        expect((await embedStatus(box)).global.state).toBe("fresh");
        expect(readFileSync(cached(box, "corpus.bin"))).toEqual(corpusBefore);
      },
      { ...wayFile(PROJECT, "fish"), ...wayFile(USER, "brew") },
    );

  scenario(
    "made anew by another model, and the rows of the old one never score",
    async (box) => {
      await corpus(box);
      const env = { WAYS_MODEL_DIR: otherModel(box) };
      expect((await embedStatus(box, { env })).projects[0].state).toBe("new");
      expect(await shownAbout(box, "fish", box.cwd, { env })).toEqual([]);
      expect((await corpus(box, [], { env })).embedded).toBe(1);
      expect(await shownAbout(box, "fish", box.cwd, { env })).toEqual(["fish"]);
      expect((await corpus(box)).embedded).toBe(0); // back again: its vectors are kept
    },
    wayFile(PROJECT, "fish"),
  );

  scenario(
    "made for all projects at once, those of other folders too, in the ADR's shape",
    async (box) => {
      const other = join(box.folder, "other");
      writeAll(box, knownProject(other));
      expect(await corpus(box)).toMatchObject({ embedded: 3, user_ways: 1, project_ways: 2, projects: 2 });
      const manifest = JSON.parse(readFileSync(cached(box, "embed-manifest.json"), "utf8"));
      expect(manifest.global_count).toBeGreaterThan(50);
      expect(Object.keys(manifest.projects).every((key) => /-(?:work|other)-[\da-f]{8}$/.test(key))).toBe(true);
      expect(Object.values(manifest.projects)).toContainEqual(
        expect.objectContaining({ path: other, ways_hash: expect.stringMatching(/^[\da-f]{64}$/), ways_count: 1 }),
      );
    },
    { ...wayFile(PROJECT, "fish"), ...wayFile(USER, "brew"), ...wayFile("other/.claude/ways", "garden") },
  );
});

scenario(
  "what is made lies in the cache, wherever that is, and nothing of it below the agent's folder",
  async (box) => {
    const before = box.listing(join(box.home, ".claude"));
    const env = { XDG_CACHE_HOME: join(box.folder, "elsewhere") };
    const { path } = await corpus(box, [], { env });
    expect(path).toBe(join(box.folder, "elsewhere/claude-ways/user/corpus.bin"));
    expect(box.listing(join(box.folder, "elsewhere/claude-ways/user"))).toContain("embed-manifest.json");
    expect(box.listing(join(box.home, ".claude"))).toEqual(before);
    expect(box.listing(box.home).filter((entry) => entry.startsWith(".cache"))).toEqual([]);
    expect(box.listing(box.cwd).filter((entry) => !entry.startsWith(".claude/ways/"))).toEqual([
      ".claude/",
      ".claude/.ways-embed",
    ]);
  },
  { ...wayFile(PROJECT, "fish"), ...wayFile(USER, "brew") },
);

describe("languages", () => {
  const german = '{"lang":"de","description":"Die Fische im Aquarium füttern"}\n';
  const japanese = '{"lang":"ja","description":"水槽の魚に餌をやる"}\n';

  scenario(
    "that are not configured have no rows, neither of one's own nor of shipped ways",
    async (box) => {
      const aliasesOf = async (text: string) => {
        const run = await box.run(["explain", "--all", text]);
        return run.stdout.split("\n").flatMap((row) => / {2}((?:ja|de)(?: alias \d+)?) {2}/.exec(row)?.[1] ?? []);
      };
      await corpus(box);
      expect(await aliasesOf("水槽の魚に餌をやる")).toContain("ja");
      box.write("home/.config/claude-ways/config.yaml", "languages: [de]\n");
      expect((await embedStatus(box)).global).toMatchObject({ state: "stale", languages: ["de"] });
      expect((await box.hook(prompt(COMMIT_PROMPT))).context).toContain(COMMITS); // from the rows there are
      expect(await corpus(box)).toMatchObject({ embedded: 0 });
      expect((await aliasesOf("水槽の魚に餌をやる")).filter((alias) => alias.startsWith("ja"))).toEqual([]);
      expect(await aliasesOf("die Fische im Aquarium füttern")).toContain("de");
      expect((await box.doctor()).find((f) => f.check === "corpus")).toMatchObject({ state: "ok" });
      rmSync(join(box.home, ".config/claude-ways/config.yaml"));
      expect(await corpus(box)).toMatchObject({ embedded: 0 });
      expect(await aliasesOf("水槽の魚に餌をやる")).toContain("ja");
    },
    { ...wayFile(USER, "fish"), [`${USER}/fish/fish.locales.jsonl`]: german + japanese },
  );
});

/** The same files under another fingerprint, with a calibration that says it is its own. */
function otherModel(box: Box): string {
  const model = openModel(MODELS);
  const calibration = readCalibration(join(MODELS, model.manifest.calibration), model.fingerprint);
  if (calibration === null) throw new Error("no calibration");
  for (const file of model.manifest.files) {
    box.write("model/x", "");
    symlinkSync(join(MODELS, file.name), join(box.folder, "model", file.name));
  }
  const manifest = { ...model.manifest, maxTokens: model.manifest.maxTokens - 1 };
  box.write("model/manifest.json", JSON.stringify(manifest));
  const folder = join(box.folder, "model");
  box.write(`model/${manifest.calibration}`, calibrationBytes(calibration, openModel(folder).fingerprint));
  return folder;
}
