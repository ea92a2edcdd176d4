import { expect, test } from "bun:test";
import { buildSubjects, matchTriggers, type Seen } from "../../src/match/triggers.ts";
import type { Lane } from "../../src/ways/gate.ts";
import { buildLaneIndex, openPlaces, statesOf } from "../../src/ways/trigger-index.ts";
import { buildNode } from "../support/nodes.ts";
import fc from "../support/properties.ts";
import { NO_WORLD, NOTHING_SEEN, TRIGGERED } from "../support/triggers.ts";

const nodes = [
  ...TRIGGERED,
  buildNode("e/e", { pattern: "^..$" }),
  buildNode("f/f", { pattern: "git", state: { kind: "session-start" } }),
];
const triggers = nodes.map((node) => node.triggers);
const openIn = (seen: Partial<Seen>, asked: Lane[] = []) =>
  [
    ...openPlaces(buildSubjects({ ...NOTHING_SEEN, ...seen }), (lane) => {
      asked.push(lane);
      return buildLaneIndex(triggers, lane);
    }),
  ]
    .map((place) => String(nodes[place]?.id))
    .sort();

test("nodes whose needles are in the texts of their lane are open, and those whose pattern has none", () => {
  expect(openIn({ commandLine: "git commit -m x" })).toEqual(["a/a"]);
  expect(openIn({ pattern: ["write the sbom, then git push"] })).toEqual(["b/b", "e/e", "f/f"]);
  expect(openIn({ pattern: ["发票在哪里"] })).toEqual(["b/b", "e/e"]);
  expect(openIn({ file: { relative: "api/Dockerfile", absolute: "/p/api/Dockerfile" } })).toEqual(["c/c"]);
  expect(openIn({ errors: ["permission denied"] })).toEqual(["d/d"]);
  expect(openIn({})).toEqual([]);
  expect(statesOf(triggers)).toEqual([5]);
});

test("only the lanes of the event are read", () => {
  const asked: Lane[] = [];
  openIn({ commandLine: "ls" }, asked);
  expect(asked).toEqual(["commands"]);
});

test("nothing that would match is left out", () => {
  const words = [
    "git",
    "commit",
    "SBOM",
    "发票",
    "Dockerfile",
    "permission denied",
    "ECONNREFUSED",
    "x",
    "&&",
    "/",
    "ab",
  ];
  const text = fc
    .array(fc.constantFrom(...words), { maxLength: 6 })
    .chain((parts) => fc.constantFrom(" ", "", "\n").map((joint) => parts.join(joint)));
  const seen: fc.Arbitrary<Seen> = fc.record({
    pattern: fc.array(text, { maxLength: 2 }),
    commandLine: fc.option(text),
    errors: fc.array(text, { maxLength: 2 }),
    file: fc.option(text.map((path) => ({ relative: path, absolute: `/p/${path}` }))),
    moment: fc.constant("other" as const),
  });
  fc.assert(
    fc.property(seen, (event) => {
      const open = openIn(event);
      for (const id of matchTriggers(nodes, event, NO_WORLD).keys()) expect(open).toContain(id);
    }),
    { numRuns: 2_000 },
  );
});
