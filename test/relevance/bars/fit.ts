// The constants of match/bars.ts: a logistic fit to all outcomes at once.
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
