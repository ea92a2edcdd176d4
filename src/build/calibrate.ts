// models/calibration/*.jsonl and the shipped library → models/calibration.bin (docs/adr/0003) and models/vectors.bin. Run after
// changing a text there.
import { openModel } from "../embed/model.ts";
import { readText, writeAtomic } from "../host/files.ts";
import { writeAll } from "../host/stdout.ts";
import { buildCalibration, type CalibrationSettings } from "../match/calibrate.ts";
import { calibrationBytes } from "../store/calibration.ts";
import { buildKernel } from "./kernel.ts";
import { readShippedLibrary } from "./library.ts";
import { keepVectors, rawVectors } from "./vectors.ts";

type Row = { readonly text: string; readonly lang: string; readonly set: string };

function rows(name: string): readonly Row[] {
  const text = readText(`models/calibration/${name}.jsonl`) ?? "";
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

async function calibrate(): Promise<void> {
  await buildKernel("dist/kernel");
  const model = openModel("models");
  const settings: CalibrationSettings = JSON.parse(readText("models/calibration/settings.json") ?? "{}");
  const [generic, parallel, nothing] = [rows("generic"), rows("parallel"), rows("null")];
  const nodes = readShippedLibrary().ways.map((way) => way.aliases.map((a) => a.text));
  const texts = (list: readonly Row[]) => list.map((r) => r.text);
  const used = [...texts(generic), ...texts(parallel), ...texts(nothing), ...nodes.flat()];
  const { vectors } = await rawVectors(used, say);
  keepVectors(used, vectors);
  const all = (list: readonly string[]) => list.flatMap((text) => vectors.get(text) ?? []);
  const sentences = [...Map.groupBy(parallel, (r) => r.set).values()].map((list) =>
    texts(list.toSorted((a, b) => (a.lang < b.lang ? -1 : 1))),
  );
  const fingerprint = new Bun.CryptoHasher("sha256")
    .update(JSON.stringify([model.fingerprint, settings, generic, parallel, nothing, nodes]))
    .digest("hex");
  const calibration = buildCalibration(
    {
      generic: all(texts(generic)),
      nodes: nodes.map(all),
      parallel: sentences.map(all),
      nothing: all(texts(nothing)),
    },
    settings,
    fingerprint,
  );
  const labelled = { ...calibration, nothing: { ...calibration.nothing, labels: texts(nothing) } };
  writeAtomic("models/calibration.bin", calibrationBytes(labelled, model.fingerprint), 0o644);
  say(`models/calibration.bin: ${calibration.damping.length} directions, ${nothing.length} null phrasings`);
}

function say(line: string): void {
  writeAll(`  ${line}\n`, 2);
}

await calibrate();
