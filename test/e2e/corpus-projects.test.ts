// Every project's ways are found by meaning in that project and in no other, whatever its path is like (ADR-109, field cases C1, C3, C5).
import { describe, expect } from "bun:test";
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { lonelyScenario, scenario } from "../support/binary.ts";
import { bash, prompt } from "./events.ts";
import { corpus, knownProject, projectStates, shownAbout, TOPICS, type Topic, wayFile, writeAll } from "./ways.ts";

const LONG = Array.from({ length: 12 }, (_, i) => `a rather long name of folder ${i}`).join("/");
const NAME = "größe-학점";

/** Each has a way of its own; the pairs are one name to whoever flattens paths. */
const PATHS: Readonly<Record<Topic, string>> = {
  fish: "srv/my-app",
  brew: "srv/my/app",
  garden: "srv/my app.v2",
  piano: "srv/my_app.v2",
  bees: `srv/${NAME.normalize("NFC")}`,
  sails: `srv/${NAME.normalize("NFD")}`,
  bread: `srv/${LONG}`,
  horse: "srv/MY-APP",
};
const TOPIC_NAMES = Object.keys(TOPICS) as Topic[];
const FILES = Object.assign({}, ...TOPIC_NAMES.map((topic) => wayFile(`${PATHS[topic]}/.claude/ways`, topic)));

scenario(
  "a way fires for its project and for no other: hyphens, spaces, dots, unicode in both normal forms, 300 characters",
  async (box) => {
    const at = (topic: Topic) => join(box.folder, PATHS[topic]);
    expect(at("bread").length).toBeGreaterThan(300);
    writeAll(box, Object.assign({}, ...TOPIC_NAMES.map((topic) => knownProject(at(topic)))));
    expect(await corpus(box)).toMatchObject({ projects: TOPIC_NAMES.length, embedded: TOPIC_NAMES.length });
    for (const [i, topic] of TOPIC_NAMES.entries()) {
      expect(await shownAbout(box, topic, at(topic))).toEqual([topic]);
      const other = TOPIC_NAMES[(i + 1) % TOPIC_NAMES.length] ?? topic;
      expect(await shownAbout(box, other, at(topic))).not.toContain(other);
      expect(await shownAbout(box, topic)).not.toContain(topic);
    }
  },
  FILES,
);

scenario(
  "a way with the same id in two projects is each project's own",
  async (box) => {
    const [one, two] = [join(box.folder, "one"), join(box.folder, "two")];
    writeAll(box, { ...knownProject(one), ...knownProject(two) });
    await corpus(box);
    expect(await shownAbout(box, "fish", one)).toEqual(["care"]);
    expect(await shownAbout(box, "fish", two)).not.toContain("care");
    expect(await shownAbout(box, "bees", two)).toEqual(["care"]);
    expect(await shownAbout(box, "bees", one)).not.toContain("care");
  },
  {
    "one/.claude/ways/care/care.md": `---\ndescription: ${TOPICS.fish[0]}\n---\nx\n`,
    "two/.claude/ways/care/care.md": `---\ndescription: ${TOPICS.bees[0]}\n---\nx\n`,
  },
);

lonelyScenario("five hundred projects are embedded in one go, each text once", async (box) => {
  const names = Array.from({ length: 500 }, (_, i) => `many/project-${i}`);
  for (const name of names)
    writeAll(box, {
      ...wayFile(`${name}/.claude/ways`, "fish"),
      ...wayFile(`${name}/.claude/ways`, "bees"),
      ...knownProject(join(box.folder, name)),
    });
  expect(await corpus(box)).toMatchObject({ projects: 500, project_ways: 1_000, embedded: 2 });
  expect(await shownAbout(box, "bees", join(box.folder, "many/project-499"))).toEqual(["bees"]);
  expect(await shownAbout(box, "bees")).toEqual([]);
});

describe("a project behind a link", () => {
  scenario(
    "is one project, whatever path leads to it",
    async (box) => {
      const link = join(box.folder, "link");
      symlinkSync(box.cwd, link);
      writeAll(box, { ...knownProject(link), ...knownProject(box.cwd) });
      expect(await corpus(box, [], { cwd: link })).toMatchObject({ projects: 1 });
      expect(await shownAbout(box, "fish", link)).toEqual(["fish"]);
      expect(await shownAbout(box, "fish", link, { env: { CLAUDE_PROJECT_DIR: link } })).toEqual(["fish"]);
      expect(await shownAbout(box, "fish")).toEqual(["fish"]);
    },
    wayFile("work/.claude/ways", "fish"),
  );

  scenario(
    "that comes to lead elsewhere is the other project",
    async (box) => {
      const link = join(box.folder, "link");
      symlinkSync(join(box.folder, "one"), link);
      await corpus(box, [], { cwd: link });
      renameSync(link, join(box.folder, "old"));
      symlinkSync(join(box.folder, "two"), link);
      await corpus(box, [], { cwd: link });
      expect(await shownAbout(box, "bees", link)).toEqual(["bees"]);
      expect(await shownAbout(box, "fish", link)).not.toContain("fish");
    },
    { ...wayFile("one/.claude/ways", "fish"), ...wayFile("two/.claude/ways", "bees") },
  );
});

