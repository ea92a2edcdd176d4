// The graph for other programs: GraphML, and DOT as lines of text.
import type { Graph, GraphEdge, GraphNode } from "../engine/graph.ts";
import { escapeControl } from "../errors.ts";
import { renderXml } from "./xml.ts";

type Attribute<T> = {
  readonly name: string;
  readonly type: "string" | "int" | "double";
  readonly of: (item: T) => string | number | null;
};

const NODE_ATTRIBUTES: readonly Attribute<GraphNode>[] = [
  { name: "origin", type: "string", of: (n) => n.origin },
  { name: "depth", type: "int", of: (n) => n.depth },
  { name: "aliases", type: "int", of: (n) => n.aliases },
  { name: "fidelity_min", type: "double", of: (n) => n.fidelity?.min ?? null },
  { name: "fidelity_mean", type: "double", of: (n) => n.fidelity?.mean ?? null },
  { name: "fidelity_max", type: "double", of: (n) => n.fidelity?.max ?? null },
  { name: "bar", type: "double", of: (n) => n.bar },
];
const EDGE_ATTRIBUTES: readonly Attribute<GraphEdge>[] = [
  { name: "kind", type: "string", of: (e) => e.edge },
  { name: "cosine", type: "double", of: (e) => e.cosine },
];

export function formatGraphMl({ nodes, edges }: Graph): string {
  const keys = (of: "node" | "edge", attributes: readonly Attribute<never>[]) =>
    attributes.map(({ name, type }) => ({ "@id": name, "@for": of, "@attr.name": name, "@attr.type": type }));
  const data = <T>(item: T, attributes: readonly Attribute<T>[]) =>
    attributes.flatMap(({ name, of }) => {
      const value = of(item);
      return value === null ? [] : [{ "@key": name, "#text": value }];
    });
  return renderXml({
    graphml: {
      "@xmlns": "http://graphml.graphdrawing.org/xmlns",
      key: [...keys("node", NODE_ATTRIBUTES), ...keys("edge", EDGE_ATTRIBUTES)],
      graph: {
        "@id": "ways",
        "@edgedefault": "directed",
        node: nodes.map((node) => ({ "@id": escapeControl(node.id), data: data(node, NODE_ATTRIBUTES) })),
        edge: edges.map((edge) => ({
          "@source": escapeControl(edge.from),
          "@target": escapeControl(edge.to),
          "@directed": String(edge.edge !== "sibling"),
          data: data(edge, EDGE_ATTRIBUTES),
        })),
      },
    },
  });
}

const DOT_STYLE: Readonly<Record<GraphEdge["edge"], string>> = {
  parent: "style=solid",
  "see-also": "style=dashed",
  sibling: 'dir=none, style=dotted, constraint=false, color="gray60"',
};

export function formatDot({ nodes, edges }: Graph): string {
  const name = (text: string) => `"${escapeControl(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  return [
    "digraph ways {",
    "  rankdir=RL;",
    "  node [shape=box];",
    ...nodes.map(({ id, aliases }) => `  ${name(id)} [tooltip=${name(`${aliases} aliases`)}];`),
    ...edges.map(({ edge, from, to, cosine }) => {
      const label = cosine === null ? "" : `, label="${cosine.toFixed(2)}"`;
      return `  ${name(from)} -> ${name(to)} [${DOT_STYLE[edge]}${label}];`;
    }),
    "}",
  ].join("\n");
}
