import { describe, expect, test } from "bun:test";
import {
  ancestorsOf,
  buildFamily,
  depthOf,
  parentAmong,
  rootOf,
  sharedStems,
  siblingGroups,
  siblingsOf,
  stemOf,
} from "../../src/ways/graph.ts";
import { type WayId, wayId } from "../../src/ways/way.ts";
import fc from "../support/properties.ts";

function nodesOf(ids: readonly string[]) {
  const all = new Set(ids.map(wayId));
  return new Map([...all].map((id) => [id, { id, parent: parentAmong(id, all) }]));
}

const NODES = nodesOf([
  "code",
  "code/testing",
  "code/testing/mocking",
  "code/errors",
  "docs/api",
  "docs/readme",
  "mail/api",
  "flat",
]);
const strings = (ids: readonly WayId[]) => ids.map(String);

test("the parent is the nearest ancestor folder that is a way", () => {
  expect(String(parentAmong(wayId("code/x/y/z"), NODES))).toBe("code");
  expect(parentAmong(wayId("codex/y"), NODES)).toBeNull();
  expect(parentAmong(wayId("code"), NODES)).toBeNull();
});

test("ancestors run from the parent to the root", () => {
  expect(strings(ancestorsOf(wayId("code/testing/mocking"), NODES))).toEqual(["code/testing", "code"]);
  expect(String(rootOf(wayId("code/testing/mocking"), NODES))).toBe("code");
  expect(String(rootOf(wayId("flat"), NODES))).toBe("flat");
});

test("depth counts folders", () => {
  expect([depthOf(wayId("flat")), depthOf(wayId("code/testing/mocking"))]).toEqual([1, 3]);
});

describe("siblings", () => {
  const { siblings, descendants, children, roots } = buildFamily(NODES);
  test("share the parent", () => {
    expect(strings(siblings(wayId("code/testing")))).toEqual(["code/errors"]);
  });
  test("without a parent, share the folder", () => {
    expect(strings(siblings(wayId("docs/api")))).toEqual(["docs/readme"]);
    expect(strings(siblings(wayId("code")))).toEqual(["flat"]);
    expect(siblings(wayId("mail/api"))).toEqual([]);
  });
  test("of one way are those that the whole family tells", () => {
    const part = fc.constantFrom("a", "b", "ab", "é", "code");
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 20 }), (paths) => {
        const nodes = nodesOf(paths);
        const family = buildFamily(nodes);
        for (const id of nodes.keys()) expect(siblingsOf(id, nodes)).toEqual(family.siblings(id));
      }),
    );
  });
  test("descendants come after their parents", () => {
    expect(strings(descendants(wayId("code")))).toEqual(["code/testing", "code/testing/mocking", "code/errors"]);
    expect(strings(children.get(wayId("code")) ?? [])).toEqual(["code/testing", "code/errors"]);
    expect(roots.length).toBe(5);
  });
  test("groups hold every way once", () => {
    expect(siblingGroups(NODES).flat().length).toBe(NODES.size);
  });
});

test("ways that share a stem are found", () => {
  expect([...sharedStems(NODES.keys())].map(([stem, ids]) => [stem, strings(ids)])).toEqual([
    ["api", ["docs/api", "mail/api"]],
  ]);
  expect(stemOf(wayId("docs/api"))).toBe("api");
});

test("every way is a descendant of each of its ancestors, and of no other", () => {
  const ids = fc.array(
    fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(ids, (list) => {
      const nodes = nodesOf(list);
      const { descendants } = buildFamily(nodes);
      for (const id of nodes.keys())
        for (const other of nodes.keys())
          expect(descendants(other).includes(id)).toBe(ancestorsOf(id, nodes).includes(other));
    }),
  );
});
