// What a model other than the shipped one needs before it can be used: its own vectors of the calibration texts and of the shipped
// ways, from them its calibration and the coordinates of those ways. All of it lies in the model's folder; of a newer binary's ways
// only the texts that are new are embedded.
import { join } from "node:path";
import { isOther, type Model } from "../embed/model.ts";
import { ALIAS_KIND, coordinatesOf, embedMissing, type RawVectors } from "../engine/refresh.ts";
import { messageOf, WaysError } from "../errors.ts";
import type { Env } from "../host/env.ts";
import { writeAtomic } from "../host/files.ts";
import { type Anchors, findAnchors, onScaleOf, phrasingsOf } from "../match/anchors.ts";
import { calibrate, identityOf, textsToEmbed } from "../match/calibration-sources.ts";
import { buildBlock, type Calibration } from "../match/space.ts";
import { calibrationBytes, readOwnRows } from "../store/calibration.ts";
import type { Shipped } from "../store/shipped.ts";
import { openVectorStore, pruneVectors, vectorKey, vectorsIn } from "../store/vectors.ts";
import type { Telling } from "./corpus.ts";
import { isRefusal } from "./corpus-files.ts";
import { openTeamOf } from "./team.ts";
import { openWorld, type World } from "./world.ts";

/** How often vectors go to disk: work that is interrupted is gone on with. */
const SAVE_MS = 1_000;

/** Does nothing for the shipped model, and for one that is ready. Throws a WaysError without a usable model. */
export async function makeModelReady(env: Env, tell: Telling): Promise<void> {
  const world = openWorld(env);
  const model = world.models.requireModel();
  if (!isOther(model.manifest) || isMade(model, world.shippedHash())) return;
  const shipped = world.shipped();
  try {
    await make(world, model, shipped, tell);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new WaysError(`the model's folder \`${model.folder}\` cannot be written: ${messageOf(error)}`, {
      cause: error,
      hint: "`ways model use <folder>` copies it to a place that can",
    });
  }
}

/** True when its coordinates are those of this binary's ways. */
export function isMade(model: Model, shipped: string): boolean {
  return readOwnRows(pathIn(model), model.fingerprint)?.meta["shipped"] === shipped;
}

function pathIn({ folder, manifest }: Model): string {
  return join(folder, manifest.calibration);
}

async function make(world: World, model: Model, shipped: Shipped, tell: Telling): Promise<void> {
  const { sources } = shipped.lessons();
  const ways = shipped.ways();
  const texts = [...new Set(textsToEmbed(sources, ways))];
  const path = vectorsIn(model.folder);
  const raw = openVectorStore(path, model.fingerprint, ALIAS_KIND, model.manifest.dimensions);
  await embedAll(world, texts, raw, tell);
  tell.step(`calibrating \`${model.manifest.name}\` on ${texts.length} texts`);
  const fingerprint = hashOf(identityOf(model.fingerprint, sources, ways));
  const scorer = world.models.scorer();
  const plain = calibrate(sources, ways, raw, fingerprint);
  const calibration = onShippedScale(
    plain,
    shipped.lessons().anchors,
    findAnchors(phrasingsOf(ways, raw.get), plain, scorer),
  );
  const core = buildBlock(coordinatesOf(ways, raw, calibration, scorer.transform), calibration.dimensions);
  const own = { core, shipped: world.shippedHash() };
  writeAtomic(pathIn(model), calibrationBytes(calibration, model.fingerprint, own));
  const keys = texts.map((text) => vectorKey(model.fingerprint, ALIAS_KIND, text));
  pruneVectors(path, model.manifest.dimensions, new Set(keys));
}

async function embedAll(
  world: World,
  texts: readonly string[],
  raw: RawVectors & { readonly flush: () => void },
  tell: Telling,
): Promise<void> {
  let saved = performance.now();
  try {
    await embedMissing(texts, raw, openTeamOf(world), (done, total) => {
      tell.progress(done, total);
      if (performance.now() - saved < SAVE_MS) return;
      saved = performance.now();
      raw.flush();
    });
  } finally {
    raw.flush();
  }
}

/** Bars are written on the scale of the shipped model's evidence, those in way files, too. */
function onShippedScale(calibration: Calibration, shipped: Anchors, own: Anchors): Calibration {
  const scaled = onScaleOf(shipped, own, calibration);
  if (scaled !== null) return scaled;
  throw new WaysError("this model cannot tell which way a text is about: other ways are as near to it as its own", {
    hint: "is it a sentence model, and do `pooling` and `prefix` in its manifest.json say how it was trained?",
  });
}

function hashOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}
