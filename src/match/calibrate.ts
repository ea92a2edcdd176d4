// From raw vectors of the calibration texts to the calibration of a model (docs/adr/0003): means, language directions,
// coordinates of the null node. Pure linear algebra; the settings (pull, weights, bars) are measured, not computed.
import { wayId } from "../ways/way.ts";
import { quantiseRows } from "./block.ts";
import { type Calibration, dot, normalise, passageCoordinates, sum } from "./space.ts";

export type CalibrationSettings = Pick<Calibration, "pull" | "nullWeight" | "floor" | "bar" | "second">;

export type CalibrationTexts = {
  /** Generic prompts, embedded as queries. */
  readonly generic: readonly Float32Array[];
  /** Aliases of a fixed library, embedded as passages. */
  readonly aliases: readonly Float32Array[];
  /** Parallel sentences per language, embedded as queries and as passages. */
  readonly parallel: ReadonlyMap<
    string,
    { readonly queries: readonly Float32Array[]; readonly passages: readonly Float32Array[] }
  >;
  /** Phrasings that should never fire anything, embedded as passages. */
  readonly nothing: readonly Float32Array[];
};

/** ADR-125's node that is never shown; its name is nobody's way (ids have no space). */
const NULL_NODE = wayId("null node");

/** Directions taken from each side; more than four in all was measured to hurt. */
const DIRECTIONS_PER_SIDE = 2;

export function buildCalibration(
  texts: CalibrationTexts,
  settings: CalibrationSettings,
  fingerprint: string,
): Calibration {
  const dimensions = texts.generic[0]?.length ?? 0;
  const sides = [...texts.parallel.values()];
  const directions = orthonormal(
    [
      ...languageDirections(
        sides.map((s) => mean(s.queries, dimensions)),
        dimensions,
      ),
      ...languageDirections(
        sides.map((s) => mean(s.passages, dimensions)),
        dimensions,
      ),
    ],
    dimensions,
  );
  const frame = {
    dimensions,
    fingerprint,
    queryMean: mean(texts.generic, dimensions),
    passageMean: mean(texts.aliases, dimensions),
    directions,
    damping: new Float32Array(directions.length / dimensions).fill(1),
    ...settings,
  };
  const rows = new Float32Array(texts.nothing.length * dimensions);
  texts.nothing.forEach((v, i) => {
    rows.set(passageCoordinates(v, frame), i * dimensions);
  });
  return {
    ...frame,
    nothing: {
      ...quantiseRows(rows, dimensions),
      nodes: [{ id: NULL_NODE, start: 0, labels: texts.nothing.map(() => "") }],
    },
  };
}

function mean(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  return sum(vectors, dimensions).map((x) => x / Math.max(1, vectors.length));
}

/** Top singular directions of the language means about their common mean. */
function languageDirections(means: readonly Float32Array[], dimensions: number): readonly Float32Array[] {
  if (means.length < 2) return [];
  const centre = mean(means, dimensions);
  const rows = means.map((m) => m.map((x, k) => x - (centre[k] ?? 0)));
  const gram = rows.map((a) => rows.map((b) => dot(a, b)));
  const spread = gram.reduce((trace, row, i) => trace + (row[i] ?? 0), 0);
  return topEigenvectors(gram, DIRECTIONS_PER_SIDE).flatMap((weights) => {
    const direction = new Float32Array(dimensions);
    rows.forEach((row, i) => {
      for (let k = 0; k < dimensions; k++) direction[k] = (direction[k] ?? 0) + (weights[i] ?? 0) * (row[k] ?? 0);
    });
    // Two languages differ in one direction only: what comes after the last real one is rounding noise.
    return dot(direction, direction) > 1e-6 * spread ? [normalise(direction)] : [];
  });
}

/** Power iteration with deflation on a small symmetric matrix; deterministic start. */
function topEigenvectors(matrix: readonly (readonly number[])[], count: number): readonly (readonly number[])[] {
  const n = matrix.length;
  const found: number[][] = [];
  for (let c = 0; c < Math.min(count, n); c++) {
    let v = Array.from({ length: n }, (_, i) => Math.cos(i * (c + 1)) + 0.01);
    for (let step = 0; step < 500; step++) {
      const next = matrix.map((row) => row.reduce((s, x, j) => s + x * (v[j] ?? 0), 0));
      for (const f of found) {
        const share = f.reduce((s, x, j) => s + x * (next[j] ?? 0), 0);
        for (let j = 0; j < n; j++) next[j] = (next[j] ?? 0) - share * (f[j] ?? 0);
      }
      const length = Math.hypot(...next) || 1;
      v = next.map((x) => x / length);
    }
    found.push(v);
  }
  return found;
}

/** Gram–Schmidt; directions that add nothing are dropped; [k × dimensions]. */
function orthonormal(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const basis: Float32Array[] = [];
  for (const vector of vectors) {
    const rest = vector.slice();
    for (const b of basis) {
      const share = dot(rest, b);
      for (let k = 0; k < dimensions; k++) rest[k] = (rest[k] ?? 0) - share * (b[k] ?? 0);
    }
    if (Math.sqrt(dot(rest, rest)) > 1e-3) basis.push(normalise(rest));
  }
  const out = new Float32Array(basis.length * dimensions);
  basis.forEach((b, i) => {
    out.set(b, i * dimensions);
  });
  return out;
}
