// What ways cost the agent that reads them, and the bounds ADR-105 sets: per path from the root of a tree, and per tree.
import { ancestorsOf, rootOf } from "./graph.ts";
import type { Way, WayId } from "./way.ts";

export const MAX_PATH_TOKENS = 1_200;
export const MAX_TREE_TOKENS = 4_000;
export const MAX_LINES = 80;

/** UTF-16 units of a body that always fit into one hook output, with its marker and a full closing line. */
export const MAX_BODY_UNITS = 8_200;

export type Budget = {
  readonly id: WayId;
  readonly tokens: number;
  /** The way and all its ancestors. */
  readonly path: number;
  /** The whole tree, at its root; null elsewhere. */
  readonly tree: number | null;
};

/** The estimate of all budgets: bytes ÷ 4. */
export function tokensOf(body: string): number {
  return Math.ceil(new TextEncoder().encode(body.trim()).length / 4);
}

export function buildBudget(ways: ReadonlyMap<WayId, Way>): readonly Budget[] {
  const tokens = new Map([...ways].map(([id, way]) => [id, tokensOf(way.body)]));
  const sum = (ids: readonly WayId[]) => ids.reduce((total, id) => total + (tokens.get(id) ?? 0), 0);
  const trees = Map.groupBy(ways.keys(), (id) => rootOf(id, ways));
  return [...ways.keys()].map((id) => ({
    id,
    tokens: tokens.get(id) ?? 0,
    path: sum([id, ...ancestorsOf(id, ways)]),
    tree: trees.has(id) ? sum(trees.get(id) ?? []) : null,
  }));
}
