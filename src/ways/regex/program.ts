// A tree → a flat program for the linear engine: at each step a set to consume, a place to check, a fork, or the match.
import type { CharSet } from "./char-set.ts";
import type { Place, Regex } from "./syntax.ts";

export type Step =
  /** Goes on to the next step. */
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "at"; readonly place: Place }
  | { readonly kind: "fork"; readonly to: readonly number[] }
  | { readonly kind: "match" };

/** More steps make the time per character too long to promise anything. */
const MAX_PROGRAM = 500;

/** null: larger than `MAX_PROGRAM`. */
export function buildProgram(regex: Regex): readonly Step[] | null {
  const steps: Step[] = [];
  return append(steps, regex) && steps.push({ kind: "match" }) <= MAX_PROGRAM ? steps : null;
}

/** false: the program has become too large. */
function append(steps: Step[], regex: Regex): boolean {
  if (steps.length > MAX_PROGRAM) return false;
  switch (regex.kind) {
    case "set":
    case "at":
      steps.push(regex);
      return true;
    case "seq":
      return regex.items.every((item) => append(steps, item));
    case "any-of":
      return appendAnyOf(steps, regex.items);
    case "repeat":
      return appendRepeat(steps, regex);
  }
}

function appendAnyOf(steps: Step[], items: readonly Regex[]): boolean {
  const fork = reserve(steps);
  const starts: number[] = [];
  const ends: number[] = [];
  for (const item of items) {
    starts.push(steps.length);
    if (!append(steps, item)) return false;
    ends.push(reserve(steps));
  }
  steps[fork] = { kind: "fork", to: starts };
  for (const end of ends) steps[end] = { kind: "fork", to: [steps.length] };
  return true;
}

function appendRepeat(steps: Step[], { item, min, max }: Regex & { readonly kind: "repeat" }): boolean {
  for (let n = 0; n < min; n++) if (!append(steps, item)) return false;
  const exits: number[] = [];
  const start = steps.length;
  for (let n = min; n < max; n++) {
    const fork = reserve(steps);
    if (!append(steps, item)) return false;
    if (max === Number.POSITIVE_INFINITY) {
      steps.push({ kind: "fork", to: [start] });
      steps[fork] = { kind: "fork", to: [fork + 1, steps.length] };
      return true;
    }
    exits.push(fork);
  }
  for (const exit of exits) steps[exit] = { kind: "fork", to: [exit + 1, steps.length] };
  return true;
}

/** A place for a fork whose targets are not known yet. */
function reserve(steps: Step[]): number {
  return steps.push({ kind: "fork", to: [] }) - 1;
}
