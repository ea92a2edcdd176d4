// Statistics for the comparison of bars: a logistic fit to all outcomes at once, and a bootstrap over prompts.
import type { Outcome } from "../../../src/match/bars.ts";

/** P(right) = σ(slope · (evidence / unit − even)), no matter which way; by Newton's method. */
export function fitConstants(outcomes: readonly Outcome[], unit: number) {
  let [a, b] = [0, 1];
  for (let round = 0; round < 30; round++) {
    let [ga, gb, haa, hab, hbb] = [0, 0, 1e-9, 0, 1e-9];
    for (const { evidence, isRight } of outcomes) {
      const x = evidence / unit;
      const p = 1 / (1 + Math.exp(-(a + b * x)));
      const [rest, weight] = [(isRight ? 1 : 0) - p, p * (1 - p)];
      ga += rest;
      gb += rest * x;
      haa += weight;
      hab += weight * x;
      hbb += weight * x * x;
    }
    const determinant = haa * hbb - hab * hab;
    a += (ga * hbb - gb * hab) / determinant;
    b += (gb * haa - ga * hab) / determinant;
  }
  return { slope: b, even: -a / b };
}

const SAMPLES = 200;

/** 95 % interval of the mean of `measure` over samples with replacement; the same ones every time. */
export function differenceOf<T>(items: readonly T[], measure: (sample: readonly T[]) => readonly number[]) {
  const random = generator(1);
  const means = Array.from({ length: SAMPLES }, () => {
    const values = measure(items.map((item) => items[Math.floor(random() * items.length)] ?? item));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  }).sort((x, y) => x - y);
  return { low: means[Math.floor(SAMPLES * 0.025)] ?? 0, high: means[Math.floor(SAMPLES * 0.975)] ?? 0 };
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
