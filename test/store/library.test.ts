// A stored library answers like the map it was made from, although it reads a node only when it is asked for.
import { describe, expect, test } from "bun:test";
import { buildSubjects } from "../../src/match/triggers.ts";
import { libraryBytes, readLibrary } from "../../src/store/library.ts";
import { readSections } from "../../src/store/sections.ts";
import { type Origin, type Way, wayId } from "../../src/ways/way.ts";
import { buildNode } from "../support/nodes.ts";
import fc from "../support/properties.ts";

const wayOf = (id: string, origin: Origin, body: string): Way => ({
  ...buildNode(id, { origin, aliasOrigin: origin, pattern: `\\b${id.slice(-1)}word\\b` }),
  file: `${id}.md`,
  description: "text",
  vocabulary: "",
  aliases: [],
  body,
});

const ways = [
  wayOf("a", "core", "# A\n"),
  wayOf("b/v", "package", ""),
  { ...wayOf("b/v/c", "user", "小さな\n"), aliasOrigin: "project" as const, parent: wayId("b/v") },
  {
    ...wayOf("d", "project", "# D\n"),
    triggers: { ...buildNode("d").triggers, state: { kind: "session-start" as const } },
  },
];
const nodeOf = ({ file: _f, description: _d, vocabulary: _v, aliases: _a, body: _b, ...node }: Way) => node;

function stored() {
  const sections = readSections(libraryBytes(ways, "the core", { of: "test" }));
  const library = sections && readLibrary(sections);
  if (library === null) throw new Error("no library");
  return library;
}

function openIn({ nodes }: ReturnType<typeof stored>, text: string) {
  const subjects = buildSubjects({ pattern: [text], commandLine: null, errors: [], file: null, moment: "prompt" });
  return [...(nodes.open?.(subjects) ?? [])].map(({ id }) => String(id));
}

describe("a stored library", () => {
  test("is the map of its nodes, in their order, however it is asked", () => {
    const { nodes, core, meta } = stored();
    const ids = ways.map(({ id }) => id);
    expect([nodes.size, [...nodes.keys()], core, meta["of"]]).toEqual([4, ids, "the core", "test"]);
    expect([...nodes.values()]).toMatchObject(ways.map(nodeOf));
    expect([...nodes].map(([id, node]) => [id, node.id])).toEqual(ids.map((id) => [id, id]));
    const visited: string[] = [];
    nodes.forEach((node, id, map) => void visited.push(`${id} ${map.get(id) === node}`));
    expect(visited).toEqual(ids.map((id) => `${id} true`));
    for (const way of ways) expect(nodes.get(way.id)).toMatchObject(nodeOf(way));
    expect([nodes.has(wayId("a")), nodes.has(wayId("x")), nodes.get(wayId("x"))]).toEqual([true, false, undefined]);
  });

  test("tells whose texts describe a node without reading it", () => {
    const { nodes } = stored();
    expect(nodes.ids).toEqual(ways.map(({ id }) => id));
    expect(nodes.origins?.()).toEqual(["core", "package", "project", "project"]);
  });

  test("names the nodes that a text may match, and those with a state", () => {
    expect(openIn(stored(), "cword and Aword")).toEqual(["a", "b/v/c", "d"]);
    expect(openIn(stored(), "nothing")).toEqual(["d"]);
  });

  test("slices bodies in any script", () => {
    const { body } = stored();
    expect(ways.map(({ id }) => body(id))).toEqual(ways.map((way) => way.body));
    expect(body(wayId("x"))).toBe("");
  });

  test("reads as none, or as it was, when any byte is another", () => {
    const bytes = libraryBytes(ways, "the core", { of: "test" });
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Uint8Array.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ flip;
        const sections = readSections(changed);
        const library = sections && readLibrary(sections);
        if (library === null) return;
        expect([...library.nodes.values()]).toMatchObject(ways.map(nodeOf));
        expect(openIn(library, "cword and Aword")).toEqual(expect.arrayContaining(["a", "b/v/c", "d"]));
      }),
      { numRuns: 500 },
    );
  });
});
