// For `ways doctor` and `ways explain`: which ways of a place have no coordinates, so that they can only be brought up by their triggers; those that are
// not to have any (no text, failed lint, project disincluded) apart.

import { loadEffective } from "../store/effective.ts";
import { readLanguages } from "../store/embedded-languages.ts";
import { includes, readMarker } from "../store/marker.ts";
import { readMerged } from "../store/merge.ts";
import { blocksFor } from "../store/rows.ts";
import { failedFiles } from "../ways/inclusion.ts";
import { keepLanguages } from "../ways/languages.ts";
import type { Way, WayId } from "../ways/way.ts";
import { placeAt, type World } from "./world.ts";

export type CorpusState = {
  readonly total: number;
  readonly made: number;
  /** They should have coordinates. */
  readonly missing: readonly WayId[];
  /** How many are not to have any, and why: `1 failed lint`. */
  readonly withheld: readonly string[];
};

export type RowsState = "made" | "missing" | "failed lint" | "of this project, which is disincluded" | "without a text";

/** All ways of a place, and whether each has coordinates. */
export async function rowsStates(world: World, cwd: string) {
  const { env, places } = world;
  const shipped = world.shipped();
  const place = placeAt(world, cwd, null);
  const input = { shipped, places, project: place.project, env };
  const made = await idsWithRows(world, place, await loadEffective(input, "session"));
  const { ways, layers, packages, diagnostics: written } = readMerged(input);
  const diagnostics = [...packages.read.diagnostics, ...written];
  const library = new Map(ways.map((way) => [way.id, way]));
  const failed = new Set(layers.slice(1).flatMap((layer) => [...failedFiles(layer, library, diagnostics)]));
  const languages = places === null ? [] : readLanguages(places, place.project, env);
  const isIncluded = includes(readMarker(place.project));
  const stateOf = (way: Way): RowsState => {
    if (made.has(way.id)) return "made";
    if (failed.has(way.file)) return "failed lint";
    if (way.aliasOrigin === "project" && !isIncluded) return "of this project, which is disincluded";
    return keepLanguages(way.aliases, languages).length === 0 ? "without a text" : "missing";
  };
  return { ways, stateOf };
}

export async function corpusState(world: World, cwd: string): Promise<CorpusState> {
  const { ways, stateOf } = await rowsStates(world, cwd);
  const groups = Object.groupBy(ways, stateOf);
  const { made: done = [], missing = [], ...withheld } = groups;
  return {
    total: ways.length,
    made: done.length,
    missing: missing.map((way) => way.id),
    withheld: Object.entries(withheld).map(([why, those]) => `${those.length} ${why}`),
  };
}

type Place = ReturnType<typeof placeAt>;

/** Empty without a usable model: another check says so. */
async function idsWithRows(
  { models, places, shipped }: World,
  place: Place,
  library: Awaited<ReturnType<typeof loadEffective>>,
): Promise<ReadonlySet<WayId>> {
  try {
    const calibration = models.calibration();
    if (calibration === null) return new Set();
    const model = models.requireModel().fingerprint;
    const input = { library, place, shipped: shipped(), places, calibration, model, withLabels: false };
    return new Set((await blocksFor(input)).flatMap((block) => block.nodes.map((node) => node.id)));
  } catch {
    return new Set();
  }
}
