// Where files are kept. Every place is computed here, from the environment and the user record, never at import time.
import { posix, win32 } from "node:path";
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
export function homeFolder(
  env: Env,
  platform: NodeJS.Platform = process.platform,
  recorded = homeOnRecord,
): string | null {
  const named = setting(env, platform === "win32" ? "USERPROFILE" : "HOME");
  if (isUsableHome(named, platform)) return named;
  const record = recorded();
  return isUsableHome(record, platform) ? record : null;
}

function isUsableHome(home: string | null, platform: NodeJS.Platform): home is string {
  const path = pathsOf(platform);
  return home !== null && path.isAbsolute(home) && path.parse(path.normalize(home)).base !== "";
}

/** Bun's `userInfo` repeats HOME when it is set, so the record is read from its file first. Both modules are loaded only for this rare case. */
function homeOnRecord(): string | null {
  try {
    return userRecord()?.[5] ?? process.getBuiltinModule("node:os").userInfo().homedir;
  } catch {
    return null;
  }
}

function userRecord(): readonly string[] | undefined {
  const uid = String(process.getuid?.());
  try {
    const records = process.getBuiltinModule("node:fs").readFileSync("/etc/passwd", "utf8").split("\n");
    return records.map((line) => line.split(":")).find((fields) => fields[2] === uid);
  } catch {
    return undefined;
  }
}

function pathsOf(platform: NodeJS.Platform) {
  return platform === "win32" ? win32 : posix;
}

/** null: there is no home to keep anything in. Of variables only absolute paths count: `~` is no folder's name. */
export function placesOf(
  env: Env,
  platform: NodeJS.Platform = process.platform,
  recorded = homeOnRecord,
): Places | null {
  const home = homeFolder(env, platform, recorded);
  if (home === null) return null;
  const { isAbsolute, join } = pathsOf(platform);
  const absolute = (name: string) => {
    const value = setting(env, name);
    return value !== null && isAbsolute(value) ? value : null;
  };
  const roaming = absolute("APPDATA") ?? join(home, "AppData", "Roaming");
  const local = absolute("LOCALAPPDATA") ?? join(home, "AppData", "Local");
  const place = (xdg: string, windows: readonly string[], ...unix: string[]) => {
    const named = absolute(xdg);
    if (named !== null) return join(named, APP);
    return platform === "win32" ? join(...windows) : join(home, ...unix, APP);
  };
  const claude = absolute("CLAUDE_CONFIG_DIR") ?? join(home, ".claude");
  return {
    config: place("XDG_CONFIG_HOME", [roaming, APP, "config"], ".config"),
    data: place("XDG_DATA_HOME", [local, APP, "data"], ".local", "share"),
    state: place("XDG_STATE_HOME", [local, APP, "state"], ".local", "state"),
    cache: place("XDG_CACHE_HOME", [local, APP, "cache"], ".cache"),
    claude,
    userWays: join(claude, "hooks", "ways"),
  };
}
