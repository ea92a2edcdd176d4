// Which texts a model is calibrated on, and their vectors → its calibration: the same for the shipped model, when it is built, and
// for another one, on the machine where it is to be used (models/README.md, "Calibration").

import type { Way } from "../ways/way.ts";
import { buildCalibration, type CalibrationSettings } from "./calibrate.ts";
import type { Calibration } from "./space.ts";

export type CalibrationRow = { readonly text: string; readonly lang: string; readonly set?: string };

/** What lies in models/calibration. */
export type CalibrationSources = {
  readonly settings: CalibrationSettings;
  readonly generic: readonly CalibrationRow[];
  readonly parallel: readonly CalibrationRow[];
  readonly nothing: readonly CalibrationRow[];
  readonly errands: readonly CalibrationRow[];
};

/** Every text whose vector is needed. */
export function textsToEmbed(texts: CalibrationSources, ways: readonly Way[]): readonly string[] {
  const rows = [...texts.generic, ...texts.parallel, ...texts.nothing, ...texts.errands].map(({ text }) => text);
  return [...rows, ...phrasingsOf(ways).flat()];
}

/** What a calibration depends on; its fingerprint is a hash of this. */
export function identityOf(model: string, texts: CalibrationSources, ways: readonly Way[]): string {
  const { settings, generic, parallel, nothing, errands } = texts;
  return JSON.stringify([model, settings, generic, parallel, nothing, errands, phrasingsOf(ways)]);
}

/** With the phrasings of the null node and of the errand node as labels. */
export function calibrate(
  { settings, generic, parallel, nothing, errands }: CalibrationSources,
  ways: readonly Way[],
  raw: { get(text: string): Float32Array | null },
  fingerprint: string,
): Calibration {
  const all = (list: readonly string[]) => list.flatMap((text) => raw.get(text) ?? []);
  const texts = (rows: readonly CalibrationRow[]) => rows.map(({ text }) => text);
  const sentences = [...Map.groupBy(parallel, ({ set }) => set).values()].map((rows) =>
    texts(rows.toSorted((a, b) => (a.lang < b.lang ? -1 : 1))),
  );
  const calibration = buildCalibration(
    {
      generic: all(texts(generic)),
      nodes: phrasingsOf(ways).map(all),
      parallel: sentences.map(all),
      nothing: all(texts(nothing)),
      errands: all(texts(errands)),
    },
    settings,
    fingerprint,
  );
  return { ...calibration, nothing: { ...calibration.nothing, labels: texts([...nothing, ...errands]) } };
}

function phrasingsOf(ways: readonly Way[]): readonly (readonly string[])[] {
  return ways.map((way) => way.aliases.map((alias) => alias.text));
}
