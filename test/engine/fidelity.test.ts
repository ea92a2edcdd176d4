import { describe, expect, test } from "bun:test";
import { buildFidelity } from "../../src/engine/fidelity.ts";
import type { Alias, Way } from "../../src/ways/way.ts";
import { buildWay } from "../support/arena.ts";

/** A unit vector whose cosine with the first axis is given. */
const at = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine));
/** Cosines of aliases, by label; the canonical text stands first. */
const wayOf = (id: string, cosines: Readonly<Record<string, number>>): Way => ({
  ...buildWay(id, []),
  aliases: [
    { label: "canonical", text: id },
    ...Object.keys(cosines).map((label): Alias => ({ label, text: `${id} ${label}` })),
  ],
});
const LIBRARY = Array.from({ length: 10 }, (_, i) => {
  const spread = (i - 4.5) / 100;
  return { id: `w${i}`, cosines: { de: 0.5 + spread, th: 0.2 + spread, "de alias 1": 0.1 + spread } };
});
const report = (...own: readonly { readonly id: string; readonly cosines: Readonly<Record<string, number>> }[]) => {
  const all = [...LIBRARY, ...own];
  const rows = new Map(all.map(({ id, cosines }) => [id, [at(1), ...Object.values(cosines).map(at)]]));
  const { aliases, usual } = buildFidelity(
    new Set(own.map(({ id }) => wayOf(id, {}).id)),
    all.map(({ id, cosines }) => wayOf(id, cosines)),
    (way) => rows.get(way.id) ?? null,
  );
  return { usual, rows: aliases.map(({ label, isOutlier }) => `${label}${isOutlier ? " outlier" : ""}`), aliases };
};

describe("fidelity", () => {
  test("tells an outlier from a language that the model places low", () => {
    expect(report({ id: "own", cosines: { de: 0.2, th: 0.2 } }).rows).toEqual(["de outlier", "th"]);
  });

  test("compares a situation in words of its own with situations, not with translations", () => {
    expect(report({ id: "own", cosines: { "de alias 1": 0.1, de: 0.5 } }).rows).toEqual(["de alias 1", "de"]);
  });

  test("comes worst first: outliers, then the lowest cosine", () => {
    const { rows, aliases } = report({ id: "own", cosines: { th: 0.18, de: 0.21, "de alias 1": 0.12 } });
    expect(rows).toEqual(["de outlier", "de alias 1", "th"]);
    expect(aliases.map(({ cosine }) => cosine.toFixed(2))).toEqual(["0.21", "0.12", "0.18"]);
  });

  test("has no median, and no outliers, where there are too few to say what is usual", () => {
    const { aliases } = report({ id: "own", cosines: { fr: -0.9 } });
    expect(aliases).toMatchObject([{ lang: "fr", median: null, isOutlier: false }]);
  });

  test("says what is usual for each language and kind, the lowest first", () => {
    expect(report({ id: "own", cosines: {} }).usual).toMatchObject([
      { lang: "de", kind: "phrasing", count: 10 },
      { lang: "th", kind: "main", count: 10 },
      { lang: "de", kind: "main", count: 10 },
    ]);
  });

  test("leaves out ways without a canonical text, and those that have no coordinates", () => {
    const odd = { ...buildWay("odd", []), aliases: [{ label: "de", text: "nur Deutsch" }] };
    expect(buildFidelity(new Set([odd.id]), [odd], () => [at(1)]).aliases).toEqual([]);
    const blind = wayOf("blind", { de: 0.5 });
    expect(buildFidelity(new Set([blind.id]), [blind], () => null).aliases).toEqual([]);
  });
});
