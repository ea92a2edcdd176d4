// `ways tune` on the real model: fidelity, audit and bars, each with a fault that must be seen.
import { describe, expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Box, scenario } from "../support/binary.ts";
import { filesOf } from "./authored.ts";

const way = (description: string, lines: readonly string[], more = "") =>
  `---\ndescription: ${description}\naliases:\n${lines.map((line) => `  - ${line}\n`).join("")}${more}---\n# Title\n\nOne fact.\n`;
const BEES = way("Calming angry bees at the hive", [
  "the bees are attacking everyone at the hive",
  "how do I use the smoker on the bees",
  "she was stung when she opened the hive",
]);
const KITES = way("Untangling the strings of kites", [
  "my kite strings are all knotted",
  "untangle the lines of two kites",
  "the kite line got caught in a tree",
]);
const LIBRARY = { ...filesOf("lib", "bees", BEES), ...filesOf("lib", "kites", KITES) };
/** As it is in the tree, which is what the binary holds. */
const SHIPPED = join(import.meta.dir, "..", "..", "ways");
const LIB = ["--ways-dir", "../lib"];
const locale = (description: string) => `${JSON.stringify({ lang: "de", description })}\n`;
const tuned = async (box: Box, ...args: readonly string[]) => {
  const run = await box.run(["tune", "--json", ...args]);
  return { ...run, answer: run.stdout === "" ? null : JSON.parse(run.stdout) };
};

describe("fidelity", () => {
  scenario(
    "of every alias and locale row, worst first, beside what is usual in its language",
    async (box) => {
      const { status, answer } = await tuned(box, ...LIB);
      expect({ status, ok: answer.ok, count: answer.aliases.length }).toEqual({ status: 0, ok: true, count: 7 });
      const cosines = answer.aliases.map((a: { cosine: number }) => a.cosine);
      expect(cosines).toEqual(cosines.toSorted((a: number, b: number) => a - b));
      const german = answer.aliases.find((a: { lang: string | null }) => a.lang === "de");
      expect(german).toMatchObject({ way: "bees", label: "de", kind: "main", outlier: false });
      expect(german.median).toBeGreaterThan(0.2);
      expect(answer.usual.length).toBeGreaterThan(15);
    },
    { ...LIBRARY, "lib/bees/bees.locales.jsonl": locale("Wütende Bienen am Bienenstock beruhigen") },
  );

  scenario(
    "of a translation that says something else: an outlier, and `--check` exits with 1",
    async (box) => {
      const { status, answer } = await tuned(box, "--check", ...LIB);
      expect(status).toBe(1);
      expect(answer.aliases).toMatchObject([{ way: "bees", label: "de", outlier: true }]);
      const table = await box.run(["tune", ...LIB]);
      expect(table).toMatchObject({ status: 0, stdout: expect.stringMatching(/\nOUTLIER .* bees +de +Rechnungen/) });
      box.write("lib/bees/bees.locales.jsonl", locale("Wütende Bienen am Bienenstock beruhigen"));
      expect((await box.run(["tune", "--check", ...LIB])).status).toBe(0);
    },
    { ...LIBRARY, "lib/bees/bees.locales.jsonl": locale("Rechnungen des Steuerberaters bezahlen") },
  );

  scenario("of the shipped library has no outliers, embeds nothing and writes nothing", async (box) => {
    const run = await box.run(["tune", "--check", "--ways-dir", SHIPPED]);
    expect(run).toMatchObject({ status: 0, stdout: "" });
    expect(run.stderr).not.toContain("embedding");
  });
});

describe("--audit", () => {
  scenario(
    "finds no fault with ways that are told apart",
    async (box) => {
      const { status, answer } = await tuned(box, "--audit", "--check", ...LIB);
      expect({ status, ok: answer.ok, audit: answer.audit }).toEqual({ status: 0, ok: true, audit: [] });
      const all = (await tuned(box, "--audit", ...LIB)).answer.audit;
      expect(all).toHaveLength(2);
      for (const { self, other, gap, confusers } of all) {
        expect(confusers).toEqual([]);
        expect(gap).toBeCloseTo(self - other.score, 2);
      }
    },
    LIBRARY,
  );

  scenario(
    "names the neighbour that a canonical text is nearer to: exit 1",
    async (box) => {
      box.write("lib/swarm/swarm.md", BEES);
      box.write("lib/bees/bees.md", way("Calming angry bees at the hive", ["stack the chairs", "water the roses"]));
      const { status, answer } = await tuned(box, "--audit", "--check", "bees", ...LIB);
      expect(status).toBe(1);
      expect(answer.audit).toMatchObject([{ id: "bees", other: { id: "swarm" } }]);
      expect(answer.audit[0].confusers[0]).toEqual(answer.audit[0].other);
      expect(answer.audit[0].gap).toBeLessThan(0);
      expect((await box.run(["tune", "--audit", "bees", ...LIB])).stdout).toMatch(/-0\.\d\d .* bees +swarm/);
    },
    LIBRARY,
  );
});

