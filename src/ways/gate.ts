// A quick "nothing can fire": the needles of all patterns of a library, lane by lane. Most tool calls end here, before the
// library is read. It may let through what then matches nothing; it never holds back what would (tested as a property).
import type { Pattern, Subject } from "./pattern.ts";
import type { Node } from "./way.ts";

/** Tokens in a context window, where neither the agent nor the person says. */
export const USUAL_WINDOW = 200_000;

/** The texts of an event, lane by lane (match/triggers.ts makes them). */
export type Subjects = {
  readonly texts: readonly Subject[];
  readonly invocations: readonly Subject[];
  readonly errors: readonly Subject[];
  readonly paths: { readonly relative: Subject; readonly absolute: Subject } | null;
};

/** null: some pattern names no needle, so the lane is always open. */
type Needles = readonly string[] | null;

export type Gate = {
  readonly pattern: Needles;
  readonly commands: Needles;
  readonly files: Needles;
  readonly errors: Needles;
  /** The lowest percentage of the context window at which a state fires; null: no way asks. */
  readonly contextPercent: number | null;
};

export function buildGate(nodes: Iterable<Node>): Gate {
  const triggers = [...nodes].map((node) => node.triggers);
  const percents = triggers.flatMap(({ state }) => (state?.kind === "context-threshold" ? [state.percent] : []));
  return {
    pattern: needlesOf(triggers.flatMap((t) => t.pattern)),
    commands: needlesOf(triggers.flatMap((t) => t.commands)),
    files: needlesOf(triggers.flatMap((t) => t.files.map((f) => f.regex))),
    errors: needlesOf(triggers.flatMap((t) => t.errors)),
    contextPercent: percents.length === 0 ? null : Math.min(...percents),
  };
}

/** False: no pattern of the library can match any of these texts. */
export function isOpenFor(gate: Gate, subjects: Subjects): boolean {
  const { paths } = subjects;
  return (
    mayMatch(gate.pattern, subjects.texts) ||
    mayMatch(gate.commands, subjects.invocations) ||
    mayMatch(gate.errors, subjects.errors) ||
    mayMatch(gate.files, paths === null ? [] : [paths.relative, paths.absolute])
  );
}

function needlesOf(patterns: readonly Pattern[]): Needles {
  if (patterns.some((p) => p.needles.length === 0)) return null;
  return [...new Set(patterns.flatMap((p) => p.needles))];
}

function mayMatch(needles: Needles, subjects: readonly Subject[]): boolean {
  if (subjects.length === 0) return false;
  return needles === null || needles.some((needle) => subjects.some(({ folded }) => folded.includes(needle)));
}
