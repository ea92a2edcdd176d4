import { expect, test } from "bun:test";
import { buildMetrics } from "../../src/engine/metrics.ts";
import type { Disclosure } from "../../src/engine/ports.ts";
import { wayId } from "../../src/ways/way.ts";
import { buildNode, nodeMap } from "../support/nodes.ts";

const nodes = nodeMap([
  buildNode("p"),
  buildNode("p/a", { parent: "p" }),
  buildNode("p/b", { parent: "p" }),
  buildNode("q"),
  buildNode("q/a", { parent: "q" }),
]);

function shown(
  way: string,
  epoch: number,
  parentEpoch: number | null,
  trigger: Disclosure["trigger"] = "embedding",
): Disclosure {
  const parent = way.includes("/") ? wayId(way.slice(0, way.lastIndexOf("/"))) : null;
  return {
    way: wayId(way),
    parent,
    depth: way.split("/").length,
    epoch,
    parent_epoch: parentEpoch,
    epoch_distance: parentEpoch === null ? null : epoch - parentEpoch,
    sibling_total: 1,
    sibling_fired: 0,
    trigger,
    score: null,
    bar: null,
    agent: "agent",
  };
}

const SESSIONS = [
  [shown("p", 1, null), shown("p/a", 1, 1, "command")],
  [shown("p", 1, null), shown("p/a", 4, 1), shown("gone/away", 5, 5)],
  [shown("p", 2, null)],
];

test("a child that no session has seen, though its parent was shown; families nobody met are left out", () => {
  expect(buildMetrics(SESSIONS, nodes).neverFired).toEqual([
    { way: wayId("p/b"), parent: wayId("p"), parentSessions: 3 },
  ]);
});

test("a child shown at the event of its parent; ways that are gone are left out", () => {
  expect(buildMetrics(SESSIONS, nodes).cascades).toEqual([
    { way: wayId("p/a"), parent: wayId("p"), instant: 1, shown: 2 },
  ]);
});

test("coverage: the mean share of children over the sessions with the parent", () => {
  expect(buildMetrics(SESSIONS, nodes).coverage).toEqual([
    { parent: wayId("p"), children: 2, sessions: 3, mean: (0.5 + 0.5 + 0) / 3 },
  ]);
});

test("counts by trigger, most first", () => {
  const { sessions, disclosures, triggers } = buildMetrics(SESSIONS, nodes);
  expect({ sessions, disclosures }).toEqual({ sessions: 3, disclosures: 6 });
  expect(triggers).toEqual([
    { trigger: "embedding", count: 5 },
    { trigger: "command", count: 1 },
  ]);
});

test("no sessions, no metrics", () => {
  expect(buildMetrics([], nodes)).toEqual({
    sessions: 0,
    disclosures: 0,
    triggers: [],
    neverFired: [],
    cascades: [],
    coverage: [],
  });
});
