// From raw vectors of the calibration texts to the calibration of a model (docs/adr/0003): means, damped directions,
// coordinates of the null node and the errand node. Pure linear algebra; the settings (pull, weights, bars) are measured, not computed.
import { nullBlock, quantiseRows } from "./block.ts";
import { symmetricEigen } from "./eigen.ts";
import { aliasCoordinates, type Calibration, sum } from "./space.ts";

export type CalibrationSettings = Pick<Calibration, "pull" | "nullWeight" | "floor" | "bar">;

export type Vectors = readonly Float32Array[];

/** One sentence of the parallel set in all its languages, in one order for all sentences. */
export type Translations = Vectors;

export type CalibrationTexts = {
  /** Generic prompts. */
  readonly generic: Vectors;
  /** Aliases of a fixed library, node by node. */
  readonly nodes: readonly Vectors[];
  readonly parallel: readonly Translations[];
  /** Phrasings that should never fire anything. */
  readonly nothing: Vectors;
  /** Phrasings of plain work that should fire none of the shipped ways. */
  readonly errands: Vectors;
};

/** Language directions that are taken out whole; more was measured to bring nothing. */
const LANGUAGE_DIRECTIONS = 2;
/** Directions that are damped; more was measured to bring nothing. */
const DAMPED = 96;
/** Ridge on the scatter, in units of its mean eigenvalue: how far weak directions are trusted. */
const RIDGE = 1;

export function buildCalibration(
  texts: CalibrationTexts,
  settings: CalibrationSettings,
  fingerprint: string,
): Calibration {
  const dimensions = texts.generic[0]?.length ?? 0;
  const queryMean = mean(texts.generic, dimensions);
  const aliasMean = mean(texts.nodes.flat(), dimensions);
  const language = languageDirections(texts.parallel, dimensions);
  const plain = { aliasMean, directions: flat(language, dimensions), damping: filled(language.length, 1) };
  const damped = dampedDirections(texts, plain, dimensions);
  const frame = {
    dimensions,
    fingerprint,
    queryMean,
    aliasMean,
    directions: flat([...language, ...damped.directions], dimensions),
    damping: Float32Array.of(...plain.damping, ...damped.damping),
    ...settings,
    gain: 1,
    offset: 0,
  };
  const rows = flat(
    [...texts.nothing, ...texts.errands].map((v) => aliasCoordinates(v, frame)),
    dimensions,
  );
  return { ...frame, nothing: nullBlock(quantiseRows(rows, dimensions), texts.errands.length) };
}

/** Top singular directions of the languages' means about their common mean. */
function languageDirections(sentences: readonly Vectors[], dimensions: number): Vectors {
  const means = (sentences[0] ?? []).map((_, language) =>
    mean(
      sentences.flatMap((s) => s[language] ?? []),
      dimensions,
    ),
  );
  const { values, vectors } = symmetricEigen(scatter([means], dimensions), dimensions);
  const spread = values.reduce((a, b) => a + b, 0);
  // Two languages differ in one direction only; a second would be rounding noise, and taken out whole.
  return vectors.slice(0, LANGUAGE_DIRECTIONS).filter((_, i) => (values[i] ?? 0) > 1e-6 * spread);
}

type Frame = Parameters<typeof aliasCoordinates>[1];

/**
 * Within-class whitening with a ridge: how texts of one node, and translations of one sentence, differ among themselves
 * says nothing about the topic, so the directions of that scatter S are weakened by ((σ + ridge) / (σ₀ + ridge))^½.
 */
function dampedDirections(texts: CalibrationTexts, plain: Frame, dimensions: number) {
  const coordinates = (group: Vectors) => group.map((v) => aliasCoordinates(v, plain));
  const nodes = unitTrace(scatter(texts.nodes.map(coordinates), dimensions), dimensions);
  const languages = unitTrace(scatter(texts.parallel.map(coordinates), dimensions), dimensions);
  const both = nodes.map((x, i) => ((x + (languages[i] ?? 0)) / 2) * dimensions);
  const { values, vectors } = symmetricEigen(both, dimensions);
  const factor = (value: number) => 1 / Math.sqrt(Math.max(0, value) + RIDGE);
  const rest = values.slice(DAMPED).map((v) => Math.log(factor(v)));
  const reference = Math.exp(rest.reduce((a, b) => a + b, 0) / Math.max(1, rest.length));
  return {
    directions: vectors.slice(0, DAMPED),
    damping: values.slice(0, DAMPED).map((v) => 1 - factor(v) / reference),
  };
}

/** Sum over groups of the scatter about each group's own mean; row-major [n × n]. */
function scatter(groups: readonly Vectors[], n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (const group of groups) {
    const centre = mean(group, n);
    for (const vector of group) {
      const d = vector.map((x, k) => x - (centre[k] ?? 0));
      for (let i = 0; i < n; i++)
        for (let j = i; j < n; j++) out[i * n + j] = (out[i * n + j] ?? 0) + (d[i] ?? 0) * (d[j] ?? 0);
    }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) out[i * n + j] = out[j * n + i] ?? 0;
  return out;
}

function unitTrace(matrix: Float64Array, n: number): Float64Array {
  let trace = 0;
  for (let i = 0; i < n; i++) trace += matrix[i * n + i] ?? 0;
  return matrix.map((x) => x / (trace || 1));
}

function mean(vectors: Vectors, dimensions: number): Float32Array {
  return sum(vectors, dimensions).map((x) => x / Math.max(1, vectors.length));
}

function flat(vectors: Vectors, dimensions: number): Float32Array {
  const out = new Float32Array(vectors.length * dimensions);
  vectors.forEach((v, i) => {
    out.set(v, i * dimensions);
  });
  return out;
}

function filled(length: number, value: number): Float32Array {
  return new Float32Array(length).fill(value);
}
