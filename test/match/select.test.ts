import { describe, expect, test } from "bun:test";
import { buildNode } from "../support/nodes.ts";
import { reasons, select } from "../support/selection.ts";

const a = buildNode("a/a");
const b = buildNode("b/b");
const c = buildNode("c/c");
const child = buildNode("a/a/x", { parent: "a/a" });
const grandchild = buildNode("a/a/x/y", { parent: "a/a/x" });

describe("by embedding", () => {
  test("only the best is shown, at its bar or above", () => {
    const at = select({ nodes: [a, b], evidence: { "a/a": 0.3, "b/b": 0.29 } });
    expect(at.shown).toEqual([a.id]);
    expect(reasons(at)).toEqual({ "a/a": "best", "b/b": "below-bar" });
    expect(select({ nodes: [a, b], evidence: { "a/a": 0.299 } }).shown).toEqual([]);
  });

  test("a runner-up over its bar stays behind", () => {
    const decision = select({ nodes: [a, b], evidence: { "a/a": 0.5, "b/b": 0.49 } });
    expect(decision.shown).toEqual([a.id]);
    expect(reasons(decision)["b/b"]).toBe("not-best");
  });

  test("a second is the best of one sentence, of another tree, where the first has little evidence", () => {
    const nodes = [a, b, child];
    const evidence = { "a/a": 0.8, "a/a/x": 0.79, "b/b": 0.4 };
    const decision = select({
      nodes,
      evidence,
      parts: [
        { "a/a/x": 0.9, "b/b": 0.1 },
        { "b/b": 0.6, "a/a": 0.2 },
      ],
    });
    expect(decision.shown).toEqual([a.id, b.id]);
    expect(reasons(decision)).toEqual({ "a/a": "best", "b/b": "second", "a/a/x": "not-best" });
    const shown = (part: Readonly<Record<string, number>>) => select({ nodes, evidence, parts: [part] }).shown;
    expect(shown({ "b/b": 0.34, "a/a": -0.5 })).toEqual([a.id, b.id]);
    expect(shown({ "b/b": 0.32 })).toEqual([a.id]);
    // A sentence that tells more about the first topic.
    expect(shown({ "b/b": 0.6, "a/a": 0.28 })).toEqual([a.id]);
    // A way that the whole text speaks against.
    expect(select({ nodes, evidence: { ...evidence, "b/b": 0 }, parts: [{ "b/b": 0.9 }] }).shown).toEqual([a.id]);
    expect(select({ nodes, evidence }).shown).toEqual([a.id]);
  });

  test("when the whole says too little, two sentences may each bring up their way", () => {
    const parts = [{ "a/a": 0.7 }, { "b/b": 0.8 }];
    const decision = select({ nodes: [a, b], evidence: { "a/a": 0.2, "b/b": 0.1 }, parts });
    expect(decision.shown).toEqual([b.id, a.id]);
  });

  test("two sentences about one thing bring up one way", () => {
    const evidence = { "a/a": 0.2, "b/b": 0.1 };
    const parts = [
      { "a/a": 0.5, "b/b": 0.48 },
      { "a/a": 0.47, "b/b": 0.49 },
    ];
    expect(select({ nodes: [a, b], evidence, parts }).shown).toEqual([a.id]);
  });

  test("an heir is a topic, too", () => {
    const shown = select({
      nodes: [a, child, b, c],
      evidence: { "a/a": 0.29, "a/a/x": 0.28, "b/b": 0.1, "c/c": 0.1 },
      parts: [{ "b/b": 0.8 }, { "c/c": 0.7 }],
      shown: ["a/a"],
    }).shown;
    expect(shown).toEqual([child.id, b.id]);
  });

  test("a repeated prompt does not bring up a third topic", () => {
    const situation = {
      nodes: [a, b, c],
      evidence: { "a/a": 0.9, "b/b": 0.1, "c/c": 0.1 },
      parts: [{ "a/a": 0.9 }, { "b/b": 0.8 }, { "c/c": 0.7 }],
    };
    expect(select(situation).shown).toEqual([a.id, b.id]);
    expect(select({ ...situation, shown: ["a/a", "b/b"] }).shown).toEqual([]);
  });

  test("the bar only gates: a best below its own bar is not replaced by the next", () => {
    const strict = buildNode("a/a", { bar: 0.9 });
    const decision = select({ nodes: [strict, b], evidence: { "a/a": 0.8, "b/b": 0.7 } });
    expect(decision.shown).toEqual([]);
    expect(reasons(decision)).toEqual({ "a/a": "below-bar", "b/b": "not-best" });
  });

  test("ties go by id", () => {
    expect(select({ nodes: [b, a], evidence: { "b/b": 0.5, "a/a": 0.5 } }).shown).toEqual([a.id]);
  });

  test("without a vector every way says so", () => {
    expect(reasons(select({ nodes: [a, b] }))).toEqual({ "a/a": "no-vector", "b/b": "no-vector" });
  });

  test("rows of ways that are gone do not count", () => {
    expect(select({ nodes: [b], evidence: { "gone/gone": 0.9, "b/b": 0.5 } }).shown).toEqual([b.id]);
  });
});

