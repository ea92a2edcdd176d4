// Figures over decided prompts. Every rate carries its 95 % interval: Wilson for plain shares, which needs no resampling.
import type { Decided } from "./decide.ts";

export type Rate = { readonly value: number; readonly low: number; readonly high: number; readonly n: number };

function rate(hits: number, n: number): Rate {
  if (n === 0) return { value: Number.NaN, low: 0, high: 1, n };
  const z = 1.96;
  const p = hits / n;
  const centre = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  return { value: p, low: Math.max(0, centre - half), high: Math.min(1, centre + half), n };
}

const right = (d: Decided) => new Set(d.topics.flat());
const wants = (d: Decided) => d.topics.length > 0;

/** Of the ways that were shown, the share that is right. */
export function precision(all: readonly Decided[]): Rate {
  const shown = all.flatMap((d) => d.shown.map((id) => right(d).has(id)));
  return rate(shown.filter(Boolean).length, shown.length);
}

/** Of the prompts that want a way, the share that gets a right one. */
export function recall(all: readonly Decided[]): Rate {
  const due = all.filter((d) => wants(d) && d.group !== "negative");
  return rate(due.filter((d) => d.shown.some((id) => right(d).has(id))).length, due.length);
}

export function topK(all: readonly Decided[], k: number): Rate {
  const due = all.filter((d) => wants(d) && d.group !== "negative");
  return rate(due.filter((d) => d.ranking.slice(0, k).some((r) => right(d).has(r.id))).length, due.length);
}

/** Of the prompts that want nothing, the share that is shown something. */
export function falseFires(all: readonly Decided[]): Rate {
  const silent = all.filter((d) => !wants(d));
  return rate(silent.filter((d) => d.shown.length > 0).length, silent.length);
}

/** Of the two-topic prompts, the share with at least `count` topics met. */
export function topicsMet(all: readonly Decided[], count: number): Rate {
  const met = all.map((d) => d.topics.filter((topic) => d.shown.some((id) => topic.includes(id))).length);
  return rate(met.filter((m) => m >= count).length, met.length);
}

/** Wrong fires whose shown way is a sibling, parent or child of a right one. */
export function kinConfusions(all: readonly Decided[]): Rate {
  const folder = (id: string) => id.slice(0, id.lastIndexOf("/"));
  const wrong = all.flatMap((d) => d.shown.filter((id) => wants(d) && !right(d).has(id)).map((id) => ({ d, id })));
  const kin = wrong.filter(({ d, id }) =>
    [...right(d)].some((r) => folder(r) === folder(id) || folder(r) === id || folder(id) === r),
  );
  return rate(kin.length, wrong.length);
}
