// What disclosures of many sessions say about the trees (ADR-105): children that never come up, children that always come
// with their parent, and how much of a family a session gets to see.
import { buildFamily, type Nodes } from "../ways/graph.ts";
import type { WayId } from "../ways/way.ts";
import type { Disclosure } from "./ports.ts";

export type Metrics = {
  readonly sessions: number;
  readonly disclosures: number;
  /** Disclosures by what brought the way up, most first. */
  readonly triggers: readonly { readonly trigger: string; readonly count: number }[];
  /** Children never shown, though their parent was: a gap in their vocabulary. */
  readonly neverFired: readonly { readonly way: WayId; readonly parent: WayId; readonly parentSessions: number }[];
  /** Children shown at the very event of their parent: their words overlap. */
  readonly cascades: readonly {
    readonly way: WayId;
    readonly parent: WayId;
    readonly instant: number;
    readonly shown: number;
  }[];
  /** Share of a parent's children that a session with that parent gets to see, on average. */
  readonly coverage: readonly {
    readonly parent: WayId;
    readonly children: number;
    readonly sessions: number;
    readonly mean: number;
  }[];
};

/** `nodes`: the library of today; ways that are gone are left out of all but the counts. */
export function buildMetrics(sessions: readonly (readonly Disclosure[])[], nodes: Nodes): Metrics {
  const { children } = buildFamily(nodes);
  const lines = sessions.flat();
  const shownIn = sessions.map((session) => new Set(session.map(({ way }) => way)));
  const sessionsWith = (id: WayId) => shownIn.filter((shown) => shown.has(id));
  const coverage: Metrics["coverage"][number][] = [];
  const neverFired: Metrics["neverFired"][number][] = [];
  for (const [parent, ids] of children) {
    const seen = sessionsWith(parent);
    if (seen.length === 0) continue;
    const shares = seen.map((shown) => ids.filter((id) => shown.has(id)).length / ids.length);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    coverage.push({ parent, children: ids.length, sessions: seen.length, mean });
    for (const way of ids)
      if (sessionsWith(way).length === 0) neverFired.push({ way, parent, parentSessions: seen.length });
  }
  return {
    sessions: sessions.length,
    disclosures: lines.length,
    triggers: countTriggers(lines),
    neverFired: neverFired.sort((a, b) => b.parentSessions - a.parentSessions || (a.way < b.way ? -1 : 1)),
    cascades: findCascades(lines, nodes),
    coverage: coverage.sort((a, b) => a.mean - b.mean || (a.parent < b.parent ? -1 : 1)),
  };
}

function countTriggers(lines: readonly Disclosure[]): Metrics["triggers"] {
  return [...Map.groupBy(lines, ({ trigger }) => trigger)]
    .map(([trigger, same]) => ({ trigger, count: same.length }))
    .sort((a, b) => b.count - a.count || (a.trigger < b.trigger ? -1 : 1));
}

function findCascades(lines: readonly Disclosure[], nodes: Nodes): Metrics["cascades"] {
  return [...Map.groupBy(lines, ({ way }) => way)]
    .flatMap(([way, own]) => {
      const parent = nodes.get(way)?.parent ?? null;
      const instant = own.filter((line) => line.epoch_distance === 0).length;
      return parent === null || instant === 0 ? [] : [{ way, parent, instant, shown: own.length }];
    })
    .sort((a, b) => b.instant - a.instant || (a.way < b.way ? -1 : 1));
}