describe("a shown best", () => {
  test("has spent its slot: a repeated prompt does not bring up the runner-up", () => {
    const decision = select({ nodes: [a, b], evidence: { "a/a": 0.5, "b/b": 0.49 }, shown: ["a/a"] });
    expect(decision.shown).toEqual([]);
    expect(reasons(decision)).toEqual({ "a/a": "already-shown", "b/b": "not-best" });
  });

  test("passes its slot to its best descendant over its bar, at any depth", () => {
    const nodes = [a, b, child, grandchild];
    const evidence = { "a/a": 0.5, "b/b": 0.49, "a/a/x": 0.2, "a/a/x/y": 0.25 };
    const decision = select({ nodes, evidence, shown: ["a/a"] });
    expect(decision.shown).toEqual([grandchild.id]);
    expect(reasons(decision)["a/a/x/y"]).toBe("inherits-slot");
  });

  test("the heir's bar is eased by a fifth (ADR-105), a stranger's is not", () => {
    const evidence = { "a/a": 0.5, "a/a/x": 0.24 };
    expect(select({ nodes: [a, child], evidence, shown: ["a/a"] }).shown).toEqual([child.id]);
    const stranger = { "b/b": 0.24 };
    expect(select({ nodes: [a, b], evidence: stranger, shown: ["a/a"] }).shown).toEqual([]);
  });

  test("has no heir below every bar: of thousands of ways those are not even read", () => {
    const read = () => {
      throw new Error("it was read");
    };
    const far = Object.defineProperty(buildNode("c/c"), "parent", { get: read });
    const evidence = { "a/a": 0.5, "c/c": 0.05 };
    expect(select({ nodes: [a, far], evidence, shown: ["a/a"], listed: 1 }).shown).toEqual([]);
  });

  test("may be shown again once it has drifted out of the context", () => {
    const decision = select({
      nodes: [a, b],
      evidence: { "a/a": 0.5 },
      shown: ["a/a"],
      mayRepeat: (n) => n.id === a.id,
    });
    expect(decision.shown).toEqual([a.id]);
  });

  test("leaves the second where it was", () => {
    const situation = { nodes: [a, b, c], evidence: { "a/a": 0.9, "b/b": 0.8, "c/c": 0.7 }, parts: [{ "b/b": 0.8 }] };
    expect(select({ ...situation, shown: ["a/a"] }).shown).toEqual([b.id]);
    expect(select({ ...situation, shown: ["a/a", "b/b"] }).shown).toEqual([]);
  });
});

describe("bars", () => {
  test("easing happens once, however many ancestors were shown, and never below the floor", () => {
    const bars = (shown: readonly string[], floor = 0.1) =>
      select({ nodes: [a, child, grandchild], shown, floor }).candidates.find((n) => n.id === grandchild.id)?.bar;
    expect(bars([])).toBe(0.3);
    expect(bars(["a/a"])).toBeCloseTo(0.24);
    expect(bars(["a/a", "a/a/x"])).toBeCloseTo(0.24);
    expect(bars(["a/a"], 0.28)).toBe(0.28);
  });

  test("the command lane is stricter by what it says", () => {
    const evidence = { "a/a": 0.35 };
    expect(select({ nodes: [a], evidence, strictness: 0.1 }).shown).toEqual([]);
    expect(select({ nodes: [a], evidence, strictness: 0.05 }).shown).toEqual([a.id]);
  });
});

