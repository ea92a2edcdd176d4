// Paired bootstrap: two strategies see the same prompts, so their difference is resampled prompt by prompt.
import { seeded } from "./random.ts";

export type Interval = { readonly mean: number; readonly low: number; readonly high: number };

/** 95 % interval of the mean difference a − b. */
export function pairedInterval(a: readonly number[], b: readonly number[], rounds = 4000): Interval {
  const differences = a.map((x, i) => x - b[i]!);
  const random = seeded(`bootstrap ${a.length}`);
  const means = Array.from({ length: rounds }, () => {
    let total = 0;
    for (let i = 0; i < differences.length; i++) total += differences[Math.floor(random() * differences.length)]!;
    return total / differences.length;
  }).sort((x, y) => x - y);
  return { mean: mean(differences), low: means[Math.floor(rounds * 0.025)]!, high: means[Math.floor(rounds * 0.975)]! };
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((s, x) => s + x, 0) / values.length;
}
