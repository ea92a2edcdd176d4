// models/calibration as values.

import { readText } from "../host/files.ts";
import type { CalibrationRow, CalibrationSources } from "../match/calibration-sources.ts";

export function readCalibrationSources(): CalibrationSources {
  return {
    settings: JSON.parse(readText("models/calibration/settings.json") ?? "{}"),
    generic: rows("generic"),
    parallel: rows("parallel"),
    nothing: rows("null"),
    errands: rows("errands"),
  };
}

function rows(name: string): readonly CalibrationRow[] {
  const text = readText(`models/calibration/${name}.jsonl`) ?? "";
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}
