// Packages on the compiled binary: from a folder, a git repository, an archive and a registry on this machine; what is refused,
// and that nothing of them is ever run.
import { describe, expect, test } from "bun:test";
import { symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { type Box, lonelyScenario, scenario } from "../support/binary.ts";
import { goldenFor, goodWay } from "./authored.ts";
import { prompt } from "./events.ts";
import { shownAbout, wayAbout, wayFile } from "./ways.ts";

const manifest = (name: string, version = "1.0.0", more = {}) =>
  `${JSON.stringify({ name, version, licence: "MIT", ...more }, null, 2)}\n`;
const TEAM = {
  "src/ways.json": manifest("team"),
  "src/fish/fish.md": wayAbout("fish", "macro: append\n"),
  "src/fish/macro.sh": "echo hello from the macro\n",
  "src/garden/garden.md": `${wayAbout("garden")}\n## See Also\n\n- fish — who lives beside them\n`,
};
const DATA = "home/.local/share/claude-ways";
const GIT = "git -c user.name=ada -c user.email=ada@example.test";

type Listed = {
  readonly name: string;
  readonly version: string;
  readonly state: string;
  readonly resolved: string;
  readonly ways: number;
};

async function packages(box: Box): Promise<readonly Listed[]> {
  return JSON.parse((await box.run(["list", "--packages", "--json"])).stdout).packages;
}
/** Ids of all ways that came with packages. */
async function ids(box: Box): Promise<readonly string[]> {
  const { ways }: { ways: readonly { id: string; origin: string }[] } = JSON.parse(
    (await box.run(["list", "--json"])).stdout,
  );
  return ways.filter(({ origin }) => origin === "package").map(({ id }) => id);
}
const commit = (box: Box, line = "git init -q .", folder = "src") =>
  box.shell(`${line} && git add -A . && ${GIT} commit -qm change`, { cwd: join(box.folder, folder) });

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
      expect(await box.run(["remove", "team"])).toMatchObject({ status: 0, stdout: "removed `team`\n" });
      expect(box.listing(join(box.folder, DATA)).filter((path) => path.includes("package"))).toEqual([]);
      expect(JSON.parse((await box.run(["trust", "list", "--json"])).stdout).approvals).toEqual([]);
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

describe("a package in a git repository", () => {
  scenario(
    "is pinned to its commit; another tag is chosen with --to",
    async (box) => {
      await commit(box);
      await box.shell("git tag v1", { cwd: join(box.folder, "src") });
      box.write("src/ways.json", manifest("team", "2.0.0"));
      await commit(box, "true");
      const url = `file://${box.folder}/src`;
      expect(await box.run(["add", `${url}#v1`])).toMatchObject({ status: 0 });
      const head = async (ref: string) =>
        (await box.shell(`git rev-parse ${ref}`, { cwd: join(box.folder, "src") })).stdout.trim();
      expect(await packages(box)).toMatchObject([{ name: "team", version: "1.0.0", resolved: await head("v1") }]);
      expect((await box.run(["update"])).stdout).toContain("nothing has changed");
      const update = await box.run(["update", "team", "--to", await head("HEAD"), "--yes"]);
      expect(update).toMatchObject({ status: 0, stdout: expect.stringContaining("team 1.0.0 → 2.0.0") });
      expect(await packages(box)).toMatchObject([{ version: "2.0.0", resolved: await head("HEAD"), state: "ok" }]);
      expect(await shownAbout(box, "fish")).toEqual(["team/fish"]);
    },
    TEAM,
  );

  scenario(
    "gives the same hash as the folder it was committed from",
    async (box) => {
      await commit(box);
      await box.shell("git clone -q --bare src team.git", { cwd: box.folder });
      const hashes = await Promise.all(
        ["../src", "../team.git", `file://${box.folder}/src`].map(
          async (source) =>
            JSON.parse((await box.run(["add", source, "--dry-run", "--json"])).stdout).packages[0].package.hash,
        ),
      );
      expect(new Set(hashes).size).toBe(1);
    },
    TEAM,
  );

  scenario(
    "runs none of its hooks, filters or links, and holds none",
    async (box) => {
      await commit(box);
      for (const hook of ["post-checkout", "post-merge", "reference-transaction"])
        box.write(`src/.git/hooks/${hook}`, `#!/bin/sh\ntouch ${box.folder}/ran\n`);
      await box.shell("chmod +x .git/hooks/*", { cwd: join(box.folder, "src") });
      expect((await box.run(["add", `file://${box.folder}/src`])).status).toBe(0);
      expect(box.listing()).not.toContain("ran");
      symlinkSync("../../outside.md", join(box.folder, "src/garden/macro.sh"));
      await commit(box, "true");
      const run = await box.run(["update", "--yes"]);
      expect(run).toMatchObject({ status: 3, stderr: expect.stringContaining("`garden/macro.sh` is a link") });
    },
    TEAM,
  );

  scenario("that cannot be reached says so, and what works without a network", async (box) => {
    for (const source of ["https://127.0.0.1:9/ways.git", `file://${box.folder}/nowhere.git`]) {
      const run = await box.run(["add", source]);
      expect(run).toMatchObject({ status: 3, stderr: expect.stringContaining(`git could not fetch \`${source}\``) });
    }
    const run = await box.run(["add", "https://127.0.0.1:9/ways.git"]);
    expect(run.stderr).toContain("is there a network?");
    const none = await box.run(["add", "https://127.0.0.1:9/ways.git"], { env: { PATH: "/nowhere" } });
    expect(none).toMatchObject({ status: 3, stderr: expect.stringContaining("`git` is needed for this package") });
  });
});

describe("packages that a project names", () => {
  const named = (hash: string) => `packages:\n  fauna: {source: ../src, hash: ${hash}}\n`;

  scenario(
    "are added by whoever approves its settings, at the content that is named and under that name",
    async (box) => {
      const { hash } = JSON.parse((await box.run(["add", "../src", "--dry-run", "--json"])).stdout).packages[0].package;
      box.write("work/.claude/ways.yaml", named(hash));
      expect(await box.run(["add"])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("waits for `ways trust`"),
      });
      await box.run(["trust", "--yes"]);
      const missing = (await box.doctor()).filter(({ check }) => check === "packages");
      expect(missing).toMatchObject([{ state: "note", message: expect.stringContaining("names `fauna`") }]);
      expect((await box.run(["add"])).status).toBe(0);
      expect(await ids(box)).toEqual(["fauna/fish", "fauna/garden"]);
      expect(await box.run(["add"])).toMatchObject({ status: 0, stderr: expect.stringContaining("nothing to add") });
    },
    TEAM,
  );

  scenario(
    "are refused with another content, and named when they differ",
    async (box) => {
      box.write("work/.claude/ways.yaml", named("sha256-0"));
      await box.run(["trust", "--yes"]);
      expect(await box.run(["add"])).toMatchObject({
        status: 3,
        stderr: expect.stringContaining("not the one that was meant"),
      });
      await box.run(["add", "../src", "--as", "fauna"]);
      expect(await box.run(["add"])).toMatchObject({ status: 1, stderr: expect.stringContaining("another content") });
    },
    TEAM,
  );
});

