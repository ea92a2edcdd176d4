import { expect, test } from "bun:test";
import { buildSubjects, matchTriggers, type Seen } from "../../src/match/triggers.ts";
import { parseFileTrigger } from "../../src/ways/file-trigger.ts";
import { buildGate, isOpenFor } from "../../src/ways/gate.ts";
import { buildMatcher } from "../../src/ways/pattern.ts";
import { linearOf } from "../../src/ways/regex.ts";
import { buildNode } from "../support/nodes.ts";
import fc from "../support/properties.ts";

const NOTHING: Seen = { pattern: [], commandLine: null, errors: [], file: null, moment: "other" };
const WORLD = {
  compile: (pattern: Parameters<typeof buildMatcher>[0]) => buildMatcher(pattern, linearOf),
  contextPercent: () => null,
  fileExists: () => false,
  isOpen: () => true,
};

const dockerfile = parseFileTrigger("**/Dockerfile", () => {});
const nodes = [
  buildNode("a/a", { commands: "^git (commit|tag)\\b" }),
  buildNode("b/b", { pattern: "\\bSBOM\\b|发票" }),
  buildNode("c/c", dockerfile ? { files: dockerfile } : {}),
  buildNode("d/d", { errors: "ECONNREFUSED|permission denied" }),
];
const gate = buildGate(nodes);
const isOpen = (seen: Partial<Seen>) => isOpenFor(gate, buildSubjects({ ...NOTHING, ...seen }));

test("an ordinary command does not open the gate, a watched one does", () => {
  expect(isOpen({ commandLine: "ls -la src && rg foo" })).toBe(false);
  expect(isOpen({ commandLine: "cd x && GIT_DIR=y git -C z commit -m 'a b'" })).toBe(true);
});

test("each lane looks at its own needles", () => {
  expect(isOpen({ pattern: ["write the sbom"] })).toBe(true);
  expect(isOpen({ pattern: ["git commit"] })).toBe(false);
  expect(isOpen({ file: { relative: "api/Dockerfile", absolute: "/p/api/Dockerfile" } })).toBe(true);
  expect(isOpen({ errors: ["connect ECONNREFUSED 127.0.0.1"] })).toBe(true);
});

test("a pattern without needles keeps its lane open", () => {
  const open = buildGate([buildNode("e/e", { commands: "^..$" })]);
  expect(isOpenFor(open, buildSubjects({ ...NOTHING, commandLine: "xy" }))).toBe(true);
});

test("the gate never holds back what would match", () => {
  const part = fc.constantFrom(
    "git",
    "commit",
    "tag",
    "SBOM",
    "sbom",
    "发票",
    "Dockerfile",
    "permission",
    "denied",
    "x",
    "&&",
    '"',
    "'",
    "$(",
    ")",
    "\\n",
    "/",
    " ",
  );
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(" "));
  fc.assert(
    fc.property(text, text, text, text, (pattern, commandLine, error, path) => {
      const seen: Seen = {
        ...NOTHING,
        pattern: [pattern],
        commandLine,
        errors: [error],
        file: { relative: path, absolute: `/p/${path}` },
      };
      if (matchTriggers(nodes, seen, WORLD).size > 0) expect(isOpenFor(gate, buildSubjects(seen))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("the lowest context threshold is kept", () => {
  const states = [60, 80].map((percent, i) => ({
    ...buildNode(`s/s${i}`, {}),
    triggers: { ...buildNode("s/s", {}).triggers, state: { kind: "context-threshold" as const, percent } },
  }));
  expect(buildGate(states).contextPercent).toBe(60);
  expect(gate.contextPercent).toBeNull();
});
