import { expect, test } from "bun:test";
import { buildSubjects, matchTriggers, type Seen } from "../../src/match/triggers.ts";
import { buildGate, isOpenFor } from "../../src/ways/gate.ts";
import { buildNode } from "../support/nodes.ts";
import fc from "../support/properties.ts";
import { NO_WORLD, NOTHING_SEEN, TRIGGERED } from "../support/triggers.ts";

const gate = buildGate(TRIGGERED);
const isOpen = (seen: Partial<Seen>) => isOpenFor(gate, buildSubjects({ ...NOTHING_SEEN, ...seen }));

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
  expect(isOpenFor(open, buildSubjects({ ...NOTHING_SEEN, commandLine: "xy" }))).toBe(true);
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
        ...NOTHING_SEEN,
        pattern: [pattern],
        commandLine,
        errors: [error],
        file: { relative: path, absolute: `/p/${path}` },
      };
      if (matchTriggers(TRIGGERED, seen, NO_WORLD).size > 0) expect(isOpenFor(gate, buildSubjects(seen))).toBe(true);
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
