// Arbitrary vectors for properties of the coordinate space.

import { dot, normalise } from "../../src/match/space.ts";
import fc from "./properties.ts";

/** A unit vector. */
export function unitVector(dimensions: number): fc.Arbitrary<Float32Array> {
  return fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .map((values) => Float32Array.from(values))
    .filter((vector) => dot(vector, vector) > 0.01)
    .map(normalise);
}

export function unitVectors(dimensions: number, min: number, max: number): fc.Arbitrary<readonly Float32Array[]> {
  return fc.array(unitVector(dimensions), { minLength: min, maxLength: max });
}

export function lengthOf(vector: Float32Array): number {
  return Math.sqrt(dot(vector, vector));
}
