// What no package may be: it is named, nothing of it is kept, and nothing of it is run.
import { describe, expect } from "bun:test";
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { scenario } from "../support/binary.ts";
import { DATA, ids, manifest, packages, TEAM } from "./packages.ts";
import { shownAbout, wayAbout, wayFile } from "./ways.ts";

describe("refused is", () => {
  const refusals: readonly (readonly [
    what: string,
    args: readonly string[],
    files: Record<string, string>,
    says: string,
    status?: number,
  ])[] = [
    ["a folder that is none", ["../nowhere"], {}, "there is no folder"],
    ["a folder without a manifest", ["../src"], wayFile("src", "fish"), "there is no `ways.json` in it"],
    [
      "a manifest with a mistake, at its place",
      ["../src"],
      { ...TEAM, "src/ways.json": '{\n  "name": "Team!",\n  "version": "1.0.0", "licence": "MIT"\n}\n' },
      "ways.json:2:11: `name` must be",
    ],
    [
      "a manifest with an unknown key",
      ["../src"],
      { ...TEAM, "src/ways.json": manifest("team", "1.0.0", { licens: "MIT" }) },
      "did you mean `licence`?",
    ],
    [
      "a manifest without a version",
      ["../src"],
      { ...TEAM, "src/ways.json": '{"name": "team", "licence": "MIT"}' },
      "`version` is missing",
    ],
    ["a package without ways", ["../src"], { "src/ways.json": manifest("team") }, "holds no ways"],
    [
      "a name of shipped ways",
      ["../src"],
      { ...TEAM, "src/ways.json": manifest("softwaredev") },
      "shipped ways are called `softwaredev/…`",
    ],
    ["a name of a device", ["../src", "--as", "con"], TEAM, "`con` is no name of a package"],
    [
      "an error of lint, with its place",
      ["../src"],
      { ...TEAM, "src/fish/fish.md": wayAbout("fish", "pattren: x\n") },
      "fish/fish.md:3:1: error: unknown key `pattren`",
      1,
    ],
    ["another content than was meant", ["../src", "--hash", "sha256-0"], TEAM, "not the one that was meant"],
    [
      "a name that no other system can keep",
      ["../src"],
      { ...TEAM, "src/a:b/a:b.md": wayAbout("bees") },
      "a name that not every system can keep",
    ],
    [
      "two files that are one elsewhere",
      ["../src"],
      { ...TEAM, "src/FISH/FISH.md": wayAbout("bees") },
      "are one file on some systems",
    ],
    [
      "a large file",
      ["../src"],
      { ...TEAM, "src/bees/bees.md": "x".repeat(300_000) },
      "`bees/bees.md` is larger than 256 KB",
    ],
    ["an option in the place of a source", ["--", "--upload-pack=touch ran"], {}, "no source of a package"],
    ["a URL that git would run a program for", ["ext::sh -c 'touch ran'"], {}, "git would start a program for it"],
    ["a URL with a password", ["https://ada:secret@example.test/ways.git"], {}, "a password would be written down"],
    [
      "a revision that git would take for an option",
      ["https://example.test/ways.git#--upload-pack=x"],
      {},
      "is no branch, tag or commit",
    ],
    ["an npm source that is no name", ["npm:../src"], {}, "the name of a package"],
  ];
  for (const [what, args, files, says, status = 3] of refusals)
    scenario(
      what,
      async (box) => {
        const run = await box.run(["add", ...args]);
        expect({ status: run.status, said: run.stdout + run.stderr }).toEqual({
          status,
          said: expect.stringContaining(says),
        });
        expect(run.stdout + run.stderr).not.toContain("secret@");
        expect(await packages(box)).toEqual([]);
        expect(box.listing().filter((path) => path.startsWith(DATA) || path.endsWith("/ran"))).toEqual([]);
      },
      files,
    );

  scenario(
    "a link, whether or not it leads out of the folder",
    async (box) => {
      for (const [target, path] of [
        ["../../outside/bees.md", "src/bees/bees.md"],
        ["../outside", "src/more"],
        ["fish", "src/pond"],
      ] as const) {
        const link = join(box.folder, path);
        await box.shell(`mkdir -p "$(dirname '${link}')" && ln -s '${target}' '${link}'`);
        const run = await box.run(["add", "../src"]);
        expect(run).toMatchObject({ status: 3, stderr: expect.stringContaining("is a link, or no regular file") });
        await box.shell(`rm '${link}'`);
      }
      expect((await box.run(["add", "../src"])).status).toBe(0);
    },
    { ...TEAM, "outside/bees.md": wayAbout("bees") },
  );

  scenario(
    "a file of gigabytes, before it is read",
    async (box) => {
      truncateSync(join(box.folder, "src/fish/macro.sh"), 8 * 1024 ** 3);
      const run = await box.run(["add", "../src"]);
      expect(run).toMatchObject({
        status: 3,
        stderr: expect.stringContaining("`fish/macro.sh` is larger than 256 KB"),
      });
    },
    TEAM,
  );

  scenario(
    "a second package of the same name, unless it gets another",
    async (box) => {
      await box.run(["add", "../src"]);
      const run = await box.run(["add", "../other"]);
      expect(run).toMatchObject({
        status: 3,
        stderr: expect.stringContaining("there is a package `team` already, from "),
      });
      expect((await box.run(["add", "../other", "--as", "other"])).status).toBe(0);
      expect(await ids(box)).toEqual(["other/bees", "team/fish", "team/garden"]);
    },
    { ...TEAM, "other/ways.json": manifest("team"), ...wayFile("other", "bees") },
  );

  scenario(
    "an update with an error: the package stays as it was",
    async (box) => {
      await box.run(["add", "../src"]);
      box.write("src/fish/fish.md", "no frontmatter\n");
      const run = await box.run(["update", "--yes"]);
      expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining("fish/fish.md:1:1: error:") });
      expect(await shownAbout(box, "fish")).toEqual(["team/fish"]);
    },
    TEAM,
  );
});
