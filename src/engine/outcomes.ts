// What the texts at hand say about the ways that are tuned: every alias as if somebody typed it and its way had not had it,
// labelled prompts, and phrasings of the null node, each left out of it. Only the way with the best evidence is shown, so a
// text says something about that one; a near-miss says something about the way it was written for, whichever is the best.
import type { Outcome } from "../match/bars.ts";
import type { Block } from "../match/block.ts";
import { byEvidence } from "../match/decision.ts";
import type { Rows } from "../match/fidelity.ts";
import { leftOutScore, openAsQuery } from "../match/left-out.ts";
import { type Score, type Scores, scoreCoordinates } from "../match/score.ts";
import { buildBlock, type Calibration, pullRows, queryCoordinates } from "../match/space.ts";
import type { Way, WayId } from "../ways/way.ts";
import type { Coordinates } from "./ports.ts";

/** All ways that compete, with the coordinates of their aliases before the pull. */
export type Arena = Coordinates & {
  readonly ways: ReadonlyMap<WayId, Way>;
  /** Ways that have coordinates. */
  readonly rows: ReadonlyMap<WayId, Rows>;
};

export type Observed = Outcome & { readonly way: WayId };

/** A labelled prompt with its raw vector. */
export type LabelledPrompt = {
  readonly vector: Float32Array;
  readonly right: ReadonlySet<WayId>;
  /** The way it must not bring up. */
  readonly nearMissOf: WayId | null;
};

/** Yields to the caller after each text, so that it can tell how far it is. */
export function* observeAliases(tuned: ReadonlySet<WayId>, arena: Arena): Generator<readonly Observed[]> {
  const { ways, rows, calibration, arithmetic } = arena;
  const asQuery = openAsQuery(calibration);
  const near = blockOf(tuned, arena);
  for (const [id, own] of rows)
    for (const [i, row] of own.entries()) {
      const query = asQuery(row);
      const isFar = () => {
        const [nearest] = scoreCoordinates(query, [near], calibration, arithmetic.dots).ranked;
        return nearest === undefined || nearest.evidence < calibration.floor;
      };
      // Below the floor nothing is shown, whatever its bar.
      if (!ways.has(id) || (!tuned.has(id) && isFar())) yield [];
      else {
        const scores = scoreCoordinates(query, arena.blocks, calibration, arithmetic.dots);
        yield outcomesOf(bestWithout(scores, id, leftOutScore(query, own, i, calibration), calibration), id, tuned, arena);
      }
    }
}

export function observePrompt(prompt: LabelledPrompt, tuned: ReadonlySet<WayId>, arena: Arena): readonly Observed[] {
  const { ranked } = rank(prompt.vector, arena);
  const { floor } = arena.calibration;
  const [best] = ranked;
  const missed = ranked.find(({ id }) => id === prompt.nearMissOf);
  const seen = [
    ...(best ? [{ way: best.id, evidence: best.evidence, isRight: prompt.right.has(best.id) }] : []),
    ...(missed && missed !== best ? [{ way: missed.id, evidence: missed.evidence, isRight: false }] : []),
  ];
  return seen.filter(({ way, evidence }) => tuned.has(way) && evidence >= floor);
}

/** `index`: the phrasing's own row of the null node. */
export function observePhrasing(
  vector: Float32Array,
  index: number,
  tuned: ReadonlySet<WayId>,
  arena: Arena,
): readonly Observed[] {
  const [best] = rank(vector, arena, index).ranked;
  return outcomesOf(best, null, tuned, arena);
}

/** `without`: a row of the null node that is left out. */
export function rank(vector: Float32Array, arena: Coordinates, without: number | null = null): Scores {
  const { blocks, calibration, arithmetic } = arena;
  const query = queryCoordinates(vector, calibration, arithmetic.transform);
  return scoreCoordinates(query, blocks, without === null ? calibration : withoutPhrasing(calibration, without), arithmetic.dots);
}

/** The null node without one of its phrasings. */
export function withoutPhrasing(calibration: Calibration, index: number): Calibration {
  const { nothing, dimensions } = calibration;
  const [start, end] = [index * dimensions, (index + 1) * dimensions];
  const rows = new Int8Array(nothing.rows.length - dimensions);
  rows.set(nothing.rows.subarray(0, start));
  rows.set(nothing.rows.subarray(end), start);
  const scales = nothing.scales.filter((_, i) => i !== index);
  return { ...calibration, nothing: { rows, scales, nodes: [] } };
}

function bestWithout({ ranked, null: nullScore }: Scores, id: WayId, score: number, c: Calibration): Score | undefined {
  const penalty = c.nullWeight * Math.max(0, nullScore);
  const others = ranked.find((s) => s.id !== id);
  const own: Score = { id, alias: "", score, evidence: score - penalty };
  return others === undefined ? own : [own, others].sort(byEvidence)[0];
}

function outcomesOf(
  best: Score | undefined,
  right: WayId | null,
  tuned: ReadonlySet<WayId>,
  { calibration }: Coordinates,
): readonly Observed[] {
  if (best === undefined || !tuned.has(best.id) || best.evidence < calibration.floor) return [];
  return [{ way: best.id, evidence: best.evidence, isRight: best.id === right }];
}

function blockOf(ids: ReadonlySet<WayId>, { rows, calibration }: Arena): Block {
  const nodes = [...rows].flatMap(([id, own]) =>
    ids.has(id) ? [{ id, labels: own.map(() => ""), rows: pullRows(own, calibration) }] : [],
  );
  return buildBlock(nodes, calibration.dimensions);
}
