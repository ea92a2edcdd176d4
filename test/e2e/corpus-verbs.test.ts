// `ways corpus`, `embed-status`, `project` and `cache` as a person uses them.
import { describe, expect } from "bun:test";
import { existsSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { scopesIn } from "../../src/store/corpus.ts";
import { openCorpus } from "../../src/store/rows.ts";
import { scenario } from "../support/binary.ts";
import { corpus, embedStatus, knownProject, PROJECT, shownAbout, USER, wayAbout, wayFile, writeAll } from "./ways.ts";

const FOLDER = "home/.cache/claude-ways/user";
const BOTH = { ...wayFile(PROJECT, "fish"), ...wayFile(USER, "brew") };

describe("ways corpus --ways-dir", () => {
  const DRAFTS = wayFile("work/drafts", "bees");

  scenario(
    "refuses to replace the corpus of all ways (ADR-109, footgun guard; amendment: refusal instead of a warning)",
    async (box) => {
      await corpus(box);
      const path = join(box.folder, FOLDER, "corpus.bin");
      const before = readFileSync(path);
      for (const output of [
        [],
        ["--output", join(box.folder, FOLDER)],
        ["--output", "../home/.cache/claude-ways/user"],
      ]) {
        const run = await box.run(["corpus", "--ways-dir", "drafts", ...output]);
        expect(run).toMatchObject({ status: 3, stdout: "" });
        expect(run.stderr).toContain("this would replace the corpus of all your ways");
        expect(run.stderr).toContain("hint: `--output <folder>` builds it elsewhere");
      }
      expect(readFileSync(path)).toEqual(before);
    },
    { ...BOTH, ...DRAFTS },
  );

  scenario(
    "with --output builds that folder's ways elsewhere and touches nothing else",
    async (box) => {
      await corpus(box);
      const before = box.listing(box.home);
      const done = await corpus(box, ["--ways-dir", "drafts", "--output", "build"]);
      expect(done).toMatchObject({ embedded: 1, user_ways: 1, path: join(box.cwd, "build/corpus.bin") });
      const file = openCorpus(done.path);
      expect(file && scopesIn(file)).toEqual(["user"]);
      expect(JSON.parse(readFileSync(join(box.cwd, "build/embed-manifest.json"), "utf8"))).toMatchObject({
        projects: {},
      });
      expect(box.listing(box.home)).toEqual(before);
      expect(existsSync(join(box.cwd, "drafts/.claude"))).toBe(false);
      expect(await shownAbout(box, "fish")).toEqual(["fish"]);
    },
    { ...BOTH, ...DRAFTS },
  );

  scenario(
    "with --force replaces it until the next refresh",
    async (box) => {
      await corpus(box);
      await corpus(box, ["--ways-dir", "drafts", "--force"]);
      expect(await shownAbout(box, "fish")).toEqual([]);
      expect((await embedStatus(box)).global.state).toBe("stale");
      expect((await corpus(box)).embedded).toBe(0);
      expect(await shownAbout(box, "fish")).toEqual(["fish"]);
    },
    { ...BOTH, ...DRAFTS },
  );

  scenario("of no folder is a mistake", async (box) => {
    const run = await box.run(["corpus", "--ways-dir", "nowhere", "--output", "build"]);
    expect(run).toMatchObject({ status: 3, stdout: "" });
    expect(run.stderr).toContain("there is no folder");
    expect(existsSync(join(box.cwd, "build"))).toBe(false);
  });
});

describe("ways corpus", () => {
  scenario(
    "--output makes the whole corpus elsewhere, from vectors that are known, and writes no marker",
    async (box) => {
      await corpus(box);
      rmSync(join(box.cwd, ".claude/.ways-embed"));
      const done = await corpus(box, ["--output", "build"]);
      expect(done).toMatchObject({ embedded: 0, user_ways: 1, project_ways: 1 });
      expect(existsSync(join(box.cwd, ".claude/.ways-embed"))).toBe(false);
      expect(box.listing(join(box.cwd, "build"))).toEqual(["corpus.bin", "embed-manifest.json"]);
    },
    BOTH,
  );

  scenario(
    "says step by step what it does, on stderr, and what has come of it on stdout",
    async (box) => {
      const first = await box.run(["corpus"]);
      expect(first.stderr).toBe(`embedding 2 texts\nwrote \`${join(box.folder, FOLDER)}/corpus.bin\`\n`);
      expect(first.stdout).toBe(
        `1 way of the user, 1 of 1 project; 2 texts embedded: \`${join(box.folder, FOLDER)}/corpus.bin\`\n`,
      );
      expect((await box.run(["corpus"])).stderr).toBe("");
    },
    BOTH,
  );

  scenario(
    "shows a bar on a terminal, of which nothing stays",
    async (box) => {
      const run = await box.shell('script -qec "$WAYS corpus" /dev/null');
      expect(run.status).toBe(0);
      expect(run.stdout).toContain("embedding [");
      expect(run.stdout).toContain("\r\x1b[Kwrote `");
    },
    {
      ...wayFile(
        USER,
        "fish",
        `aliases: [${Array.from({ length: 30 }, (_, i) => `tank ${i} looks green`).join(", ")}]\n`,
      ),
    },
  );
});

describe("ways embed-status", () => {
  scenario(
    "tells marker, state and lint of every project that has ways, and how many have none",
    async (box) => {
      const at = (name: string) => join(box.folder, name);
      writeAll(box, Object.assign({}, ...["shop", "left", "bare", "gone"].map((name) => knownProject(at(name)))));
      box.write("bare/x", "");
      await corpus(box);
      box.write("shop/.claude/ways/fish/fish.md", wayAbout("bees"));
      writeAll(box, wayFile("new/.claude/ways", "sails"));
      const { stdout, stderr } = await box.run(["embed-status"], { cwd: at("new") });
      expect(stderr).toBe("");
      const rows = stdout.split("\n").map((row) => row.trim().split(/ {2,}/));
      expect(rows).toContainEqual(["project", "stale", "include", "2, 1 of 2 failed lint", at("shop")]);
      expect(rows).toContainEqual(["project", "disincluded", "disinclude", "1", at("left")]);
      expect(rows).toContainEqual(["project", "new", "1", at("new")]);
      expect(stdout).toMatch(/core, user {2}fresh .* 1\d\d \+ 1 /);
      expect(stdout).toContain("1 more project has no ways: `--all`");
      expect(stdout).not.toContain(at("gone"));
      expect((await box.run(["embed-status", "--all"], { cwd: at("new") })).stdout).toContain(at("bare"));
    },
    {
      ...wayFile(USER, "brew"),
      ...wayFile("shop/.claude/ways", "fish"),
      ...wayFile("shop/.claude/ways", "horse", "pattren: x\n"),
      ...wayFile("left/.claude/ways", "garden"),
      "left/.claude/.ways-embed": "disinclude\n",
    },
  );

  scenario("changes nothing, and says when there is no manifest and no model", async (box) => {
    const before = box.listing(box.home);
    box.write("model/manifest.json", "{}");
    const run = await box.run(["embed-status"], { env: { WAYS_MODEL_DIR: join(box.folder, "model") } });
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("no usable manifest");
    expect(run.stdout).toContain("NONE: ");
    expect(box.listing(box.home)).toEqual(before);
  });
});

describe("ways project", () => {
  scenario(
    "list names every project; include and disinclude write its marker",
    async (box) => {
      const shop = join(box.folder, "shop");
      await corpus(box);
      expect((await box.run(["project", "disinclude", "../shop"])).stdout).toContain(`\`${shop}\`: disinclude`);
      expect(readFileSync(join(shop, ".claude/.ways-embed"), "utf8")).toBe("disinclude\n");
      await corpus(box);
      const { stdout } = await box.run(["project", "list"]);
      const rows = stdout.split("\n").map((row) => row.trim().split(/ {2,}/));
      expect(rows).toContainEqual(["fresh", "include", "1", box.cwd]);
      expect(rows).toContainEqual(["disincluded", "disinclude", "1", shop]);
      await box.run(["project", "include"], { cwd: shop });
      expect((await corpus(box)).projects).toBe(2);
    },
    { ...wayFile(PROJECT, "fish"), ...wayFile("shop/.claude/ways", "bees"), "shop/.git/HEAD": "" },
  );

  scenario("list is no wider for one project with a long path", async (box) => {
    const long = `${"deep/".repeat(30)}down`;
    writeAll(box, wayFile(`work/${long}/.claude/ways`, "fish"));
    await box.run(["project", "include", long]);
    const lines = (await box.run(["project", "list"])).stdout.trim().split("\n");
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line.replace(box.cwd, "").replace(`/${long}`, "").length).toBeLessThan(60);
  });

  for (const args of [
    ["project"],
    ["project", "includ"],
    ["project", "list", "x"],
    ["project", "include", "/nonexistent"],
  ])
    scenario(`${args.join(" ")} is a mistake`, async (box) => {
      const run = await box.run(args);
      expect(run).toMatchObject({ status: 3, stdout: "" });
      expect(run.stderr).toStartWith("ways: ");
      expect(box.listing(box.cwd)).toEqual([]);
    });
});

