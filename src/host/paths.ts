// Where files are kept. Every place is computed here, from the environment and the user record, never at import time.
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { type Env, setting } from "./env.ts";

export type Places = {
  /** Configuration written by people. */
  readonly config: string;
  /** Model, trust records, packages. */
  readonly data: string;
  /** Sessions, events, failures. */
  readonly state: string;
  /** What can be made again: corpus, vectors, parsed libraries. */
  readonly cache: string;
  /** Claude Code's folder. */
  readonly claude: string;
  /** Ways of the user, in Claude Code's folder (ADR-109). */
  readonly userWays: string;
};

const APP = "claude-ways";

/**
 * Home of the user: HOME if it is an absolute path other than "/", else the user record; null when neither is usable
 * (a hook process without HOME or an unknown uid): callers then keep nothing on disk rather than write to "/" or "~".
 */
export function homeFolder(env: Env, platform: NodeJS.Platform = process.platform): string | null {
  const named = setting(env, platform === "win32" ? "USERPROFILE" : "HOME");
  if (named && isUsableHome(named)) return named;
  try {
    const record = userInfo().homedir;
    return isUsableHome(record) ? record : null;
  } catch {
    return null;
  }
}

function isUsableHome(path: string): boolean {
  return isAbsolute(path) && path !== "/";
}

/** null: there is no home to keep anything in. */
export function placesOf(env: Env, platform: NodeJS.Platform = process.platform): Places | null {
  const home = homeFolder(env, platform);
  if (home === null) return null;
  const xdg = (name: string, ...fallback: string[]) => {
    const value = setting(env, name);
    return join(value && isAbsolute(value) ? value : join(home, ...fallback), APP);
  };
  const roaming = setting(env, "APPDATA") ?? join(home, "AppData", "Roaming");
  const local = setting(env, "LOCALAPPDATA") ?? join(home, "AppData", "Local");
  const onWindows = platform === "win32";
  const known = (name: string, windows: string, ...fallback: string[]) =>
    onWindows && setting(env, name) === null ? windows : xdg(name, ...fallback);
  const claude = setting(env, "CLAUDE_CONFIG_DIR") ?? join(home, ".claude");
  return {
    config: known("XDG_CONFIG_HOME", join(roaming, APP, "config"), ".config"),
    data: known("XDG_DATA_HOME", join(local, APP, "data"), ".local", "share"),
    state: known("XDG_STATE_HOME", join(local, APP, "state"), ".local", "state"),
    cache: known("XDG_CACHE_HOME", join(local, APP, "cache"), ".cache"),
    claude,
    userWays: join(claude, "hooks", "ways"),
  };
}
