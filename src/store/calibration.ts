// The calibration of a model as a file beside its manifest.
import { mapFile } from "../host/bytes.ts";
import type { Calibration } from "../match/space.ts";
import { readScope, scopeSections } from "./corpus.ts";
import { buildSections, floatBytes, readSections } from "./sections.ts";

const KIND = "ways.calibration/1";

export function calibrationBytes(c: Calibration, model: string): Uint8Array {
  const { dimensions, fingerprint, pull, nullWeight, floor, bar, second } = c;
  return buildSections(
    { kind: KIND, model, dimensions, fingerprint, pull, nullWeight, floor, bar, second },
    {
      queryMean: floatBytes(c.queryMean),
      aliasMean: floatBytes(c.aliasMean),
      directions: floatBytes(c.directions),
      damping: floatBytes(c.damping),
      ...scopeSections("nothing", c.nothing),
    },
  );
}

/** null: missing, cut, foreign, or made for another model. */
export function readCalibration(path: string, model: string): Calibration | null {
  const file = readSectionsAt(path);
  if (file === null || file.meta["kind"] !== KIND || file.meta["model"] !== model) return null;
  const { dimensions, pull, nullWeight, floor, bar, second, fingerprint } = file.meta;
  if (!isNumber(dimensions) || typeof fingerprint !== "string") return null;
  if (!isNumber(pull) || !isNumber(nullWeight) || !isNumber(floor) || !isNumber(bar) || !isNumber(second)) return null;
  const [queryMean, aliasMean] = [file.floats("queryMean"), file.floats("aliasMean")];
  const [directions, damping] = [file.floats("directions"), file.floats("damping")];
  const nothing = readScope(file, "nothing", dimensions);
  if (!queryMean || !aliasMean || !directions || !damping || !nothing) return null;
  if (queryMean.length !== dimensions || aliasMean.length !== dimensions) return null;
  if (directions.length !== damping.length * dimensions) return null;
  const numbers = { dimensions, pull, nullWeight, floor, bar, second };
  return { ...numbers, fingerprint, queryMean, aliasMean, directions, damping, nothing };
}

/** The null node's phrasings, in the order of its rows: for authors, who try them on their ways. Empty when the file is older. */
export function readPhrasings(path: string): readonly string[] {
  const labels = readSectionsAt(path)?.json("labels nothing");
  return Array.isArray(labels) ? labels.filter((label) => typeof label === "string") : [];
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function readSectionsAt(path: string) {
  try {
    return readSections(mapFile(path));
  } catch {
    return null;
  }
}
