// For `ways explain --expect`: what keeps a way from being compared at all.
import { dirname } from "node:path";
import type { Diagnostic } from "../diagnostics.ts";
import type { Env } from "../host/env.ts";
import type { WayId } from "../ways/way.ts";
import { lintAuthored, openAuthored } from "./authoring.ts";
import { type RowsState, rowsStates } from "./corpus-state.ts";
import { openWorld } from "./world.ts";

/** Whether a way has coordinates, and why not; null: it is no way here. */
export async function rowsStateOf(env: Env, cwd: string, id: WayId): Promise<RowsState | null> {
  const { ways, stateOf } = await rowsStates(openWorld(env), cwd);
  const way = ways.find((one) => one.id === id);
  return way === undefined ? null : stateOf(way);
}

/** What lint says about the file that is, or was meant to be, the way `name`: its id, or the last part of it; the worst first. */
export async function findingAbout(env: Env, cwd: string, name: string): Promise<Diagnostic | null> {
  const isMeant = ({ file }: Diagnostic) =>
    [dirname(file), file.replace(/\.md$/i, "")].some((path) => `/${path}`.replaceAll("\\", "/").endsWith(`/${name}`));
  const found = lintAuthored(await openAuthored(env, cwd, null)).filter(isMeant);
  const [worst = null] = (["error", "warning"] as const).flatMap((s) => found.filter(({ severity }) => severity === s));
  return worst;
}
