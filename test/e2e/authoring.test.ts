// Authors' verbs on the compiled binary: each part of `ways check` is seen to pass, and to fail on a fault of its kind.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BINARY, scenario } from "../support/binary.ts";
import { filesOf, goldenFor, goodWay } from "./authored.ts";

const ROOT = join(import.meta.dir, "..", "..");
const LIBRARY = {
  ...filesOf("lib", "kites", goodWay("untangle kite strings")),
  ...filesOf("lib", "bees", goodWay("calm angry bees")),
};

test("the shipped library has nothing to complain about", () => {
  const { exitCode, stdout } = Bun.spawnSync([BINARY, "check", "--json", "--ways-dir", "ways"], { cwd: ROOT });
  const { ok, parts } = JSON.parse(stdout.toString());
  expect(parts.flatMap((part: { findings: unknown[] }) => part.findings)).toEqual([]);
  expect({ exitCode, ok }).toEqual({ exitCode: 0, ok: true });
});

scenario(
  "a library without a fault: every part is ok, on one screen",
  async (box) => {
    const run = await box.run(["check", "--ways-dir", "../lib"]);
    expect(run.status).toBe(0);
    const lines = run.stdout.trim().split("\n");
    expect(lines.length).toBeLessThan(24);
    expect(lines.map((line) => line.split(/\s+/).slice(0, 2).join(" "))).toEqual(
      expect.arrayContaining(["ok lint", "ok tree", "ok budget", "ok crowding", "ok collisions", "ok golden"]),
    );
  },
  LIBRARY,
);

describe("one fault of each kind", () => {
  const long = Array.from({ length: 100 }, (_, i) => `- Line ${i}.`).join("\n");
  const heavy = `- ${"A sentence that costs tokens. ".repeat(170)}`;
  const faults: readonly {
    readonly part: string;
    readonly code: string;
    readonly verb: readonly string[];
    readonly files: Readonly<Record<string, string>>;
  }[] = [
    {
      part: "lint",
      code: "unknown-key",
      verb: ["lint"],
      files: filesOf("lib", "ants", goodWay("feed ants", "pattren: x\n")),
    },
    {
      part: "lint",
      code: "over-broad",
      verb: ["lint"],
      files: filesOf("lib", "ants", goodWay("feed ants", "pattern: fix\n")),
    },
    {
      part: "tree",
      code: "tree-small",
      verb: ["tree", "--check"],
      files: {
        ...filesOf("lib", "tea", goodWay("boil water", "", "- A fact.", "brew green tea leaves")),
        ...filesOf("lib", "tea/cup", goodWay("rinse porcelain", "", "- A fact.", "brew green tea cups")),
      },
    },
    {
      part: "tree",
      code: "bar-below-parent",
      verb: ["tree", "--check"],
      files: {
        ...filesOf("lib", "tea", goodWay("brew green tea", "embed_threshold: 0.5\n")),
        ...filesOf("lib", "tea/cup", goodWay("polish silver spoons", "embed_threshold: 0.4\n")),
      },
    },
    {
      part: "budget",
      code: "path-budget",
      verb: ["budget", "--check"],
      files: filesOf("lib", "ants", goodWay("feed ants", "", heavy)),
    },
    {
      part: "budget",
      code: "body-long",
      verb: ["budget", "--check"],
      files: filesOf("lib", "ants", goodWay("feed ants", "", long)),
    },
    {
      part: "crowding",
      code: "crowding",
      verb: ["crowding", "--check"],
      files: filesOf("lib", "wasps", goodWay("fetch smoke", "", "- A fact.", "calm angry wasps")),
    },
    {
      part: "collisions",
      code: "trigger-shared",
      verb: ["collisions"],
      files: {
        ...filesOf("lib", "ants", goodWay("feed ants", "commands: '^feed\\b'\n")),
        ...filesOf("lib", "fish", goodWay("sprinkle flakes", "commands: '^feed\\b'\n")),
      },
    },
    {
      part: "collisions",
      code: "alias-similar",
      verb: ["collisions"],
      files: filesOf(
        "lib",
        "toys",
        goodWay("fold paper").replace("please fold paper now", "please untangle the kite strings now"),
      ),
    },
  ];
  for (const { part, code, verb, files } of faults)
    scenario(
      `${part} fails on ${code}, and so does \`ways ${verb.join(" ")}\``,
      async (box) => {
        const check = await box.run(["check", "--json", "--ways-dir", "../lib"]);
        expect(check.status).toBe(1);
        const parts: { part: string; state: string; findings: { code: string }[] }[] = JSON.parse(check.stdout).parts;
        expect(parts.filter((p) => p.state === "problem").map((p) => p.part)).toEqual([part]);
        expect(parts.flatMap((p) => p.findings.map((f) => f.code))).toContain(code);
        const own = await box.run([...verb, "--json", "--ways-dir", "../lib"]);
        expect(own.status).toBe(1);
        expect(JSON.parse(own.stdout).findings.map((f: { code: string }) => f.code)).toContain(code);
      },
      { ...LIBRARY, ...files },
    );
});