describe("ways cache prune", () => {
  scenario(
    "removes what nobody needs, and nothing that would have to be embedded again",
    async (box) => {
      const other = join(box.folder, "other");
      await corpus(box, [], { cwd: other });
      await corpus(box);
      await shownAbout(box, "bees", other);
      box.write(`${PROJECT}/fish/fish.md`, wayAbout("garden"));
      expect((await corpus(box)).embedded).toBe(1);
      rmSync(other, { recursive: true });
      utimesSync(box.write(`${FOLDER}/.corpus.bin.1.tmp`, "12345"), 1, 1);
      box.write("home/.cache/claude-ways/recent-0123456789abcdef.bin", "12345");

      const size = () => statSync(join(box.folder, FOLDER, "vectors.bin")).size;
      const before = size();
      const dry = JSON.parse((await box.run(["cache", "prune", "--dry-run", "--json"])).stdout);
      expect(size()).toBe(before);
      const run = await box.run(["cache", "prune", "--json"]);
      const done = JSON.parse(run.stdout);
      expect(done.files.map((file: { path: string }) => file.path)).toEqual(
        dry.files.map((f: { path: string }) => f.path),
      );
      expect([dry.vectors, done.vectors]).toEqual([2, 2]); // the old text of `fish`, and that of the project that is gone
      expect(
        done.files
          .map((file: { path: string }) => file.path.replace(/.*claude-ways\//, "").replace(/\w{16}$/, "#"))
          .sort(),
      ).toEqual([
        expect.stringMatching(/^library\/.*other-[\da-f]{8}\.bin$/),
        "recent-0123456789abcdef.bin",
        "user/.corpus.bin.1.tmp",
        "user/projects/#",
      ]);
      expect(size()).toBeLessThan(before);
      expect(await corpus(box)).toMatchObject({ embedded: 0 });
      expect((await corpus(box, ["--output", "fresh"])).embedded).toBe(0);
      expect(await shownAbout(box, "garden")).toEqual(["fish"]);
      expect((await box.run(["cache", "prune"])).stdout).toBe("removed 0 vectors, 0 files: 0 KB\n");
    },
    { ...wayFile(PROJECT, "fish"), ...wayFile("other/.claude/ways", "bees"), ...wayFile(USER, "brew") },
  );

  scenario("of nothing removes nothing, and another word is a mistake", async (box) => {
    expect((await box.run(["cache", "prune"])).stdout).toBe("removed 0 vectors, 0 files: 0 KB\n");
    for (const args of [["cache"], ["cache", "clear"]]) expect((await box.run(args)).status).toBe(3);
  });
});
