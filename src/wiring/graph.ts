// For `ways graph` and `ways siblings`: the ways of a place or a folder, with the coordinates of their texts.
import type { Progress } from "../engine/refresh.ts";
import { WaysError } from "../errors.ts";
import type { Env } from "../host/env.ts";
import { type FindNearest, nearestRows } from "../match/block.ts";
import type { Rows } from "../match/fidelity.ts";
import type { Way, WayId } from "../ways/way.ts";
import { openAuthored } from "./authoring.ts";
import { coordinatesOfTexts, rowsOf } from "./coordinates.ts";
import { openWorld } from "./world.ts";

export type EmbeddedWays = {
  readonly ways: ReadonlyMap<WayId, Way>;
  /** Coordinates of a way's aliases, before the pull; null: not known. */
  readonly rowsOf: (way: Way) => Rows | null;
  /** For comparing rows in numbers. */
  readonly nearest: FindNearest;
  /** Why no coordinates are known; null: all is well. */
  readonly problem: WaysError | null;
};

/** `wanted`: the ways whose coordinates will be asked for. A missing model is a problem that is told, not an error. */
export async function openEmbeddedWays(
  env: Env,
  cwd: string,
  waysDir: string | null,
  wanted: (ways: ReadonlyMap<WayId, Way>) => readonly Way[],
  progress: Progress,
): Promise<EmbeddedWays> {
  const { ways } = await openAuthored(env, cwd, waysDir);
  const asked = wanted(ways);
  try {
    const world = openWorld(env);
    const coordinates = await coordinatesOfTexts(world, asked, progress);
    const { nearest } = world.models.scorer();
    return { ways, rowsOf: (way) => rowsOf(coordinates, way), nearest, problem: null };
  } catch (error) {
    if (!(error instanceof WaysError)) throw error;
    return { ways, rowsOf: () => null, nearest: nearestRows, problem: error };
  }
}
