// Rules of selection that hold for every library, ranking and history.
import { expect, test } from "bun:test";
import { ancestorsOf, type Nodes, rootOf } from "../../src/ways/graph.ts";
import { type Node, type WayId, wayId } from "../../src/ways/way.ts";
import { buildNode, nodeMap } from "../support/nodes.ts";
import fc from "../support/properties.ts";
import { type Situation, select } from "../support/selection.ts";

/** Hundredths: as doubles they would mostly lie next to zero, and hardly any way reach its bar. */
const hundredths = (min: number, max: number) => fc.integer({ min, max }).map((n) => n / 100);

/** A forest of up to nine ways: entry i says which earlier way is the parent of way i (or none). */
const forest = fc
  .array(
    fc.record({
      parent: fc.option(fc.nat({ max: 8 })),
      bar: fc.option(hundredths(0, 100), { freq: 1 }),
      requiresParent: fc.boolean(),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((rows) => {
    const ids: string[] = [];
    return rows.map(({ parent, bar, requiresParent }, i): Node => {
      const above = parent === null ? undefined : ids[parent];
      const id = above === undefined ? `d${i}/w${i}` : `${above}/w${i}`;
      ids.push(id);
      return buildNode(id, { bar, requiresParent, ...(above === undefined ? {} : { parent: above }) });
    });
  });

const situation: fc.Arbitrary<Situation> = forest.chain((nodes) => {
  const ids = nodes.map((n): string => n.id);
  const some = fc.subarray(ids);
  const evidence = fc
    .array(hundredths(-30, 100), { minLength: ids.length, maxLength: ids.length })
    .map((values) => Object.fromEntries(ids.map((id, i) => [id, values[i] ?? 0])));
  return fc.record({
    nodes: fc.constant(nodes),
    evidence,
    parts: fc.array(evidence, { maxLength: 3 }),
    hits: some.map((hit) => Object.fromEntries(hit.map((id) => [id, "pattern" as const]))),
    shown: some,
    maxWays: fc.integer({ min: 1, max: 4 }),
    defaultBar: hundredths(0, 60),
  });
});

const isDescendant = (id: WayId, of: WayId, nodes: Nodes) => ancestorsOf(id, nodes).includes(of);
const withBar = (s: Situation, id: WayId | undefined, bar: number): Situation => ({
  ...s,
  nodes: s.nodes.map((n) => (n.id === id ? { ...n, bar } : n)),
});
const barOf = (s: Situation, id: WayId | undefined) => s.nodes.find((n) => n.id === id)?.bar ?? s.defaultBar ?? 0;

test("lowering a way's bar never takes its showing away", () => {
  fc.assert(
    fc.property(situation, fc.nat(), hundredths(0, 100), (s, pick, factor) => {
      const { shown } = select({ ...s, maxWays: 99 });
      const id = shown[pick % Math.max(1, shown.length)];
      const lower = withBar(s, id, barOf(s, id) * factor);
      expect(select({ ...lower, maxWays: 99 }).shown.filter((other) => other === id)).toEqual(id ? [id] : []);
    }),
  );
});

test("raising every bar never shows more in a new session", () => {
  fc.assert(
    fc.property(situation, hundredths(0, 100), (drawn, by) => {
      const s = { ...drawn, shown: [] };
      const higher = { ...s, nodes: s.nodes.map((n) => ({ ...n, bar: barOf(s, n.id) + by })) };
      expect(select(higher).shown.length).toBeLessThanOrEqual(select(s).shown.length);
    }),
  );
});

test("the order of the library, of the hits and of the ranking says nothing", () => {
  fc.assert(
    fc.property(situation, (s) => {
      const backwards = <T>(record: Readonly<Record<string, T>> | undefined) =>
        Object.fromEntries(Object.entries(record ?? {}).reverse());
      const turned = {
        ...s,
        nodes: [...s.nodes].reverse(),
        hits: backwards(s.hits),
        evidence: backwards(s.evidence),
      };
      expect(select(turned)).toEqual(select(s));
    }),
  );
});

test("never more than `max_ways`, each once, each with the reason that its outcome says", () => {
  fc.assert(
    fc.property(situation, (s) => {
      const { shown, candidates } = select(s);
      expect(shown.length).toBeLessThanOrEqual(s.maxWays ?? 0);
      expect(new Set(shown).size).toBe(shown.length);
      expect(candidates.map((c) => c.id).sort()).toEqual(s.nodes.map((n) => n.id).sort());
      const winning = ["pattern", "best", "second", "inherits-slot"];
      for (const c of candidates) expect(winning.includes(c.reason)).toBe(c.outcome === "shown");
      expect(
        candidates
          .filter((c) => c.outcome === "shown")
          .map((c) => c.id)
          .sort(),
      ).toEqual([...shown].sort());
    }),
  );
});

test("meaning brings up two ways at most, of different trees", () => {
  fc.assert(
    fc.property(situation, (s) => {
      const { shown } = select({ ...s, hits: {} });
      expect(new Set(shown.map((id) => rootOf(id, nodeMap(s.nodes)))).size).toBe(shown.length);
      expect(shown.length).toBeLessThanOrEqual(2);
    }),
  );
});

test("parents stand before their descendants", () => {
  fc.assert(
    fc.property(situation, (s) => {
      const { shown } = select(s);
      const nodes = nodeMap(s.nodes);
      const wrong = shown.filter((id, i) => shown.slice(i + 1).some((later) => isDescendant(id, later, nodes)));
      expect(wrong).toEqual([]);
    }),
  );
});

test("a repeated prompt brings up nothing but descendants of what was shown", () => {
  fc.assert(
    fc.property(situation, (drawn) => {
      const s = { ...drawn, parts: [], maxWays: 99, hits: {} };
      const nodes = nodeMap(s.nodes);
      const first = select(s).shown;
      const again = select({ ...s, shown: [...(s.shown ?? []), ...first] }).shown;
      const known = [...(s.shown ?? []), ...first].map(wayId);
      expect(again.filter((id) => !known.some((k) => isDescendant(id, k, nodes)))).toEqual([]);
    }),
  );
});

test("a shown best passes its slot to a descendant or to nobody", () => {
  fc.assert(
    fc.property(situation, (s) => {
      const nodes = nodeMap(s.nodes);
      const { candidates } = select({ ...s, parts: [], hits: {}, maxWays: 99 });
      const applies = candidates.filter((c) => c.reason !== "parent-not-shown");
      const best = applies.toSorted((x, y) => (y.evidence ?? 0) - (x.evidence ?? 0) || (x.id < y.id ? -1 : 1))[0];
      const heirs = candidates.filter((c) => c.reason === "inherits-slot");
      expect(heirs.length).toBeLessThanOrEqual(best?.reason === "already-shown" ? 1 : 0);
      for (const heir of heirs) expect(best !== undefined && isDescendant(heir.id, best.id, nodes)).toBe(true);
    }),
  );
});

test("what was shown is not shown again", () => {
  fc.assert(
    fc.property(situation, (s) => {
      expect(select(s).shown.filter((id) => s.shown?.includes(id))).toEqual([]);
    }),
  );
});
