// What the texts at hand say about the ways that are tuned: every alias as if somebody typed it and its way had not had it,
// labelled prompts, and phrasings of the null node, each left out of it. Only the way with the best evidence is shown, so a
// text says something about that one; a near-miss says something about the way it was written for, whichever is the best.
import type { Outcome } from "../match/bars.ts";
import { type Block, everydayRows, nullBlock, rowsInMemory } from "../match/block.ts";
import { byEvidence } from "../match/decision.ts";
import type { Rows } from "../match/fidelity.ts";
import { openAsQuery, scoreLeftOut } from "../match/left-out.ts";
import { type Score, scoreCoordinates, scoreNodes } from "../match/score.ts";
import { buildBlock, type Calibration, type NodeCoordinates, pullRows } from "../match/space.ts";
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

/** A prompt that was tried: its best way, and what that says about bars. */
export type Trial = {
  readonly best: Score | null;
  readonly right: ReadonlySet<WayId>;
  /** It should be shown something. */
  readonly isWanted: boolean;
  readonly seen: readonly Observed[];
};

/** Yields to the caller after each text, so that it can tell how far it is. */
export function* observeAliases(tuned: ReadonlySet<WayId>, arena: Arena): Generator<readonly Observed[]> {
  const { rows, calibration, arithmetic } = arena;
  const asQuery = openAsQuery(calibration);
  const near = blockOf(tuned, arena);
  for (const [id, own] of rows)
    for (const [i, row] of own.entries()) {
      const query = asQuery(row);
      const isFar = () => {
        const [nearest] = scoreCoordinates(query, [near], calibration, arithmetic.nearest).ranked;
        return nearest === undefined || nearest.evidence < calibration.floor;
      };
      if (!tuned.has(id) && isFar()) yield [];
      else {
        const scores = scoreCoordinates(query, arena.blocks, calibration, arithmetic.nearest);
        const others = scores.ranked.find((s) => s.id !== id) ?? null;
        const best = better(scoreLeftOut(query, nodeOf(id, arena), own, i, arena), others);
        yield observed(best, new Set([id]), arena);
      }
    }
}

export function tryPrompt({ vector, right, nearMissOf }: LabelledPrompt, arena: Arena): Trial {
  const { blocks, calibration, arithmetic } = arena;
  const { ranked } = scoreNodes(vector, blocks, calibration, arithmetic);
  const best = ranked[0] ?? null;
  const missed = ranked.find(({ id }) => id === nearMissOf);
  const seen = [
    ...observed(best, right, arena),
    ...(missed === undefined || missed === best ? [] : observed(missed, right, arena)),
  ];
  return { best, right, isWanted: nearMissOf === null, seen };
}

/** The phrasing of the null node at `index`, tried without itself. */
export function tryPhrasing(index: number, arena: Arena): Trial {
  const right = new Set<WayId>();
  const { blocks, calibration, arithmetic } = arena;
  const query = phrasingQuery(index, calibration);
  const { ranked } = scoreCoordinates(query, blocks, withoutPhrasing(calibration, index), arithmetic.nearest);
  const best = ranked[0] ?? null;
  return { best, right, isWanted: false, seen: observed(best, right, arena) };
}

/** Coordinates of a phrasing as a prompt: its row tells them, nothing has to be embedded. */
export function phrasingQuery(index: number, calibration: Calibration): Float32Array {
  const { nothing, dimensions } = calibration;
  const row = nothing.rows.slice(index * dimensions, (index + 1) * dimensions);
  return openAsQuery(calibration)(Float32Array.from(row, (x) => x * (nothing.scales[index] ?? 0)));
}

/** The null node without one of its phrasings. */
export function withoutPhrasing(calibration: Calibration, index: number): Calibration {
  const { nothing, dimensions } = calibration;
  const [start, end] = [index * dimensions, (index + 1) * dimensions];
  const rows = new Int8Array(nothing.rows.length - dimensions);
  rows.set(nothing.rows.slice(0, start));
  rows.set(nothing.rows.slice(end, nothing.rows.length), start);
  const scales = nothing.scales.filter((_, i) => i !== index);
  const errands = nothing.scales.length - everydayRows(nothing);
  return { ...calibration, nothing: nullBlock({ rows: rowsInMemory(rows), scales }, errands) };
}

function better(a: Score | null, b: Score | null): Score | null {
  if (a === null || b === null) return a ?? b;
  return byEvidence(a, b) < 0 ? a : b;
}

/** Below the floor nothing is shown, whatever the bar: such a text says nothing. */
function observed(score: Score | null, right: ReadonlySet<WayId>, { calibration }: Coordinates): readonly Observed[] {
  if (score === null || score.evidence < calibration.floor) return [];
  return [{ way: score.id, evidence: score.evidence, isRight: right.has(score.id) }];
}

/** The rows of some ways as the one block they are scored in. */
export function blockOf(ids: ReadonlySet<WayId>, arena: Arena): Block {
  const { rows, calibration } = arena;
  const nodes = [...rows].flatMap(([id, own]) =>
    ids.has(id) ? [{ ...nodeOf(id, arena), labels: own.map(() => ""), rows: pullRows(own, calibration) }] : [],
  );
  return buildBlock(nodes, calibration.dimensions);
}

/** As what it is scored. */
export function nodeOf(id: WayId, { ways }: Pick<Arena, "ways">): Pick<NodeCoordinates, "id" | "isShipped"> {
  return { id, isShipped: ways.get(id)?.aliasOrigin === "core" };
}