describe("triggers", () => {
  test("fire whatever the score, before what the embedding found", () => {
    const decision = select({ nodes: [a, b], hits: { "b/b": "pattern" }, evidence: { "a/a": 0.9, "b/b": -0.5 } });
    expect(decision.shown).toEqual([b.id, a.id]);
    expect(reasons(decision)).toEqual({ "a/a": "best", "b/b": "pattern" });
  });

  test("a way that is both hit and best takes one place", () => {
    const decision = select({ nodes: [a, b], hits: { "a/a": "command" }, evidence: { "a/a": 0.9, "b/b": 0.5 } });
    expect(decision.shown).toEqual([a.id]);
  });

  test("of too many hits those with the best evidence are shown; the rest is named as such", () => {
    const decision = select({
      nodes: [a, b, c],
      hits: { "a/a": "pattern", "b/b": "pattern", "c/c": "file" },
      evidence: { "c/c": 0.2, "b/b": 0.1, "a/a": 0 },
      maxWays: 2,
    });
    expect(decision.shown).toEqual([c.id, b.id]);
    expect(reasons(decision)["a/a"]).toBe("over-max-ways");
  });

  test("do not show a way twice", () => {
    const decision = select({ nodes: [a], hits: { "a/a": "pattern" }, shown: ["a/a"] });
    expect(decision.shown).toEqual([]);
    expect(reasons(decision)).toEqual({ "a/a": "already-shown" });
  });
});

describe("a way that does not apply here neither ranks nor fires", () => {
  const hits = { "a/a": "pattern" } as const;
  const evidence = { "a/a": 0.9, "b/b": 0.5 };

  test.each([
    ["disabled", { isDisabled: (id: string) => id === "a/a" }],
    ["when-fails", { whenHolds: (n: { id: string }) => n.id !== "a/a" }],
  ])("%s", (reason, rule) => {
    const decision = select({ nodes: [a, b], hits, evidence, ...rule });
    expect(decision.shown).toEqual([b.id]);
    expect(reasons(decision)["a/a"]).toBe(reason);
  });

  test("other-scope", () => {
    const decision = select({ nodes: [buildNode("a/a", { scope: ["subagent"] }), b], hits, evidence });
    expect(decision.shown).toEqual([b.id]);
    expect(reasons(decision)["a/a"]).toBe("other-scope");
  });

  test("parent-not-shown, until it is", () => {
    const waiting = buildNode("a/a/x", { parent: "a/a", requiresParent: true });
    const evidence = { "a/a/x": 0.9, "a/a": 0.5 };
    const first = select({ nodes: [a, waiting], evidence });
    expect(first.shown).toEqual([a.id]);
    expect(reasons(first)["a/a/x"]).toBe("parent-not-shown");
    expect(select({ nodes: [a, waiting], evidence, shown: ["a/a"] }).shown).toEqual([waiting.id]);
  });
});

test("parents stand before their children, whatever found them", () => {
  const decision = select({
    nodes: [grandchild, child, a],
    hits: { "a/a/x/y": "pattern", "a/a": "pattern" },
    evidence: { "a/a/x/y": 0.9, "a/a/x": 0.8, "a/a": 0.1 },
  });
  expect(decision.shown).toEqual([a.id, grandchild.id]);
});

test("of ways that are not shown as many are told of as asked for, the best ones", () => {
  const nodes = ["a", "b", "c", "d", "e"].map((id) => buildNode(id));
  const evidence = { a: 0.1, b: 0.2, c: 0.9, d: 0.25, e: 0.15 };
  const whole = select({ nodes, evidence, shown: ["d"], hits: { a: "pattern" } });
  const told = select({ nodes, evidence, shown: ["d"], hits: { a: "pattern" }, listed: 2 });
  expect(told).toEqual({ ...whole, candidates: whole.candidates.slice(0, 4) });
  expect(told.candidates.map((c) => c.id as string)).toEqual(["c", "a", "d", "b"]);
});
