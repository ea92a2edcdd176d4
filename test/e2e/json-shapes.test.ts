// What verbs print with --json has the shape that the reference shows.
import { expect } from "bun:test";
import type { Shape } from "../../src/commands/args.ts";
import { allVerbs } from "../../src/commands/verbs.ts";
import { scenario } from "../support/binary.ts";
import { filesOf, goodWay } from "./authored.ts";

const FILES = {
  ...filesOf("work/.claude/ways", "bees", goodWay("calm angry bees", "pattern: x|y\n")),
  ...filesOf("work/.claude/ways", "bees/queen", goodWay("calm angry queens", "files: '**/q'\n")),
};
const PACK = {
  "pack/ways.json": '{"name": "pack", "version": "1.0.0", "licence": "MIT"}',
  ...filesOf("pack", "kites", goodWay("untangle kite strings")),
};
const RUNS: readonly (readonly string[])[] = [
  ["list"],
  ["add", "../pack"],
  ["update"],
  ["show", "bees"],
  ["explain", "write a commit message"],
  ["doctor"],
  ["dirs"],
  ["corpus"],
  ["self-test"],
  ["check"],
  ["lint"],
  ["lint", "--fix"],
  ["golden"],
  ["tune"],
  ["tune", "--audit"],
  ["tune", "--thresholds"],
  ["collisions"],
  ["tree"],
  ["tree", "--check"],
  ["budget"],
  ["budget", "--check"],
  ["crowding"],
  ["crowding", "--check"],
  ["metrics"],
  ["graph"],
  ["siblings", "all"],
  ["embed-status"],
  ["project", "list"],
  ["project", "disinclude"],
  ["cache", "prune"],
  ["model", "list"],
  ["model", "verify"],
  ["model", "use", "default"],
];

const verbs = new Map(allVerbs().map(({ name, verb }) => [name, verb]));

for (const args of RUNS)
  scenario(
    `ways ${args.join(" ")} --json`,
    async (box) => {
      await box.hook({ hook_event_name: "UserPromptSubmit", session_id: "s", prompt: "write a commit message" });
      const run = await box.run([...args, "--json"]);
      const { schema, ...answer } = JSON.parse(run.stdout);
      expect(schema).toBe(args[0] === "explain" ? "ways.decision/1" : `ways.${args[0]}/1`);
      const shape = verbs.get(args[0] ?? "")?.json ?? "missing";
      expect(differences(answer, shape, "")).toEqual([]);
    },
    { ...FILES, ...PACK },
  );

scenario(
  "ways list --packages, update and remove --json, of a package that was added",
  async (box) => {
    await box.run(["add", "../pack"]);
    for (const args of [["list", "--packages"], ["update"], ["remove", "pack"]]) {
      const { schema, ...answer } = JSON.parse((await box.run([...args, "--json"])).stdout);
      expect(schema).toBe(`ways.${args[0]}/1`);
      expect(differences(answer, verbs.get(args[0] ?? "")?.json ?? "missing", "")).toEqual([]);
    }
  },
  PACK,
);

function differences(value: unknown, shape: Shape, path: string): readonly string[] {
  if (typeof shape === "string") return isOf(value, shape) ? [] : [`${path}: ${JSON.stringify(value)} is no ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path}: no list`];
    return value.flatMap((item, i) => differences(item, shape[0], `${path}[${i}]`));
  }
  if (value === null || typeof value !== "object") return [`${path}: no object`];
  const known = new Map(Object.entries(shape).map(([key, inner]) => [key.replace(/\?$/, ""), { key, inner }]));
  const surplus = Object.keys(value).filter((key) => !known.has(key));
  const missing = [...known].filter(([name, { key }]) => key === name && name !== "schema" && !(name in value));
  return [
    ...surplus.map((key) => `${path}.${key}: not in the shape`),
    ...missing.map(([key]) => `${path}.${key}: missing`),
    ...Object.entries(value).flatMap(([key, inner]) =>
      differences(inner, known.get(key)?.inner ?? "any", `${path}.${key}`),
    ),
  ];
}

function isOf(value: unknown, kinds: string): boolean {
  const kind = value === null ? "null" : typeof value;
  return kinds === "any" || kinds.split(" | ").includes(kind);
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
