import { describe, expect, test } from "bun:test";
import { formatDecision, REASONS, type Reason, withdraw } from "../../src/match/decision.ts";
import type { WayId } from "../../src/ways/way.ts";
import { buildNode } from "../support/nodes.ts";
import fc from "../support/properties.ts";
import { reasons, select } from "../support/selection.ts";

const names = ["a/a", "b/b", "c/c", "d/d"];
const decision = select({
  nodes: names.map((id) => buildNode(id)),
  hits: { "a/a": "pattern", "b/b": "command", "c/c": "file" },
  evidence: { "d/d": 0.5, "a/a": 0.2, "b/b": 0.1, "c/c": 0.123456 },
});
const lost = (ids: readonly WayId[], reason: Reason) => new Map(ids.map((id) => [id, reason]));

describe("withdrawing", () => {
  test("takes a way out and keeps the rest in order", () => {
    const [first, second, third] = decision.shown;
    const rest = withdraw(decision, lost([second ?? ("" as WayId)], "lost-claim"));
    expect(rest.shown).toEqual([first, third].filter((id) => id !== undefined));
    expect(reasons(rest)[second ?? ""]).toBe("lost-claim");
    expect(rest.candidates.find((c) => c.id === second)?.outcome).toBe("not");
  });

  test("keeps every candidate, and the shown ones first", () => {
    fc.assert(
      fc.property(fc.subarray([...decision.shown]), (ids) => {
        const rest = withdraw(decision, lost(ids, "over-size"));
        expect(rest.shown).toEqual(decision.shown.filter((id) => !ids.includes(id)));
        expect(rest.candidates.map((c) => c.id).sort()).toEqual(decision.candidates.map((c) => c.id).sort());
        const outcomes = rest.candidates.map((c) => c.outcome);
        expect(outcomes).toEqual([...outcomes].sort().reverse());
        const untouched = (c: { readonly id: WayId }) => !ids.includes(c.id);
        for (const c of rest.candidates.filter(untouched)) expect(decision.candidates).toContainEqual(c);
      }),
    );
  });

  test("nothing leaves the decision as it is", () => {
    expect(withdraw(decision, new Map())).toBe(decision);
  });
});

test("the wire shape names schema, text and event, and rounds to four digits", () => {
  const wire = JSON.parse(JSON.stringify(formatDecision(decision, { text: "push it", event: "prompt" }, () => "push")));
  expect(Object.keys(wire)).toEqual(["schema", "text", "event", "shown", "vector", "candidates"]);
  expect(wire).toMatchObject({ schema: "ways.decision/1", text: "push it", event: "prompt", vector: "used" });
  expect(wire.candidates.find((c: { id: string }) => c.id === "c/c")).toEqual({
    id: "c/c",
    alias: "canonical",
    alias_text: "push",
    score: 0.1235,
    null: 0,
    evidence: 0.1235,
    bar: 0.3,
    outcome: "shown",
    reason: "file",
  });
});

test("every reason has a sentence for people, without a final period", () => {
  expect(Object.values(REASONS).filter((sentence) => sentence.trim() === "" || sentence.endsWith("."))).toEqual([]);
});
