import { expect, test } from "bun:test";
import { formatDot, formatGraphMl } from "../../src/commands/graph-formats.ts";
import type { Graph } from "../../src/engine/graph.ts";
import { wayId } from "../../src/ways/way.ts";

const node = (id: string) =>
  ({ id: wayId(id), parent: null, origin: "core", depth: 1, aliases: 2, fidelity: null, bar: 0.4 }) as const;
const GRAPH: Graph = {
  nodes: [node('a "quoted" <&>'), node("b")],
  edges: [
    { edge: "parent", from: wayId("b"), to: wayId('a "quoted" <&>'), cosine: 0.512 },
    { edge: "sibling", from: wayId("a"), to: wayId("b"), cosine: null },
  ],
};

test("GraphML declares its attributes, escapes ids and leaves unknown values out", () => {
  const xml = formatGraphMl(GRAPH);
  expect(xml).toContain('<key id="cosine" for="edge" attr.name="cosine" attr.type="double"/>');
  expect(xml).toContain('<node id="a &quot;quoted&quot; &lt;&amp;&gt;">');
  expect(xml).toContain('<data key="bar">0.4</data>');
  expect(xml).not.toContain('<data key="fidelity_min">');
  expect(xml).toContain('target="a &quot;quoted&quot; &lt;&amp;&gt;" directed="true">');
  expect(xml.match(/<data key="cosine">/g)).toHaveLength(1);
  expect(xml).toContain('directed="false">');
});

test("DOT quotes ids and labels edges with their cosine", () => {
  const dot = formatDot(GRAPH);
  expect(dot).toContain('  "b" -> "a \\"quoted\\" <&>" [style=solid, label="0.51"];');
  expect(dot.split("\n").at(-1)).toBe("}");
});
