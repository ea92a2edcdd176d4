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
      passageMean: floatBytes(c.passageMean),
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
  const number = (key: string) => {
    const value = file.meta[key];
    return typeof value === "number" ? value : Number.NaN;
  };
  const dimensions = number("dimensions");
  const [queryMean, passageMean, directions, damping] = ["queryMean", "passageMean", "directions", "damping"].map((n) =>
    file.floats(n),
  );
  const nothing = readScope(file, "nothing", dimensions);
  if (!queryMean || !passageMean || !directions || !damping || !nothing) return null;
  return {
    dimensions,
    fingerprint: String(file.meta["fingerprint"]),
    pull: number("pull"),
    nullWeight: number("nullWeight"),
    floor: number("floor"),
    bar: number("bar"),
    second: number("second"),
    queryMean,
    passageMean,
    directions,
    damping,
    nothing,
  };
}

function readSectionsAt(path: string) {
  try {
    return readSections(mapFile(path));
  } catch {
    return null;
  }
}
