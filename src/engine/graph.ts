// The authored disclosure graph as data (ADR-125): nodes are ways, edges are parent, See Also and siblings with their cosine.
import { centroidOf, fidelities, type Rows } from "../match/fidelity.ts";
import { dot } from "../match/space.ts";
import { depthOf, siblingGroups } from "../ways/graph.ts";
import type { Way, WayId } from "../ways/way.ts";

/** Coordinates of a way's aliases before the pull; null: not known. */
export type RowsOf = (way: Way) => Rows | null;

export type Range = { readonly min: number; readonly mean: number; readonly max: number };

export type GraphNode = {
  readonly id: WayId;
  readonly parent: WayId | null;
  readonly origin: Way["origin"];
  readonly depth: number;
  readonly aliases: number;
  /** Cosines of the canonical text with every other alias; null without both. */
  readonly fidelity: Range | null;
  readonly bar: number | null;
};

/** `from` is the child, the way with the link, or the sibling whose id comes first. */
export type GraphEdge = {
  readonly edge: "parent" | "see-also" | "sibling";
  readonly from: WayId;
  readonly to: WayId;
  /** Of the centroids; null without a model. */
  readonly cosine: number | null;
};

export type Graph = { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] };

/** In a larger family each way keeps this many nearest siblings: all pairs would grow with its square. */
const NEAREST = 30;

export function buildGraph(ways: ReadonlyMap<WayId, Way>, rowsOf: RowsOf): Graph {
  const rows = new Map([...ways.values()].map((way) => [way.id, rowsOf(way)]));
  const centroids = new Map([...rows].flatMap(([id, own]) => (own?.length ? [[id, centroidOf(own)] as const] : [])));
  const cosineOf = (a: WayId, b: WayId) => {
    const [first, second] = [centroids.get(a), centroids.get(b)];
    return first && second ? dot(first, second) : null;
  };
  const edge = (kind: GraphEdge["edge"], from: WayId, to: WayId): GraphEdge => ({
    edge: kind,
    from,
    to,
    cosine: cosineOf(from, to),
  });
  const all = [...ways.values()];
  return {
    nodes: all.map((way) => nodeOf(way, rows.get(way.id) ?? null)),
    edges: [
      ...all.flatMap(({ id, parent }) => (parent === null ? [] : [edge("parent", id, parent)])),
      ...all.flatMap(({ id, seeAlso }) => seeAlso.filter((to) => ways.has(to)).map((to) => edge("see-also", id, to))),
      ...siblingGroups(ways).flatMap((group) => siblingEdges(group, cosineOf, edge)),
    ],
  };
}

function nodeOf(way: Way, rows: Rows | null): GraphNode {
  const { id, parent, origin, bar, aliases } = way;
  const others = rows === null || aliases[0]?.label !== "canonical" ? [] : fidelities(rows).slice(1);
  return { id, parent, origin, depth: depthOf(id), aliases: aliases.length, fidelity: rangeOf(others), bar };
}

function rangeOf(values: readonly number[]): Range | null {
  if (values.length === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { min: Math.min(...values), mean, max: Math.max(...values) };
}

function siblingEdges(
  group: readonly WayId[],
  cosineOf: (a: WayId, b: WayId) => number | null,
  edge: (kind: "sibling", from: WayId, to: WayId) => GraphEdge,
): readonly GraphEdge[] {
  const pairs = new Set<string>();
  return group.flatMap((id) => {
    const others = group.filter((other) => other !== id);
    const near =
      others.length <= NEAREST
        ? others
        : others
            .map((other) => ({ other, cosine: cosineOf(id, other) ?? 0 }))
            .sort((x, y) => y.cosine - x.cosine)
            .slice(0, NEAREST)
            .map(({ other }) => other);
    return near.flatMap((other) => {
      const [from, to] = id < other ? [id, other] : [other, id];
      const key = `${from} ${to}`;
      if (pairs.has(key)) return [];
      pairs.add(key);
      return [edge("sibling", from, to)];
    });
  });
}
