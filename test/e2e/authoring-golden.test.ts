// `ways golden` on the real model: what a way's own prompts say about the library as it is written now.
import { describe, expect } from "bun:test";
import { BINARY, type Box, scenario } from "../support/binary.ts";
import { filesOf } from "./authored.ts";

const way = (description: string, lines: readonly string[], more = "") =>
  `---\ndescription: ${description}\naliases:\n${lines.map((line) => `  - ${line}\n`).join("")}${more}---\n# Title\n\nOne fact.\n`;
const prompts = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

const BEES = way("Calming angry bees at the hive", [
  "the bees are attacking everyone at the hive",
  "how do I use the smoker on the bees",
  "she was stung when she opened the hive",
  "die Bienen stechen jeden, der an den Stock geht",
]);
const KITES = way("Untangling the strings of kites", [
  "my kite strings are all knotted",
  "untangle the lines of two kites",
  "the kite line got caught in a tree",
]);
const BEES_GOLDEN = prompts(
  { prompt: "calm the bees before we open the hive", kind: "direct" },
  { prompt: "we got stung again at the hive this morning", kind: "situational" },
  { prompt: "die Bienen am Stock sind aggressiv", kind: "situational", lang: "de" },
  { prompt: "the strings of my kite are tangled", kind: "negative", also: ["kites"] },
);
const KITES_GOLDEN = prompts(
  { prompt: "please untangle these kite strings", kind: "direct" },
  { prompt: "the kite line is one big knot", kind: "situational", holdout: true },
);
const LIBRARY = { ...filesOf("lib", "bees", BEES, BEES_GOLDEN), ...filesOf("lib", "kites", KITES, KITES_GOLDEN) };

type Answer = {
  readonly ok: boolean;
  readonly prompts: number;
  readonly measures: readonly {
    readonly name: string;
    readonly hits: number;
    readonly of: number;
    readonly met: boolean;
  }[];
  readonly languages: readonly { readonly lang: string }[];
  readonly ways: readonly { readonly id: string; readonly smallTalk: readonly string[]; readonly stolen: number }[];
  readonly results: readonly {
    readonly way: string;
    readonly prompt: string;
    readonly verdict: string;
    readonly reason?: string;
    readonly file: string;
    readonly line: number;
  }[];
};
const answerOf = async (box: Box, ...args: readonly string[]) => {
  const run = await box.run(["golden", "--json", ...args]);
  const answer: Answer = JSON.parse(run.stdout);
  return { ...run, answer };
};
const LIB = ["--ways-dir", "../lib"];

