// The engine's ports, built for real.
import { join } from "node:path";
import { openVectorCache } from "../embed/cache.ts";
import type { Coordinates, Ports } from "../engine/ports.ts";
import { WaysError } from "../errors.ts";
import { fileExists } from "../host/find-file.ts";
import { dotRows } from "../match/block.ts";
import { hasDefinitionFile } from "../store/agent-files.ts";
import { openDispatches } from "../store/dispatches.ts";
import { type Freshness, loadEffective } from "../store/effective.ts";
import { blocksFor } from "../store/rows.ts";
import { openLedger } from "../store/session.ts";
import { openStages } from "../store/stages.ts";
import { contextTokens, transcriptText } from "../store/transcript.ts";
import { compilePattern } from "../ways/regex.ts";
import type { World } from "./world.ts";

/** The ports of one process. `freshness`: how closely the files behind the cached library are looked at. */
export async function openPorts(world: World, freshness: Freshness): Promise<Ports> {
  const { env, places, models, failure } = world;
  const shipped = await world.shipped();
  return {
    library: (place) => loadEffective({ shipped, places, project: place.project, env }, freshness),
    ledger: (place) => openLedger(places?.state ?? null, place, failure),
    dispatches: (place) => openDispatches(places?.state ?? null, place, Date.now(), failure),
    hasDefinition: (place, type) =>
      hasDefinitionFile(type, [
        join(place.project, ".claude", "agents"),
        ...(places ? [join(places.claude, "agents")] : []),
      ]),
    stage: (place, id) => openStages(places?.state ?? null, place).reached(id),
    compile: memoised(compilePattern),
    vector: async (text, deadline) => {
      const model = models.requireModel();
      const cache = places && openVectorCache(places.cache, model.fingerprint, model.manifest.dimensions);
      const known = cache?.get(text) ?? null;
      if (known !== null) return { value: known, cached: true };
      const embedder = await models.openEmbedder(models.engine);
      const value = await embedder.embed("query", text, deadline);
      if (value !== null) cache?.put(text, value);
      return value && { value, cached: false };
    },
    coordinates: (place, library): Coordinates | null => {
      const calibration = models.calibration();
      if (calibration === null)
        throw new WaysError("the model has no calibration: scores mean nothing", {
          hint: "`make calibrate`, or install the model again",
        });
      const blocks = blocksFor({
        library,
        place,
        shipped: shipped.sections,
        places,
        calibration,
        model: models.requireModel().fingerprint,
      });
      return { blocks, calibration, dots: dotRows };
    },
    fileExists,
    contextTokens: (place) => contextTokens(place.transcript),
    transcriptText: (place) => transcriptText(place.transcript),
    notice: () => "",
    failure,
  };
}

function memoised<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
