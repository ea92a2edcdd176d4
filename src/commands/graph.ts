// `ways graph`: the authored disclosure graph (ADR-125) for other programs.
import { buildGraph, type Graph, type GraphEdge, type GraphNode } from "../engine/graph.ts";
import { WaysError } from "../errors.ts";
import { openEmbeddedWays } from "../wiring/graph.ts";
import { JSON_FLAG, type Shape, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { formatDot, formatGraphMl } from "./graph-formats.ts";
import { printJson } from "./io.ts";
import { openProgress } from "./progress.ts";

const FORMATS = ["jsonl", "dot", "graphml"] as const;

const NODE: Shape = {
  "kind?": "string",
  id: "string",
  parent: "string | null",
  origin: "string",
  depth: "number",
  aliases: "number",
  "fidelity?": { min: "number", mean: "number", max: "number" },
  bar: "number | null",
};
const EDGE: Shape = {
  "kind?": "string",
  edge: "string",
  from: "string",
  to: "string",
  cosine: "number | null",
};

export const graph: Verb = {
  summary: "all ways and how they hang together: parent, See Also and sibling edges with cosine",
  examples: [
    ["ways graph", 'JSON lines: {"kind":"node",…} and {"kind":"edge",…}'],
    ["ways graph --format graphml > ways.graphml", "for Gephi, yEd, NetworkX"],
    ["ways graph --format dot | dot -Tsvg > ways.svg", "a picture"],
  ],
  words: [],
  flags: {
    ...JSON_FLAG,
    ...WAYS_DIR_FLAG,
    format: { kind: "text", meaning: `${FORMATS.join(", ")} (default: jsonl)` },
  },
  json: { nodes: [NODE], edges: [EDGE] },
  run: async (flags, io) => {
    const format = FORMATS.find((name) => name === (flags.text("format") ?? "jsonl"));
    if (format === undefined)
      throw new WaysError(`unknown format \`${flags.text("format")}\``, { hint: `one of ${FORMATS.join(", ")}` });
    const everything = await openEmbeddedWays(
      io.env,
      io.cwd,
      flags.text("ways-dir"),
      (all) => [...all.values()],
      openProgress(io, "embedding").progress,
    );
    const { ways, rowsOf, problem } = everything;
    if (problem !== null) io.err(`ways: no cosines: ${problem.message}`);
    const built = roundedGraph(buildGraph(ways, rowsOf));
    if (flags.isOn("json")) printJson(io, "graph", built);
    else if (format === "dot") io.out(formatDot(built));
    else if (format === "graphml") io.out(formatGraphMl(built));
    else io.out(formatLines(built));
    return 0;
  },
};

function formatLines({ nodes, edges }: Graph): string {
  const lines = [
    ...nodes.map((node) => ({ kind: "node", ...node })),
    ...edges.map((edge) => ({ kind: "edge", ...edge })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Rows on disk are rounded: further digits would only look exact. */
function roundedGraph({ nodes, edges }: Graph): Graph {
  const round = (x: number) => Math.round(x * 1_000) / 1_000;
  return {
    nodes: nodes.map((node): GraphNode => {
      const { fidelity } = node;
      const range = fidelity && { min: round(fidelity.min), mean: round(fidelity.mean), max: round(fidelity.max) };
      return { ...node, fidelity: range };
    }),
    edges: edges.map(({ cosine, ...edge }): GraphEdge => ({ ...edge, cosine: cosine === null ? null : round(cosine) })),
  };
}