const hasNpm = Bun.which("npm", { PATH: "/usr/bin:/bin" }) !== null;

describe("a package of npm", () => {
  const NPM = {
    ...Object.fromEntries(Object.entries(TEAM).map(([path, text]) => [path.replace("src/", "npm/package/"), text])),
    "npm/package/package.json": JSON.stringify({
      name: "@team/ways",
      version: "1.0.0",
      scripts: { prepack: "touch ran", postinstall: "touch ran", preinstall: "touch ran", prepare: "touch ran" },
    }),
    "npm/package/fish/fish.golden.jsonl": goldenFor("feed the fish"),
  };
  const pack = (box: Box) => box.shell("tar -czf ../team.tgz package", { cwd: join(box.folder, "npm") });

  scenario(
    "is added from the archive that `npm pack` writes, without npm",
    async (box) => {
      await pack(box);
      const run = await box.run(["add", "../team.tgz"], { env: { PATH: "/nowhere" } });
      expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining("team 1.0.0 (MIT): 2 ways from ") });
      expect(await shownAbout(box, "fish")).toEqual(["team/fish"]);
    },
    NPM,
  );

  scenario(
    "in an archive whose names lead out of it, or that is none, is refused",
    async (box) => {
      await box.shell("tar -czPf ../team.tgz package package/../../outside/fish/fish.md", {
        cwd: join(box.folder, "npm"),
      });
      expect(await box.run(["add", "../team.tgz"])).toMatchObject({
        status: 3,
        stderr: expect.stringContaining("`../../outside/fish/fish.md` has a name"),
      });
      box.write("team.tgz", "no archive");
      expect(await box.run(["add", "../team.tgz"])).toMatchObject({
        status: 3,
        stderr: expect.stringContaining("the archive cannot be read"),
      });
      await box.shell("head -c 200000000 /dev/zero | gzip > ../team.tgz", { cwd: join(box.folder, "npm") });
      expect(await box.run(["add", "../team.tgz"])).toMatchObject({
        status: 3,
        stderr: expect.stringContaining("the archive cannot be read"),
      });
      expect(await packages(box)).toEqual([]);
    },
    { ...NPM, "outside/fish/fish.md": wayAbout("bees") },
  );

  if (hasNpm) {
    lonelyScenario(
      "comes from the registry at a pinned version; scripts are not run, and a new version is an update",
      async (box) => {
        await pack(box);
        const first = await Bun.file(join(box.folder, "team.tgz")).bytes();
        box.write("npm/package/ways.json", manifest("team", "1.1.0"));
        await pack(box);
        const archives = new Map([
          ["1.0.0", first],
          ["1.1.0", await Bun.file(join(box.folder, "team.tgz")).bytes()],
        ]);
        using registry = openRegistry("@team/ways", archives);
        const env = { npm_config_registry: registry.url };
        expect(await box.run(["add", "npm:@team/ways@1.0.0"], { env })).toMatchObject({ status: 0 });
        expect(await packages(box)).toMatchObject([{ version: "1.0.0", resolved: "1.0.0" }]);
        expect((await box.run(["update"], { env })).stdout).toContain("nothing has changed");
        const update = await box.run(["update", "team", "--to", "^1.0.0", "--yes"], { env });
        expect(update.stdout).toContain("team 1.0.0 → 1.1.0");
        expect(box.listing().filter((path) => path.endsWith("ran"))).toEqual([]);
        const missing = await box.run(["add", "npm:@team/nothing"], { env });
        expect(missing).toMatchObject({
          status: 3,
          stderr: expect.stringContaining("npm could not fetch `@team/nothing@latest`"),
        });
      },
      NPM,
    );

    lonelyScenario("without a network says so, and what works without one", async (box) => {
      const run = await box.run(["add", "npm:team-ways@1.0.0"], {
        env: { npm_config_registry: "http://127.0.0.1:9/" },
      });
      expect(run.status).toBe(3);
      expect(run.stderr).toMatch(/npm could not fetch `team-ways@1\.0\.0`: [\s\S]*hint: is there a network\? a folder/);
    });
  } else test.skip("npm is not here", () => {});
});

/** What npm asks a registry for one package, on this machine. */
function openRegistry(name: string, archives: ReadonlyMap<string, Uint8Array>) {
  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const path = decodeURIComponent(new URL(url).pathname);
      const version = /-(\d+\.\d+\.\d+)\.tgz$/.exec(path)?.[1];
      const archive = archives.get(version ?? "");
      if (archive) return new Response(archive.slice());
      if (path !== `/${name}`) return Response.json({ error: "not found" }, { status: 404 });
      const versions = [...archives].map(([v, bytes]) => {
        const integrity = `sha512-${new Bun.CryptoHasher("sha512").update(bytes).digest("base64")}`;
        return [v, { name, version: v, dist: { tarball: `${server.url}${name}/-/ways-${v}.tgz`, integrity } }];
      });
      return Response.json({
        name,
        "dist-tags": { latest: [...archives.keys()].at(-1) },
        versions: Object.fromEntries(versions),
      });
    },
  });
  return { url: server.url.href, [Symbol.dispose]: () => void server.stop(true) };
}

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
