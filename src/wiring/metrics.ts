// For `ways metrics`: what all sessions on this machine have been shown, against the ways of today.
import { buildMetrics, type Metrics } from "../engine/metrics.ts";
import type { Env } from "../host/env.ts";
import { placesOf } from "../host/paths.ts";
import { readDisclosures } from "../store/disclosures.ts";
import { openAuthored } from "./authoring.ts";

export async function readMetrics(env: Env, cwd: string): Promise<Metrics> {
  const places = placesOf(env);
  const { ways } = await openAuthored(env, cwd, null);
  return buildMetrics(places === null ? [] : readDisclosures(places.state), ways);
}
