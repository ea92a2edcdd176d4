// A quick "nothing can fire": the needles of all patterns of a library, lane by lane. Most tool calls end here, before the
// library is read. It may let through what then matches nothing; it never holds back what would (tested as a property).
import type { Pattern, Subject } from "./pattern.ts";
import type { Node, Triggers } from "./way.ts";

/** Tokens in a context window, where neither the agent nor the person says. */
export const USUAL_WINDOW = 200_000;

/** Settings that may bring up what no needle tells of: by key, and as variables of the environment. */
export const PAST_THE_GATE: readonly (readonly [key: string, variable: string])[] = [
  ["lanes.command", "WAYS_LANES_COMMAND"],
  ["lanes.file", "WAYS_LANES_FILE"],
  ["context_window", "WAYS_CONTEXT_WINDOW"],
];

/** The texts of an event, lane by lane (match/triggers.ts makes them). */
export type Subjects = {
  readonly texts: readonly Subject[];
  readonly invocations: readonly Subject[];
  readonly errors: readonly Subject[];
  readonly paths: { readonly relative: Subject; readonly absolute: Subject } | null;
};

/** Where triggers look; each has its own texts. */
export const LANES = ["pattern", "commands", "files", "errors"] as const;
export type Lane = (typeof LANES)[number];

export function patternsIn(triggers: Triggers, lane: Lane): readonly Pattern[] {
  return lane === "files" ? triggers.files.map((file) => file.regex) : triggers[lane];
}

export function textsIn({ texts, invocations, errors, paths }: Subjects, lane: Lane): readonly Subject[] {
  switch (lane) {
    case "pattern":
      return texts;
    case "commands":
      return invocations;
    case "files":
      return paths === null ? [] : [paths.relative, paths.absolute];
    case "errors":
      return errors;
  }
}

/** null: some pattern names no needle, so the lane is always open. */
type Needles = readonly string[] | null;

export type Gate = Readonly<Record<Lane, Needles>> & {
  /** The lowest percentage of the context window at which a state fires; null: no way asks. */
  readonly contextPercent: number | null;
};

export function buildGate(nodes: Iterable<Node>): Gate {
  const triggers = [...nodes].map((node) => node.triggers);
  const percents = triggers.flatMap(({ state }) => (state?.kind === "context-threshold" ? [state.percent] : []));
  const needles = (lane: Lane) => needlesOf(triggers.flatMap((t) => patternsIn(t, lane)));
  return {
    pattern: needles("pattern"),
    commands: needles("commands"),
    files: needles("files"),
    errors: needles("errors"),
    contextPercent: percents.length === 0 ? null : Math.min(...percents),
  };
}

/** False: no pattern of the library can match any of these texts. */
export function isOpenFor(gate: Gate, subjects: Subjects): boolean {
  for (const lane of LANES) if (mayMatch(gate[lane], textsIn(subjects, lane))) return true;
  return false;
}

/** In a loop: it is asked for each of a library's needles. */
export function isInAny(texts: readonly Subject[], needle: string): boolean {
  for (const { folded } of texts) if (folded.includes(needle)) return true;
  return false;
}

function needlesOf(patterns: readonly Pattern[]): Needles {
  if (patterns.some((p) => p.needles.length === 0)) return null;
  return [...new Set(patterns.flatMap((p) => p.needles))];
}

function mayMatch(needles: Needles, subjects: readonly Subject[]): boolean {
  if (subjects.length === 0) return false;
  if (needles === null) return true;
  for (const needle of needles) if (isInAny(subjects, needle)) return true;
  return false;
}
