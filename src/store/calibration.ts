// The calibration of a model as a file beside its manifest. That of another model than the shipped one holds the coordinates of the
// shipped ways, too (scope "core"): made together on the user's machine, they are replaced together.
import { openBytes } from "../host/bytes.ts";
import type { Block } from "../match/block.ts";
import type { Calibration } from "../match/space.ts";
import { readScope, scopeSections } from "./corpus.ts";
import { buildSections, floatBytes, openSections, type Sections } from "./sections.ts";

const KIND = "ways.calibration/1";

/** `shipped`: hash of the library whose coordinates `core` holds. */
export type OwnRows = { readonly core: Block; readonly shipped: string };

export function calibrationBytes(c: Calibration, model: string, own: OwnRows | null = null): Uint8Array {
  const { dimensions, fingerprint, pull, nullWeight, floor, bar, gain, offset } = c;
  const scale = own === null ? {} : { gain, offset, calibration: fingerprint, shipped: own.shipped };
  return buildSections(
    { kind: KIND, model, dimensions, fingerprint, pull, nullWeight, floor, bar, ...scale },
    {
      ...(own === null ? {} : scopeSections("core", own.core)),
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
  const { dimensions, pull, nullWeight, floor, bar, fingerprint, gain = 1, offset = 0 } = file.meta;
  if (!isNumber(dimensions) || typeof fingerprint !== "string") return null;
  if (!isNumber(pull) || !isNumber(nullWeight) || !isNumber(floor) || !isNumber(bar)) return null;
  if (!isNumber(gain) || !isNumber(offset)) return null;
  const [queryMean, aliasMean] = [file.floats("queryMean"), file.floats("aliasMean")];
  const [directions, damping] = [file.floats("directions"), file.floats("damping")];
  const nothing = readScope(file, "nothing", dimensions);
  if (!queryMean || !aliasMean || !directions || !damping || !nothing) return null;
  if (queryMean.length !== dimensions || aliasMean.length !== dimensions) return null;
  if (directions.length !== damping.length * dimensions) return null;
  const numbers = { dimensions, pull, nullWeight, floor, bar, gain, offset };
  return { ...numbers, fingerprint, queryMean, aliasMean, directions, damping, nothing };
}

/** The null node's phrasings, in the order of its rows: for authors, who try them on their ways. Empty when the file is older. */
export function readPhrasings(path: string): readonly string[] {
  const file = readSectionsAt(path);
  const dimensions = file?.meta["dimensions"];
  const nothing = file && isNumber(dimensions) ? readScope(file, "nothing", dimensions, true) : null;
  return nothing?.labels?.slice(0, nothing.nodes[0]?.count) ?? [];
}

/** The container, for the coordinates in it; null as for `readCalibration`, and for a calibration without any. */
export function readOwnRows(path: string, model: string): Sections | null {
  const file = readSectionsAt(path);
  return file?.meta["kind"] === KIND && file.meta["model"] === model && file.meta["shipped"] !== undefined
    ? file
    : null;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function readSectionsAt(path: string) {
  try {
    return openSections(openBytes(path));
  } catch {
    return null;
  }
}