scenario(
  "worktrees of one repository are projects of their own",
  async (box) => {
    const tree = join(box.folder, "tree");
    writeAll(box, { "tree/.git": `gitdir: ${box.cwd}/.git/worktrees/tree\n`, ...wayFile("tree/.claude/ways", "bees") });
    mkdirSync(join(tree, "src"), { recursive: true });
    mkdirSync(join(box.cwd, ".git"));
    await corpus(box, [], { cwd: join(tree, "src") });
    await corpus(box);
    expect(await shownAbout(box, "bees", join(tree, "src"))).toEqual(["bees"]);
    expect(await shownAbout(box, "fish", join(tree, "src"))).not.toContain("fish");
    expect(await shownAbout(box, "fish")).toEqual(["fish"]);
  },
  wayFile("work/.claude/ways", "fish"),
);

scenario(
  "ways of a project form trees as shipped ones do: bare ids of any depth, a child after its parent",
  async (box) => {
    expect((await corpus(box)).project_ways).toBe(3);
    const ask = async (topic: Topic) => {
      const { context } = await box.hook(prompt(TOPICS[topic][1], { session_id: "one" }));
      return [...(context ?? "").matchAll(/^\[way:([^\]]+)\]/gm)].map((match) => match[1]);
    };
    expect(await ask("bees")).toEqual([]); // waits for its parent
    expect(await ask("fish")).toEqual(["care"]);
    expect(await ask("bees")).toEqual(["care/animals/bees"]);
    const [metrics = ""] = box.listing(box.home).filter((path) => path.endsWith("metrics.jsonl"));
    const last = readFileSync(join(box.home, metrics), "utf8").trimEnd().split("\n").at(-1) ?? "";
    expect(JSON.parse(last)).toMatchObject({ way: "care/animals/bees", parent: "care", depth: 3 });
  },
  {
    "work/.claude/ways/care/care.md": `---\ndescription: ${TOPICS.fish[0]}\n---\nx\n`,
    "work/.claude/ways/care/animals/bees/bees.md": `---\ndescription: ${TOPICS.bees[0]}\nrequires_parent: true\n---\nx\n`,
    "work/.claude/ways/care/animals/bees/queen/queen.md": `---\ndescription: ${TOPICS.sails[0]}\n---\nx\n`,
  },
);

describe("the inclusion marker", () => {
  const marker = ".claude/.ways-embed";
  const valid = wayFile("work/.claude/ways", "fish");
  const broken = wayFile("work/.claude/ways", "fish", "pattren: x\n");

  scenario(
    "none, and valid ways: it is created with `include`, and they are embedded",
    async (box) => {
      expect((await corpus(box)).project_ways).toBe(1);
      expect(readFileSync(join(box.cwd, marker), "utf8")).toBe("include\n");
    },
    valid,
  );

  scenario("none, and no ways: nothing happens", async (box) => {
    expect(await corpus(box)).toMatchObject({ projects: 0, warnings: [] });
    expect(box.listing(box.cwd)).toEqual([]);
  });

  scenario("include: they are embedded", async (box) => expect((await corpus(box)).project_ways).toBe(1), {
    ...valid,
    [`work/${marker}`]: "include",
  });

  scenario(
    "disinclude: they are left out with a warning; their triggers still work",
    async (box) => {
      const { project_ways, warnings } = await corpus(box);
      expect([project_ways, warnings]).toEqual([0, [`\`${box.cwd}\` is disincluded: its 1 way is not embedded`]]);
      expect(await shownAbout(box, "fish")).toEqual([]);
      expect((await box.hook(bash("feed"))).context).toContain("[way:fish]");
      expect((await box.doctor()).find((f) => f.check === "corpus")).toMatchObject({
        state: "ok",
        message: expect.stringContaining("1 of this project, which is disincluded"),
      });
    },
    { ...wayFile("work/.claude/ways", "fish", "commands: '^feed'\n"), [`work/${marker}`]: "disinclude\n" },
  );

  scenario(
    "ways that fail lint: never embedded, whatever it says, and no marker is created for them alone",
    async (box) => {
      expect(await corpus(box)).toMatchObject({ project_ways: 0, failed_lint: 1 });
      expect(existsSync(join(box.cwd, marker))).toBe(false);
      box.write(`work/${marker}`, "include");
      expect(await corpus(box)).toMatchObject({ project_ways: 0, failed_lint: 1 });
      expect(await shownAbout(box, "fish")).toEqual([]);
    },
    broken,
  );

  scenario(
    "of one way that fails lint the others do not suffer (amendment: lint gate per way)",
    async (box) => {
      const { project_ways, warnings } = await corpus(box);
      expect([project_ways, warnings]).toEqual([1, [`\`${box.cwd}\`: 1 of 2 ways failed lint and is not embedded`]]);
      expect(await shownAbout(box, "bees")).toEqual(["bees"]);
      expect((await box.run(["embed-status"])).stdout).toContain("1 of 2 failed lint");
    },
    { ...broken, ...wayFile("work/.claude/ways", "bees", "pattern: '(unclosed'\n") },
  );

  scenario(
    "says something else: left out, and said so",
    async (box) => {
      expect((await corpus(box)).warnings[0]).toContain("says neither `include` nor `disinclude`");
      expect(await projectStates(box)).toEqual({ [box.cwd]: "disincluded" });
    },
    { ...valid, [`work/${marker}`]: "exclude please" },
  );

  scenario(
    "changes, and the next refresh follows it",
    async (box) => {
      await corpus(box);
      for (const [word, ways] of [
        ["disinclude", 0],
        ["include", 1],
      ] as const) {
        box.write(`work/${marker}`, word);
        expect((await corpus(box)).project_ways).toBe(ways);
        expect(await shownAbout(box, "fish")).toEqual(ways === 0 ? [] : ["fish"]);
      }
    },
    valid,
  );
});
