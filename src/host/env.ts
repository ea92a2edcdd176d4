// The one place that reads `process.env`; every variable that exists is named here.

export type Env = Readonly<Record<string, string | undefined>>;

/** Variables `ways` reads, with their meaning: the source of the reference page. */
export const VARIABLES = {
  WAYS_MODEL_DIR: "folder of the model, before every other place",
  WAYS_INSTALL_DIR: "where `make setup` puts the binary (default `~/.local/bin`)",
  WAYS_REFRESH: "off: hooks start no refresh of the corpus in the background",
  WAYS_DEBUG: "1: errors print their stack",
  WAYS_ENGINE: "onnx: embed with ONNX Runtime instead of the kernel",
  CLAUDE_CONFIG_DIR: "Claude Code's folder instead of `~/.claude`",
  CLAUDE_PROJECT_DIR: "root of the project, set by the agent",
  CLAUDE_CODE_SESSION_ID: "session of the shell an agent opened",
  XDG_CONFIG_HOME: "base of the configuration folder",
  XDG_DATA_HOME: "base of the data folder",
  XDG_STATE_HOME: "base of the state folder",
  XDG_CACHE_HOME: "base of the cache folder",
  HOME: "home folder",
  NO_COLOR: "no colour in output",
} as const;

export function readEnv(): Env {
  return process.env;
}

/** "" counts as unset, as the XDG specification asks. */
export function setting(env: Env, name: string): string | null {
  const value = env[name];
  return value === undefined || value === "" ? null : value;
}
