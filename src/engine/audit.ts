// `ways tune --audit` (ADR-125): would a way's canonical text find its way if the way did not have it, or one of its neighbours?
import { openAsQuery, scoreLeftOut } from "../match/left-out.ts";
import { scoreCoordinates } from "../match/score.ts";
import type { WayId } from "../ways/way.ts";
import { type Arena, nodeOf } from "./outcomes.ts";

export type Near = { readonly id: WayId; readonly score: number };

export type Audit = {
  readonly id: WayId;
  /** Score at its own way without the canonical text; null when that is all the way has. */
  readonly self: number | null;
  readonly other: Near | null;
  /** self − other; below 0 the text is a neighbour's. */
  readonly gap: number | null;
  /** Ways that score higher than its own, best first. */
  readonly confusers: readonly Near[];
};

/** The narrowest gap first; ways without other aliases last. */
export function auditCanonicals(own: Iterable<WayId>, arena: Arena): readonly Audit[] {
  const { ways, rows, blocks, calibration, arithmetic } = arena;
  const asQuery = openAsQuery(calibration);
  const audits = [...own].flatMap((id): Audit[] => {
    const texts = rows.get(id) ?? [];
    const [canonical] = texts;
    if (canonical === undefined || ways.get(id)?.aliases[0]?.label !== "canonical") return [];
    const query = asQuery(canonical);
    const self = scoreLeftOut(query, nodeOf(id, arena), texts, 0, arena)?.score ?? null;
    const others = scoreCoordinates(query, blocks, calibration, arithmetic.nearest).ranked.filter((s) => s.id !== id);
    const near = others.map(({ id: other, score }): Near => ({ id: other, score }));
    const best = near[0] ?? null;
    const gap = self === null || best === null ? null : self - best.score;
    return [{ id, self, other: best, gap, confusers: near.filter(({ score }) => self !== null && score > self) }];
  });
  const last = Number.POSITIVE_INFINITY;
  return audits.sort((a, b) => (a.gap ?? last) - (b.gap ?? last) || (a.id < b.id ? -1 : 1));
}