describe("--thresholds", () => {
  /** A way with words of the whole office: whatever is asked, it is near. */
  const GREEDY = way("Anything about the hive, the kites, bees, strings, smoke and trees", [
    "the bees at the hive and the strings of the kites",
    "smoke for the bees, lines for the kites",
  ]);
  const near = (ids: readonly string[]) =>
    ids.map((prompt) => `${JSON.stringify({ prompt, kind: "negative" })}\n`).join("");
  const FILES = {
    ...LIBRARY,
    ...filesOf(
      "lib",
      "greedy",
      GREEDY,
      near(["bees and kites in the trees", "smoke, strings and the hive", "kites over the hive"]),
    ),
  };

  scenario(
    "proposes a higher bar for a way that takes what is not its own, as a diff, and writes nothing",
    async (box) => {
      const { status, answer } = await tuned(box, "--thresholds", ...LIB);
      expect({ status, applied: answer.applied, enough: answer.comparison.enough }).toEqual({
        status: 0,
        applied: false,
        enough: false,
      });
      const greedy = answer.proposals.find((p: { id: string }) => p.id === "greedy");
      expect(greedy).toMatchObject({ written: null, change: true });
      expect(greedy.wrong).toBeGreaterThanOrEqual(3);
      expect(greedy.bar).toBeGreaterThan(answer.default);
      const run = await box.run(["tune", "--thresholds", "greedy", ...LIB]);
      expect(run.status).toBe(0);
      expect(run.stdout).toMatch(/^--- .*lib\/greedy\/greedy\.md\n\+\+\+ /);
      expect(run.stdout).toContain(`\n+embed_threshold: ${greedy.bar}\n`);
      expect(run.stderr).toContain("not measured: ");
      expect(readFileSync(`${box.folder}/lib/greedy/greedy.md`, "utf8")).toBe(GREEDY);
    },
    FILES,
  );

  scenario(
    "with `--apply` writes the bar and nothing else; a second time nothing has to change",
    async (box) => {
      const first = await tuned(box, "--thresholds", "--apply", "greedy", ...LIB);
      expect(first.answer.applied).toBe(true);
      const written = readFileSync(`${box.folder}/lib/greedy/greedy.md`, "utf8");
      expect(written).toBe(GREEDY.replace("---\n# ", `embed_threshold: ${first.answer.proposals[0].bar}\n---\n# `));
      expect(readFileSync(`${box.folder}/lib/kites/kites.md`, "utf8")).toBe(KITES);
      const again = await tuned(box, "--thresholds", "--apply", "greedy", ...LIB);
      expect(again.answer).toMatchObject({ applied: false, proposals: [{ written: first.answer.proposals[0].bar }] });
      expect((await box.run(["lint", ...LIB])).stdout).not.toContain("bar-below-parent");
    },
    FILES,
  );

  scenario(
    "never listens to prompts kept for measuring",
    async (box) => {
      const barOf = async () => (await tuned(box, "--thresholds", "greedy", ...LIB)).answer.proposals[0];
      const with_ = await barOf();
      const kept = near(["bees and kites in the trees", "smoke, strings and the hive", "kites over the hive"]);
      box.write("lib/greedy/greedy.golden.jsonl", kept.replaceAll('"negative"', '"negative","holdout":true'));
      const without = await barOf();
      expect(without.wrong).toBe(with_.wrong - 3);
      expect(without.bar).toBeLessThan(with_.bar);
    },
    FILES,
  );

  scenario(
    "of the person's ways is set against the shipped ones, which stay as they are",
    async (box) => {
      const { status, answer } = await tuned(box, "--thresholds");
      expect(status).toBe(0);
      expect(answer.proposals).toMatchObject([{ id: "bees" }]);
      expect((await box.run(["tune", "--thresholds", "softwaredev/delivery/commits"])).status).toBe(3);
    },
    filesOf("home/.claude/hooks/ways", "bees", BEES),
  );
});

describe("ways tune", () => {
  scenario(
    "answers one question at a time",
    async (box) => {
      expect(await box.run(["tune", "--audit", "--thresholds"])).toMatchObject({ status: 3 });
      expect(await box.run(["tune", "--apply"])).toMatchObject({
        status: 3,
        stderr: expect.stringContaining("ways tune --thresholds --apply"),
      });
    },
    LIBRARY,
  );

  scenario("without ways of one's own has nothing to say", async (box) => {
    for (const args of [[], ["--audit"], ["--thresholds"]])
      expect(await box.run(["tune", ...args])).toMatchObject({ status: 0, stdout: "" });
  });
});
