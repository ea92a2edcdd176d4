// ADR-125 §1: the disclosure state is the live subgraph reachable from the session frontier.
import { describe, expect, test } from "bun:test";
import { buildFrontier, type FrontierInput } from "../../src/engine/frontier.ts";
import { wayId } from "../../src/ways/way.ts";
import { buildNode, nodeMap } from "../support/nodes.ts";

const LIBRARY = nodeMap([
  buildNode("code/supply", { seeAlso: [wayId("ops/policy"), wayId("code/supply/pin"), wayId("gone/gone")] }),
  buildNode("code/supply/audit", { parent: "code/supply", bar: 0.5 }),
  buildNode("code/supply/audit/history", { parent: "code/supply/audit", requiresParent: true }),
  buildNode("code/supply/pin", { parent: "code/supply", bar: 0.11 }),
  buildNode("code/style"),
  buildNode("ops/policy", { seeAlso: [wayId("ops/far")] }),
  buildNode("ops/far"),
]);

function frontier(shown: readonly string[], more: Partial<FrontierInput> = {}) {
  return buildFrontier({
    nodes: LIBRARY,
    shown: new Set(shown.map(wayId)),
    scope: "agent",
    whenHolds: () => true,
    isDisabled: () => false,
    bars: { defaultBar: 0.3, floor: 0.1 },
    ...more,
  });
}
const ids = (shown: readonly string[]) => frontier(shown).map((r): string => r.id);
const entry = (id: string, shown: readonly string[], more: Partial<FrontierInput> = {}) =>
  frontier(shown, more).find((r) => r.id === id);

describe("the frontier", () => {
  test("is empty while nothing has been shown", () => {
    expect(ids([])).toEqual([]);
  });

  test("holds the children and everything below them, and See Also links; no siblings, nothing two links away", () => {
    expect(ids(["code/supply"])).toEqual([
      "code/supply/audit",
      "code/supply/audit/history",
      "code/supply/pin",
      "ops/policy",
    ]);
  });

  test("moves on with every way that is shown", () => {
    expect(ids(["code/supply", "code/supply/audit", "ops/policy"])).toEqual([
      "code/supply/audit/history",
      "code/supply/pin",
      "ops/far",
    ]);
  });

  test("names the edge and the nearest shown way", () => {
    const both = ["code/supply", "code/supply/audit"];
    expect(entry("code/supply/pin", both)).toMatchObject({ edge: "child", from: "code/supply" });
    expect(entry("code/supply/audit/history", both)).toMatchObject({ edge: "child", from: "code/supply/audit" });
    expect(entry("code/supply/audit/history", ["code/supply"])).toMatchObject({
      edge: "descendant",
      from: "code/supply",
    });
    expect(entry("ops/policy", both)).toMatchObject({ edge: "see-also", from: "code/supply" });
  });

  test("eases the bar of descendants by a fifth, once, and never below the floor", () => {
    expect(entry("code/supply/audit", ["code/supply"])).toMatchObject({ bar: 0.4, isEased: true });
    const twice = entry("code/supply/audit/history", ["code/supply", "code/supply/audit"]);
    expect(twice?.bar).toBeCloseTo(0.24, 10);
    expect(entry("code/supply/pin", ["code/supply"])?.bar).toBe(0.1);
  });

  test("See Also links reach, but ease nothing", () => {
    expect(entry("ops/policy", ["code/supply"])).toMatchObject({ bar: 0.3, isEased: false });
  });

  test("says what a way still waits for", () => {
    expect(entry("code/supply/audit/history", ["code/supply"])?.waits).toBe("parent-not-shown");
    expect(entry("code/supply/audit/history", ["code/supply/audit"])?.waits).toBeNull();
    expect(entry("ops/policy", ["code/supply"], { scope: "subagent" })?.waits).toBe("other-scope");
    expect(entry("ops/policy", ["code/supply"], { isDisabled: () => true })?.waits).toBe("disabled");
    expect(entry("ops/policy", ["code/supply"], { whenHolds: () => false })?.waits).toBe("when-fails");
  });

  test("has no bars without a model", () => {
    expect(entry("ops/policy", ["code/supply"], { bars: null })?.bar).toBeNull();
  });
});
