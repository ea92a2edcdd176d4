// Where this process is and what it reports to: all that a tool call needs in which nothing can match.
import { type Env, setting } from "../host/env.ts";
import { type Places, placesOf } from "../host/paths.ts";
import { type Log, openLog } from "../store/log.ts";
import { findProject } from "../store/projects.ts";

/** Set when the binary is compiled. */
declare const LIBRARY_HASH: string;

export type Site = {
  readonly env: Env;
  readonly places: Places | null;
  readonly log: Log;
  readonly failure: (step: string, error: unknown, size?: number) => void;
  readonly projectOf: (cwd: string) => string;
  /** Of the shipped library, known without reading it; null: run from source. */
  readonly libraryHash: string | null;
};

export function openSite(env: Env): Site {
  const places = placesOf(env);
  const log = openLog(places?.state ?? null);
  const named = setting(env, "CLAUDE_PROJECT_DIR");
  return {
    env,
    places,
    log,
    failure: (step, error, size) =>
      log.failure({ at: new Date().toISOString(), step, kind: kindOf(error), size: size ?? null }),
    projectOf: (cwd) => findProject(named, cwd === "" ? process.cwd() : cwd),
    libraryHash: typeof LIBRARY_HASH === "string" ? LIBRARY_HASH : null,
  };
}

/** Class of an error for the log, never its text: texts may hold what a person wrote. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error ? ` ${String(error.code)}` : "";
  return `${error.name}${code}`;
}