describe("golden prompts", () => {
  scenario(
    "that do what they should: exit 0, with every measure met and the languages told",
    async (box) => {
      const { status, answer } = await answerOf(box, ...LIB);
      expect({ status, ok: answer.ok, prompts: answer.prompts }).toEqual({ status: 0, ok: true, prompts: 5 });
      expect(answer.results.map(({ way: id, verdict }) => `${id} ${verdict}`)).toEqual([
        "bees found",
        "bees found",
        "bees found",
        "bees held",
        "kites found",
      ]);
      expect(answer.measures.every(({ met }) => met)).toBe(true);
      expect(answer.languages.map(({ lang }) => lang)).toEqual(["en", "de"]);
    },
    LIBRARY,
  );

  scenario(
    "of a way whose words were taken by another: exit 1, who took them, and a case in JUnit that fails",
    async (box) => {
      box.write(
        "lib/swarm/swarm.md",
        BEES.replace("Calming angry bees at the hive", "Calm bees before we open the hive"),
      );
      box.write("lib/bees/bees.md", way("Stacking chairs", ["put the chairs away"]));
      const { status, answer } = await answerOf(box, ...LIB);
      expect(status).toBe(1);
      const [first] = answer.results;
      expect(first).toMatchObject({ verdict: "missed", reason: "swarm shown instead", line: 1 });
      expect(first?.file).toEndWith("lib/bees/bees.golden.jsonl");
      expect(answer.ways.find(({ id }) => id === "swarm")?.stolen).toBeGreaterThan(0);
      const junit = await box.run(["golden", "--junit", ...LIB]);
      expect(junit.status).toBe(1);
      expect(junit.stdout).toContain('<failure message="missed: swarm shown instead"/>');
      const table = await box.run(["golden", ...LIB]);
      expect(table.stdout).toMatch(/^MISSED {2}recall/);
      expect(table.stdout).toContain("swarm shown instead");
    },
    LIBRARY,
  );

  scenario(
    "that must not bring a way up and do: exit 1",
    async (box) => {
      box.write("lib/kites/kites.md", KITES.replace("---\n# ", "pattern: '\\bbees\\b'\n---\n# "));
      box.write("lib/kites/kites.golden.jsonl", prompts({ prompt: "calm the bees", kind: "negative", also: ["bees"] }));
      const { status, answer } = await answerOf(box, "kites", ...LIB);
      expect(status).toBe(1);
      expect(answer.results).toMatchObject([
        { way: "kites", verdict: "fired", reason: expect.stringContaining("pattern") },
      ]);
      expect(answer.measures.find(({ name }) => name === "precision")).toMatchObject({ met: false });
    },
    LIBRARY,
  );

  scenario(
    "of a way that small talk shows: exit 1 and the phrasings",
    async (box) => {
      box.write(
        "lib/bees/bees.md",
        BEES.replace("---\n# ", "pattern: '\\b(?:thanks|thank|please|yes|no|hello|hi|ok)\\b'\n---\n# "),
      );
      const { status, answer } = await answerOf(box, ...LIB);
      expect(status).toBe(1);
      expect(answer.measures.find(({ name }) => name === "small talk")).toMatchObject({ met: false });
      expect(answer.ways.find(({ id }) => id === "bees")?.smallTalk).toContain("thanks");
      expect(answer.ways.find(({ id }) => id === "kites")?.smallTalk).toEqual([]);
    },
    LIBRARY,
  );

  scenario(
    "are held to the floors of the configuration",
    async (box) => {
      const lost = prompts({ prompt: "fold the laundry", kind: "direct" }, { prompt: "calm the bees", kind: "direct" });
      box.write("lib/bees/bees.golden.jsonl", lost);
      const with_ = async (floor: string) =>
        (await box.run(["golden", "bees", ...LIB], { env: { WAYS_GOLDEN_RECALL: floor } })).status;
      expect([await with_("0.5"), await with_("0.51")]).toEqual([0, 1]);
    },
    LIBRARY,
  );

  scenario(
    "kept for measuring are run only when they are asked for, and told",
    async (box) => {
      const halves = await Promise.all(["tune", "holdout", "all"].map((half) => answerOf(box, ...LIB, "--half", half)));
      expect(halves.map(({ answer }) => answer.prompts)).toEqual([5, 1, 6]);
      expect((await box.run(["golden", ...LIB])).stderr).toContain("1 prompt of the other half");
      const odd = await box.run(["golden", ...LIB, "--half", "best"]);
      expect(odd).toMatchObject({ status: 3, stderr: expect.stringContaining("one of tune, holdout, all") });
    },
    LIBRARY,
  );

  scenario(
    "of the person's and the project's ways meet the shipped ones, as written and not as last embedded",
    async (box) => {
      const { status, answer } = await answerOf(box);
      expect({ status, ways: answer.ways.map(({ id }) => id) }).toEqual({ status: 0, ways: ["bees", "kites"] });
      box.write("work/.claude/ways/kites/kites.md", way("Writing commit messages", ["commit this change"]));
      expect((await answerOf(box, "kites")).answer.results).toMatchObject([{ verdict: "missed" }]);
    },
    {
      ...filesOf("work/.claude/ways", "kites", KITES, KITES_GOLDEN),
      ...filesOf("home/.claude/hooks/ways", "bees", BEES, BEES_GOLDEN),
    },
  );

  scenario("where there are none say so and exit with 0", async (box) => {
    expect(await box.run(["golden"])).toMatchObject({ status: 0, stdout: "" });
    expect((await box.run(["golden"])).stderr).toContain("there are no ways of your own here");
    const unknown = await box.run(["golden", "beees"]);
    expect(unknown).toMatchObject({ status: 3, stderr: expect.stringContaining("there is no way `beees` here") });
  });

  scenario("that ways do not have are asked for, and what small talk came to is told", async (box) => {
    box.write("work/.claude/ways/kites/kites.md", KITES);
    const run = await box.run(["golden"]);
    expect(run).toMatchObject({ status: 0, stdout: "" });
    expect(run.stderr).toMatch(
      /^there are no golden prompts: .*\nof small talk, which was tried all the same, 0 of \d{4} shows a way$/m,
    );
  });

  scenario(
    "without a model cannot be run: exit 3 and what to do; `ways check` leaves them out",
    async (box) => {
      const options = { env: { WAYS_MODEL_DIR: undefined }, binary: await copied(box) };
      const run = await box.run(["golden", ...LIB], options);
      expect(run).toMatchObject({ status: 3, stdout: "", stderr: expect.stringContaining("there is no model") });
      const check = await box.run(["check", ...LIB], options);
      expect(check.stdout).toMatch(/^– +golden +there is no model/m);
    },
    LIBRARY,
  );
});