describe("the golden part", () => {
  const kites = ["untangle the kite strings", "get the kite strings untangled", "untangle my kite's strings"];
  const taken = goldenFor("calm angry bees") + kites.map(goldenFor).join("");
  const commit = "git init -q . && git add . && git -c user.name=n -c user.email=n@test commit -qm x";

  scenario(
    "fails when a way's own prompts go to another: file, line, why, and the prompt",
    async (box) => {
      const check = await box.run(["check", "--ways-dir", "../lib"]);
      expect(check.status).toBe(1);
      expect(check.stdout).toMatch(/^PROBLEM {2}golden +\d found; 2 changed ways: recall 2 of 5 \(must be ≥ 0\.6\)/m);
      expect(check.stdout).toMatch(
        /bees\.golden\.jsonl:2:1: warning: `we should untangle the kite strings before lunch` missed: kites shown instead/,
      );
    },
    { ...LIBRARY, "lib/bees/bees.golden.jsonl": taken },
  );

  scenario(
    "tries only what differs from the last commit",
    async (box) => {
      const part = async () => {
        const check = await box.run(["check", "--json", "--ways-dir", "../lib"]);
        const parts: { part: string; state: string; message: string }[] = JSON.parse(check.stdout).parts;
        return parts.find((p) => p.part === "golden");
      };
      await box.shell(commit, { cwd: `${box.folder}/lib` });
      expect(await part()).toMatchObject({ state: "ok", message: "no way has changed since the last commit" });
      box.write("lib/kites/kites.golden.jsonl", goldenFor("untangle those kite strings"));
      expect(await part()).toMatchObject({
        state: "ok",
        message: expect.stringContaining("1 changed way: recall 1 of 1"),
      });
    },
    { ...LIBRARY, "lib/bees/bees.golden.jsonl": taken },
  );
});

