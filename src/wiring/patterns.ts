// Pattern engines of one process. The linear engine is loaded only when a text outside ASCII (or a pattern that is not proven
// harmless) asks for it: most hooks never do, and its tables cost them 2 ms.
import type { Ports } from "../engine/ports.ts";
import { buildMatcher, type Matcher, type Pattern } from "../ways/pattern.ts";

type Linear = (source: string) => (text: string) => boolean;

export function openPatterns(): Pick<Ports, "compile" | "loadEngines"> {
  let linear: Linear | null = null;
  let isAsked = false;
  const matchers = new Map<Pattern, Matcher>();
  const absent: Linear = () => {
    isAsked = true;
    return () => false;
  };
  return {
    compile: (pattern) => {
      const known = matchers.get(pattern) ?? buildMatcher(pattern, linear ?? absent);
      matchers.set(pattern, known);
      return known;
    },
    loadEngines: async () => {
      if (linear !== null || !isAsked) return false;
      linear = (await import("../ways/regex.ts")).linearOf;
      matchers.clear();
      return true;
    },
  };
}
