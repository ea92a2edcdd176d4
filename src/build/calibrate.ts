// models/calibration/*.jsonl and the shipped library → models/calibration.bin (docs/adr/0003) and models/vectors.bin. Run after
// changing a text there.
import { openModel } from "../embed/model.ts";
import { writeAtomic } from "../host/files.ts";
import { writeAll } from "../host/stdout.ts";
import { calibrate, identityOf, textsToEmbed } from "../match/calibration-sources.ts";
import { calibrationBytes } from "../store/calibration.ts";
import { readCalibrationSources } from "./calibration-files.ts";
import { buildKernel } from "./kernel.ts";
import { readShippedLibrary } from "./library.ts";
import { keepVectors, rawVectors } from "./vectors.ts";

async function main(): Promise<void> {
  await buildKernel("dist/kernel");
  const model = openModel("models");
  const texts = readCalibrationSources();
  const { ways } = readShippedLibrary();
  const used = textsToEmbed(texts, ways);
  const { vectors } = await rawVectors(used, say);
  keepVectors(used, vectors);
  const identity = identityOf(model.fingerprint, texts, ways);
  const fingerprint = new Bun.CryptoHasher("sha256").update(identity).digest("hex");
  const calibration = calibrate(texts, ways, vectors, fingerprint);
  writeAtomic("models/calibration.bin", calibrationBytes(calibration, model.fingerprint), 0o644);
  say(
    `models/calibration.bin: ${calibration.damping.length} directions, ${texts.nothing.length} null phrasings, ${texts.errands.length} errands`,
  );
}

function say(line: string): void {
  writeAll(`  ${line}\n`, 2);
}

await main();
