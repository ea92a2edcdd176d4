// For `ways doctor` and `ways explain`: which ways of a place have texts without coordinates, by which no prompt finds them; those that
// are not to have any (no text, failed lint, project disincluded) apart.
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
  /** Some of their texts should have coordinates and have none. */
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
  const made = await textsWithRows(world, place, await loadEffective(input, "session"));
  const { ways, layers, packages, diagnostics: written } = readMerged(input);
  const diagnostics = [...packages.read.diagnostics, ...written];
  const library = new Map(ways.map((way) => [way.id, way]));
  const failed = new Set(layers.slice(1).flatMap((layer) => [...failedFiles(layer, library, diagnostics)]));
  const languages = places === null ? [] : readLanguages(places, place.project, env);
  const isIncluded = includes(readMarker(place.project));
  const stateOf = (way: Way): RowsState => {
    const texts = keepLanguages(way.aliases, languages);
    const known = made.get(way.id);
    if (known && texts.every(({ label }) => known.has(label))) return "made";
    if (failed.has(way.file)) return "failed lint";
    if (way.aliasOrigin === "project" && !isIncluded) return "of this project, which is disincluded";
    return texts.length === 0 ? "without a text" : "missing";
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

/** By their labels; empty without a usable model: another check says so. */
async function textsWithRows(
  { models, places, shipped }: World,
  place: Place,
  library: Awaited<ReturnType<typeof loadEffective>>,
): Promise<ReadonlyMap<WayId, ReadonlySet<string>>> {
  try {
    const calibration = models.calibration();
    if (calibration === null) return new Map();
    const model = models.requireModel().fingerprint;
    const input = { library, place, shipped: shipped(), places, calibration, model, withLabels: true };
    const blocks = await blocksFor(input);
    return new Map(
      blocks.flatMap(({ nodes, labels = [] }) =>
        nodes.map(({ id, start, count }) => [id, new Set(labels.slice(start, start + count))] as const),
      ),
    );
  } catch {
    return new Map();
  }
}
