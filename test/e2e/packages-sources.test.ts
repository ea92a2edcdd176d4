// Packages from a git repository, from npm and as a project names them; all on this machine.
import { describe, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Box, lonelyScenario, scenario } from "../support/binary.ts";
import { goldenFor } from "./authored.ts";
import { commit, ids, manifest, packages, TEAM } from "./packages.ts";
import { shownAbout, wayAbout } from "./ways.ts";

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
