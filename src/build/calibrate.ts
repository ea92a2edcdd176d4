// models/calibration/*.jsonl and the shipped library → models/calibration.bin (docs/adr/0003). Run after changing a text there.
import { openModel } from "../embed/model.ts";
import { readText, writeAtomic } from "../host/files.ts";
import { buildCalibration, type CalibrationSettings } from "../match/calibrate.ts";
import { calibrationBytes } from "../store/calibration.ts";
import { buildKernel } from "./kernel.ts";
import { rawVectors, readShippedLibrary } from "./library.ts";

type Row = { readonly text: string; readonly lang: string };

function rows(name: string): readonly Row[] {
  const text = readText(`models/calibration/${name}.jsonl`) ?? "";
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

async function calibrate(): Promise<void> {
  await buildKernel("dist/kernel");
  const model = openModel("models");
  const settings: CalibrationSettings = JSON.parse(readText("models/calibration/settings.json") ?? "{}");
  const [generic, parallel, nothing] = [rows("generic"), rows("parallel"), rows("null")];
  const aliases = readShippedLibrary().ways.flatMap((way) => way.aliases.map((a) => a.text));
  const texts = (list: readonly Row[]) => list.map((r) => r.text);
  const queries = await rawVectors("query", [...texts(generic), ...texts(parallel)], console.error);
  const passages = await rawVectors("passage", [...aliases, ...texts(parallel), ...texts(nothing)], console.error);
  const all = (list: readonly string[], from: typeof queries) => list.flatMap((text) => from.store.get(text) ?? []);
  const languages = Map.groupBy(parallel, (r) => r.lang);
  const fingerprint = new Bun.CryptoHasher("sha256")
    .update(JSON.stringify([model.fingerprint, settings, generic, parallel, nothing, aliases]))
    .digest("hex");
  const calibration = buildCalibration(
    {
      generic: all(texts(generic), queries),
      aliases: all(aliases, passages),
      parallel: new Map(
        [...languages].map(([lang, list]) => [
          lang,
          { queries: all(texts(list), queries), passages: all(texts(list), passages) },
        ]),
      ),
      nothing: all(texts(nothing), passages),
    },
    settings,
    fingerprint,
  );
  writeAtomic("models/calibration.bin", calibrationBytes(calibration, model.fingerprint), 0o644);
  console.error(`models/calibration.bin: ${calibration.damping.length} directions, ${nothing.length} null phrasings`);
}

await calibrate();
