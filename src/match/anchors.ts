// Two marks on a model's scale of evidence, by which bars that were measured with one model are carried over to another: what a
// way has for a phrasing of its own that it has not been told of, and what the best way of another subject has for it.
import { parseLabel } from "../ways/alias-label.ts";
import type { Way, WayId } from "../ways/way.ts";
import { scoreLeftOut } from "./left-out.ts";
import { type Arithmetic, PLAIN, scoreCoordinates } from "./score.ts";
import { aliasCoordinates, buildBlock, type Calibration, pullRows, queryCoordinates } from "./space.ts";

export type Anchors = {
  /** Evidence that every fourth phrasing reaches: a weak model misses many, and its bars follow from those it knows. */
  readonly right: number;
  /** Evidence that every second one gives the best way of another subject: bars stand above it. */
  readonly wrong: number;
};

const RIGHT = 0.75;
const WRONG = 0.5;

/** Raw vectors of a way's aliases, and which of them are tried. */
export type Phrasings = {
  readonly id: WayId;
  readonly vectors: readonly Float32Array[];
  readonly isTried: (index: number) => boolean;
};

/**
 * Tried are the phrasings in the library's own language: many a model knows one language only, and what it makes of others would
 * drown what it can do.
 */
export function phrasingsOf(
  ways: readonly Way[],
  vectorOf: (text: string) => Float32Array | null,
): readonly Phrasings[] {
  return ways.map(({ id, aliases }) => ({
    id,
    vectors: aliases.flatMap(({ text }) => vectorOf(text) ?? []),
    isTried: (index) => [null, OWN_LANGUAGE].includes(parseLabel(aliases[index]?.label ?? "").lang),
  }));
}

const OWN_LANGUAGE = "en";

/** Aliases that are tried, spread evenly over all. */
const TRIED = 400;

export function findAnchors(
  ways: readonly Phrasings[],
  calibration: Calibration,
  arithmetic: Arithmetic = PLAIN,
): Anchors {
  const nodes = ways.map(({ id, vectors, isTried }) => {
    const rows = vectors.map((vector) => aliasCoordinates(vector, calibration, arithmetic.transform));
    return { id, isShipped: true, vectors, isTried, rows, labels: rows.map(() => ""), subject: subjectOf(id) };
  });
  const block = buildBlock(
    nodes.map((node) => ({ ...node, rows: pullRows(node.rows, calibration) })),
    calibration.dimensions,
  );
  const all = nodes
    .flatMap((node) => node.vectors.map((vector, index) => ({ node, vector, index })))
    .filter(({ node, index }) => node.isTried(index));
  const step = Math.max(1, Math.floor(all.length / TRIED));
  const found = all
    .filter((_, i) => i % step === 0)
    .map(({ node, vector, index }) => {
      const query = queryCoordinates(vector, calibration, arithmetic.transform);
      const own = scoreLeftOut(query, node, node.rows, index, { calibration, arithmetic });
      const { ranked } = scoreCoordinates(query, [block], calibration, arithmetic.nearest);
      return { right: own?.evidence, wrong: ranked.find(({ id }) => subjectOf(id) !== node.subject)?.evidence };
    });
  return {
    right: quantile(
      found.map(({ right }) => right),
      RIGHT,
    ),
    wrong: quantile(
      found.map(({ wrong }) => wrong),
      WRONG,
    ),
  };
}

/** The calibration with its evidence on the scale of `target`. null: the model does not tell right from wrong. */
export function onScaleOf(target: Anchors, own: Anchors, calibration: Calibration): Calibration | null {
  const gain = (target.right - target.wrong) / (own.right - own.wrong);
  if (!Number.isFinite(gain) || gain <= 0) return null;
  return { ...calibration, gain, offset: target.right - gain * own.right };
}

/** The first folder of its id. */
function subjectOf(id: WayId): string {
  return id.split("/")[0] ?? "";
}

function quantile(values: readonly (number | undefined)[], share: number): number {
  const sorted = values.filter((x) => x !== undefined).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