describe("ways lint", () => {
  const broken = {
    "lib/ants/ants.md": goodWay("feed ants", "pattern: (?i)ant farm\nfiles: **/*.ant\nembed_threshold: '0,4'\n"),
  };

  scenario(
    "names file, line, column, what and what to do; counts on stderr",
    async (box) => {
      const run = await box.run(["lint", "--ways-dir", "../lib"]);
      expect(run.status).toBe(1);
      expect(run.stdout).toContain(
        `${join(box.folder, "lib/ants/ants.md")}:10:18: error: \`embed_threshold\` must be a number`,
      );
      expect(run.stdout).toContain("hint: write `0.4`, with a point and without quotes");
      expect(run.stderr).toBe("1 way: 1 error, 1 warning, 2 notes (`--notes` lists them)\n");
    },
    broken,
  );

  scenario(
    "--notes lists the notes that were only counted",
    async (box) => {
      const run = await box.run(["lint", "--notes", "--ways-dir", "../lib"]);
      expect(run.stdout.match(/: info: /g)).toHaveLength(2);
      expect(run.stderr).toBe("1 way: 1 error, 1 warning, 2 notes\n");
    },
    broken,
  );

  scenario(
    "--fix corrects what has one right answer and keeps the rest",
    async (box) => {
      const run = await box.run(["lint", "--fix", "--ways-dir", "../lib"]);
      expect(run.status).toBe(1);
      expect(run.stderr).toContain("fixed 2 findings in");
      expect(readFileSync(join(box.folder, "lib/ants/ants.md"), "utf8")).toBe(
        broken["lib/ants/ants.md"].replace("(?i)", "").replace("**/*.ant", "'**/*.ant'"),
      );
      expect((await box.run(["lint", "--fix", "--ways-dir", "../lib"])).stderr).not.toContain("fixed");
    },
    broken,
  );

  scenario(
    "--sarif is a SARIF document whose rules are all described",
    async (box) => {
      const run = await box.run(["lint", "--sarif", "--ways-dir", "lib"], { cwd: box.folder });
      expect(run.status).toBe(1);
      const { version, runs } = JSON.parse(run.stdout);
      expect(version).toBe("2.1.0");
      const uris = runs[0].results.map(
        (r: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
          r.locations[0]?.physicalLocation.artifactLocation.uri,
      );
      expect(new Set(uris)).toEqual(new Set(["lib/ants/ants.md"]));
      for (const rule of runs[0].tool.driver.rules) expect(rule.shortDescription.text).not.toBe(rule.id);
    },
    broken,
  );

  scenario(
    "without a folder it judges the user's and the project's ways, with the shipped ones as company",
    async (box) => {
      const run = await box.run(["lint", "--json"]);
      const { ways, findings } = JSON.parse(run.stdout);
      expect(ways).toBe(2);
      expect(findings.map((f: { file: string; code: string }) => `${f.file} ${f.code}`)).toEqual([
        `${box.home}/.claude/hooks/ways/mine/mine.md golden-missing`,
        ".claude/ways/ours/ours.golden.jsonl golden-is-alias",
        ".claude/ways/ours/ours.md alias-duplicate",
      ]);
      expect(run.status).toBe(1);
    },
    {
      "home/.claude/hooks/ways/mine/mine.md": goodWay("count pebbles"),
      "work/.claude/ways/ours/ours.md": goodWay("stack chairs").replace("please stack chairs now", "commit this"),
      "work/.claude/ways/ours/ours.golden.jsonl": '{"prompt":"commit this","kind":"direct"}\n',
    },
  );

  const adding = (root: string, id: string) => {
    const stem = `${root}/${id}/${id.split("/").at(-1)}`;
    return {
      [`${stem}.md`]: "---\naliases:\n  - put this into the history\n---\n",
      [`${stem}.locales.jsonl`]: '{"lang":"de","aliases":["schreib die Änderungen fest"]}\n',
    };
  };

  scenario(
    "a folder alone may add to ways that are shipped or come with a package, and name them",
    async (box) => {
      expect((await box.run(["add", "../team"])).status).toBe(0);
      for (const verb of ["lint", "check"]) {
        const run = await box.run([verb, "--ways-dir", "../lib"]);
        expect(run.stdout).not.toContain("lib/");
        expect(run.status).toBe(0);
      }
      box.write("lib/ways.json", '{"name": "mine", "version": "1.0.0", "licence": "MIT"}');
      const { findings } = JSON.parse((await box.run(["lint", "--json", "--ways-dir", "../lib"])).stdout);
      expect(findings.filter((f: { code: string }) => f.code === "body-empty")).toHaveLength(2);
    },
    {
      "team/ways.json": '{"name": "team", "version": "1.0.0", "licence": "MIT"}',
      "team/bees/bees.md": goodWay("harvest honey"),
      ...adding("lib", "softwaredev/delivery/commits"),
      ...adding("lib", "team/bees"),
      "lib/kites/kites.md": `${goodWay("fly kites")}\n## See Also\n\n- softwaredev/delivery/commits — what is written\n`,
      "lib/kites/kites.golden.jsonl":
        '{"prompt":"where can I fly kites","kind":"direct","also":["softwaredev/delivery/commits"]}\n',
    },
  );

  scenario(
    "what the person adds to a way that only the project has is told: it does nothing",
    async (box) => {
      const run = await box.run(["lint"]);
      expect(run.status).toBe(1);
      expect(run.stdout).toContain(
        "ours.md:1:1: error: the way has no text to show, and there is no earlier way `ours`",
      );
      expect(run.stdout).toContain("ours.locales.jsonl:1:1: warning: there is no earlier way `ours`");
    },
    { ...adding("home/.claude/hooks/ways", "ours"), "work/.claude/ways/ours/ours.md": goodWay("stack chairs") },
  );

  scenario("a folder that is none is named", async (box) => {
    const run = await box.run(["lint", "--ways-dir", "nowhere"]);
    expect(run).toMatchObject({ status: 3, stdout: "" });
    expect(run.stderr).toContain("there is no folder `nowhere`");
  });
});

describe("views", () => {
  const tree = {
    ...LIBRARY,
    ...filesOf("lib", "bees/queen", goodWay("find the queen")),
    "lib/kites/kites.golden.jsonl": goldenFor("untangle kite strings"),
  };

  scenario(
    "tree, budget and crowding say what there is, and exit with 0",
    async (box) => {
      const json = async (...args: string[]) => {
        const run = await box.run([...args, "--json", "--ways-dir", "../lib"]);
        expect(run.status).toBe(0);
        return JSON.parse(run.stdout);
      };
      const { ways } = await json("tree");
      expect(ways.map((w: { id: string; level: number }) => `${w.level} ${w.id}`)).toEqual([
        "0 bees",
        "1 bees/queen",
        "0 kites",
      ]);
      expect((await json("tree", "bees/queen")).ways).toHaveLength(1);
      const { paths, trees, limits } = await json("budget");
      expect(limits).toEqual({ path: 1200, tree: 4000, lines: 80 });
      expect(paths[0].id).toBe("bees/queen");
      expect(trees[0]).toMatchObject({ root: "bees", ways: 2, tokens: paths[0].path });
      expect((await json("crowding")).limit).toBe(0.15);
      expect((await box.run(["tree", "--ways-dir", "../lib"])).stdout).toContain("\n  queen ");
    },
    tree,
  );
});
