// For `ways golden` and `ways tune`: the ways of a place or a folder as they are written now, ready to be scored, with as
// little embedding as possible; and the vectors of prompts that are tried on them, kept for the next time.
import { type Arena, nodeOf } from "../engine/outcomes.ts";
import { ALIAS_KIND, type Progress } from "../engine/refresh.ts";
import { WaysError } from "../errors.ts";
import type { Env } from "../host/env.ts";
import { buildBlock, type Calibration, pullRows } from "../match/space.ts";
import { once } from "../once.ts";
import type { Config } from "../ways/config.ts";
import type { Way, WayId } from "../ways/way.ts";
import { type Authored, openAuthored } from "./authoring.ts";
import { coordinatesOfTexts, openRaw, rowsOf } from "./coordinates.ts";
import { openPorts } from "./ports.ts";
import { openWorld, placeAt, type World } from "./world.ts";

export type Trials = {
  readonly world: World;
  readonly authored: Authored;
  /** In force at the working folder. */
  readonly config: Config;
  readonly calibration: Calibration;
  /** Made at the first call: where nothing is tried, nothing is embedded and no row computed. */
  readonly arena: () => Promise<Arena>;
  /** Raw vector of a prompt, embedded when it never was before. */
  readonly vectorOf: (text: string) => Promise<Float32Array>;
  /** Keeps what was embedded. */
  readonly flush: () => void;
};

/** Throws a WaysError without a usable model. */
export async function openTrials(env: Env, cwd: string, waysDir: string | null, progress: Progress): Promise<Trials> {
  const authored = await openAuthored(env, cwd, waysDir);
  const world = openWorld(env);
  const { models } = world;
  const calibration = models.calibration();
  if (calibration === null) throw new WaysError("the model has no calibration", { hint: "install the model again" });
  const { config } = await openPorts(world, "session").library(placeAt(world, cwd, null));
  const store = once(() => openRaw(world, models.requireModel().fingerprint, calibration.dimensions));
  const embedder = once(() => models.openEmbedder(models.engine()));
  return {
    world,
    authored,
    config,
    calibration,
    arena: once(() => buildArena(world, authored.ways, calibration, progress)),
    vectorOf: async (text) => {
      const { raw } = store();
      const known = raw.get(text);
      if (known !== null) return known;
      const vector = await (await embedder()).embed(ALIAS_KIND, text);
      if (vector === null) throw new Error("an embedding without a deadline was late");
      raw.put(text, vector);
      return vector;
    },
    flush: () => store().flush(),
  };
}

async function buildArena(
  world: World,
  ways: ReadonlyMap<WayId, Way>,
  calibration: Calibration,
  progress: Progress,
): Promise<Arena> {
  const coordinates = await coordinatesOfTexts(world, [...ways.values()], progress);
  const rows = new Map(
    [...ways].flatMap(([id, way]) => {
      const own = rowsOf(coordinates, way) ?? [];
      return own.length === 0 ? [] : [[id, own] as const];
    }),
  );
  const nodes = [...rows].map(([id, own]) => ({
    ...nodeOf(id, { ways }),
    labels: ways.get(id)?.aliases.map(({ label }) => label) ?? [],
    rows: pullRows(own, calibration),
  }));
  const blocks = [buildBlock(nodes, calibration.dimensions)];
  return { ways, rows, blocks, calibration, arithmetic: world.models.scorer() };
}
