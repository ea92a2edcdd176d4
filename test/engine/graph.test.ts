import { describe, expect, test } from "bun:test";
import { buildGraph } from "../../src/engine/graph.ts";
import { buildLibrary } from "../../src/ways/tree.ts";
import type { Way } from "../../src/ways/way.ts";
import { layerOf, wayText } from "../ways/authored-layer.ts";

const seeAlso = (id: string) => `${wayText(id)}\n## See Also\n- ${id} — more\n- gone/away — a broken link\n`;
const ways = buildLibrary([
  layerOf("core", {
    a: wayText("a"),
    "a/b": wayText("b", "embed_threshold: 0.4\naliases: [x, y]"),
    "a/c": seeAlso("d"),
    d: wayText("d"),
  }),
]);

/** Each way points into its own direction; aliases lie on a line from the canonical one. */
function rowsOf({ id, aliases }: Way) {
  const angle = { a: 0, "a/b": 0.5, "a/c": 1, d: 1.5 }[String(id)] ?? 0;
  return aliases.map((_, i) => Float32Array.of(Math.cos(angle + i * 0.1), Math.sin(angle + i * 0.1)));
}

const edges = (graph: ReturnType<typeof buildGraph>) =>
  graph.edges.map(({ edge, from, to, cosine }) => `${edge} ${from} ${to} ${cosine?.toFixed(2) ?? "–"}`);

test("every kind of edge once, with the cosine of its ends; broken links are none", () => {
  expect(edges(buildGraph(ways, rowsOf))).toEqual([
    "parent a/b a 0.83",
    "parent a/c a 0.54",
    "see-also a/c d 0.88",
    "sibling a d 0.07",
    "sibling a/b a/c 0.92",
  ]);
});

test("a node has its whole id, its aliases, its bar and the range of their fidelity", () => {
  const node = buildGraph(ways, rowsOf).nodes.find(({ id }) => String(id) === "a/b");
  expect(node).toMatchObject({ parent: "a", origin: "core", depth: 2, aliases: 3, bar: 0.4 });
  expect(node?.fidelity?.min).toBeCloseTo(Math.cos(0.2), 5);
  expect(node?.fidelity?.max).toBeCloseTo(Math.cos(0.1), 5);
});

test("one text has no fidelity", () => {
  expect(buildGraph(ways, rowsOf).nodes.find(({ id }) => String(id) === "d")?.fidelity).toBeNull();
});

test("without a model the graph is there, the cosines are not", () => {
  const graph = buildGraph(ways, () => null);
  expect(graph.nodes.map(({ fidelity }) => fidelity)).toEqual([null, null, null, null]);
  expect(graph.edges.map(({ cosine }) => cosine)).toEqual([null, null, null, null, null]);
});

describe("a large family", () => {
  const family = buildLibrary([
    layerOf("core", Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`f/w${i}`, wayText(`word${i}`)]))),
  ]);

  test("keeps the nearest siblings of each way, not all pairs", () => {
    const angleOf = (way: Way) => Number(/\d+/.exec(way.id)?.[0]) / 100;
    const graph = buildGraph(family, (way) => [Float32Array.of(Math.cos(angleOf(way)), Math.sin(angleOf(way)))]);
    expect(graph.edges.length).toBeLessThan(200 * 30);
    expect(edges(graph)).toContain("sibling f/w10 f/w11 1.00");
    expect(graph.edges.some(({ from, to }) => String(from) === "f/w0" && String(to) === "f/w199")).toBe(false);
  });
});
