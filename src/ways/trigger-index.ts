// Which nodes a trigger of may match, from the needles of their patterns alone: of a library of thousands a hook reads these few.
// It may name a node that then matches nothing; it never leaves one out that would (tested as a property).
import { isInAny, LANES, type Lane, patternsIn, type Subjects, textsIn } from "./gate.ts";
import type { Pattern } from "./pattern.ts";
import type { Triggers } from "./way.ts";

/** Needle → places of the nodes in the library. The needle of a pattern without any is "", which every text holds. */
export type LaneIndex = readonly (readonly [needle: string, places: readonly number[]])[];

export function buildLaneIndex(all: readonly Triggers[], lane: Lane): LaneIndex {
  const places = new Map<string, Set<number>>();
  all.forEach((triggers, place) => {
    for (const needle of patternsIn(triggers, lane).flatMap(needlesOf))
      places.set(needle, (places.get(needle) ?? new Set()).add(place));
  });
  return [...places].map(([needle, found]) => [needle, [...found]]);
}

/** Places of nodes with a state, which no text decides. */
export function statesOf(all: readonly Triggers[]): readonly number[] {
  return all.flatMap(({ state }, place) => (state === null ? [] : place));
}

/** Places of the nodes whose needles are in the texts of an event, in no order. `read`: asked only for lanes with a text. */
export function openPlaces(subjects: Subjects, read: (lane: Lane) => LaneIndex): ReadonlySet<number> {
  const found = new Set<number>();
  for (const lane of LANES) {
    const texts = textsIn(subjects, lane);
    if (texts.length === 0) continue;
    for (const [needle, places] of read(lane)) {
      if (isInAny(texts, needle)) for (const place of places) found.add(place);
    }
  }
  return found;
}

function needlesOf({ needles }: Pattern): readonly string[] {
  return needles.length === 0 ? [""] : needles;
}