describe("--changed", () => {
  const git = (box: Box, line: string) =>
    box.shell(`git -c user.name=a -c user.email=a@b.test ${line}`, { cwd: `${box.folder}/lib` });
  const changed = async (box: Box) => (await answerOf(box, "--changed", ...LIB)).answer.ways.map(({ id }) => id);

  scenario(
    "runs what differs from the last commit, staged or not, and what is new",
    async (box) => {
      await git(box, "init -q . && git add . && git -c user.name=a -c user.email=a@b.test commit -qm all");
      expect(await changed(box)).toEqual([]);
      expect((await box.run(["golden", "--changed", ...LIB])).stderr).toContain("no way has changed");
      box.write("lib/kites/kites.golden.jsonl", KITES_GOLDEN.replace("please", "kindly"));
      expect(await changed(box)).toEqual(["kites"]);
      await git(box, "add kites");
      expect(await changed(box)).toEqual(["kites"]);
      box.write("lib/bees/queen/queen.md", BEES);
      expect(await changed(box)).toEqual(["bees/queen", "kites"]);
    },
    LIBRARY,
  );

  scenario(
    "before the first commit, and outside of a repository, everything has changed",
    async (box) => {
      const outside = await box.run(["golden", "--changed", "--json", ...LIB]);
      expect(JSON.parse(outside.stdout).ways).toHaveLength(2);
      expect(outside.stderr).toContain("is in no git repository");
      await git(box, "init -q .");
      expect(await changed(box)).toEqual(["bees", "kites"]);
      expect((await box.run(["golden", "--changed", ...LIB])).stderr).not.toContain("is in no git repository");
    },
    LIBRARY,
  );

  scenario(
    "runs no program that a cloned repository names",
    async (box) => {
      await git(box, `init -q . && git config core.fsmonitor 'touch ${box.folder}/ran; false'`);
      await changed(box);
      expect(box.listing()).not.toContain("ran");
    },
    LIBRARY,
  );

  scenario(
    "without git says so",
    async (box) => {
      const run = await box.run(["golden", "--changed", ...LIB], { env: { PATH: "/nowhere" } });
      expect(run).toMatchObject({ status: 3, stderr: expect.stringContaining("asked of git") });
    },
    LIBRARY,
  );
});

/** A binary with no model beside it. */
async function copied(box: Box): Promise<string> {
  const path = box.write("opt/ways", "");
  await box.shell(`cp "${BINARY}" "${path}" && chmod +x "${path}"`);
  return path;
}
