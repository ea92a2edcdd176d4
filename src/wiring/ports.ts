// The engine's ports, built for real.
import { openVectorCache } from "../embed/cache.ts";
import type { Coordinates, Ports } from "../engine/ports.ts";
import { WaysError } from "../errors.ts";
import { fileExists } from "../host/find-file.ts";
import { stampOf } from "../host/stamps.ts";
import { once } from "../once.ts";
import { loadEffective } from "../store/effective.ts";
import type { Freshness } from "../store/overlay.ts";
import { openRecentScores } from "../store/recent-scores.ts";
import { blocksFor, corpusPath } from "../store/rows.ts";
import { idsOf } from "../ways/way.ts";
import { openPatterns } from "./patterns.ts";
import { openSessionPorts } from "./session-ports.ts";
import type { World } from "./world.ts";

/** How many candidates the log keeps for `ways why`, beside the shown ones. */
const LOGGED = 10;

export type WiredPorts = Ports & {
  /** Begins with a text that will be asked for, unless its vector is known; what is wrong is told when it is asked for. */
  begin(text: string): void;
};

/** The ports of one process. `freshness`: how closely the files behind the cached library are looked at; `forPeople`: every candidate, and which alias is nearest. */
export function openPorts(world: World, freshness: Freshness, forPeople = false): WiredPorts {
  const { env, places, models, failure } = world;
  const embedder = once(() => models.openEmbedder(models.engine()));
  const vectors = once(() => {
    const { fingerprint, manifest } = models.requireModel();
    return places && openVectorCache(places.cache, fingerprint, manifest.dimensions);
  });
  return {
    listed: forPeople ? Number.POSITIVE_INFINITY : LOGGED,
    library: (place) =>
      loadEffective({ shipped: world.shipped(), places, project: place.project, env, failure }, freshness),
    ...openSessionPorts(world),
    ...openPatterns(),
    begin: (text) => {
      try {
        if ((vectors()?.get(text) ?? null) === null) models.begin(text);
      } catch {
        // told when the text is asked for
      }
    },
    vector: async (text, deadline) => {
      const known = vectors()?.get(text) ?? null;
      if (known !== null) return { value: known, cached: true };
      const value = await (await embedder()).embed("query", text, deadline);
      if (value !== null) vectors()?.put(text, value);
      return value && { value, cached: false };
    },
    recent: (place, library) => {
      if (places === null || forPeople || library.print === undefined) return null;
      const { fingerprint } = models.requireModel();
      // The executable, too: another version may reduce or compare otherwise.
      const files = [process.execPath, models.calibrationPath(), corpusPath(places)].map(stampOf);
      // What was read, not the file it is cached in: that may be another process's by now, or impossible to write.
      const { print, config } = library;
      const { languages, disabled } = config;
      const state = [
        fingerprint,
        models.engine(),
        world.shippedHash(),
        place.project,
        languages,
        disabled,
        files,
        print,
      ];
      return openRecentScores(places.cache, state, idsOf(library.nodes));
    },
    coordinates: async (place, library): Promise<Coordinates> => {
      const calibration = models.calibration();
      if (calibration === null)
        throw new WaysError("the model has no calibration: scores mean nothing", {
          hint: "`make calibrate`, or install the model again",
        });
      const blocks = await blocksFor({
        library,
        place,
        shipped: world.shipped(),
        places,
        calibration,
        model: models.requireModel().fingerprint,
        withLabels: forPeople,
      });
      // A new binary beside an old model, or the reverse: nothing would ever be shown by meaning again, without a word.
      if (blocks.length === 0)
        throw new WaysError("no way has coordinates for this model: matching by meaning is off", {
          hint: "`ways doctor` says why",
        });
      return { blocks, calibration, arithmetic: models.scorer() };
    },
    fileExists,
    failure,
  };
}
