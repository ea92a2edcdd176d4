// Processes that a hook has left at work. They are nobody's children any more, so they are found by the home they work in.
import { readdirSync, readFileSync } from "node:fs";

const PATIENCE_MS = 20_000;

/** Linux only: elsewhere a process does not tell strangers its environment. */
export const canWatchProcesses = process.platform === "linux";

/** While a process is being loaded it shows no environment: only several looks without one are believed. */
const QUIET_LOOKS = 4;

/** Waits until no process has this HOME. */
export async function settled(home: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (let quiet = 0; quiet < QUIET_LOOKS; quiet = isAtWork(home) ? 0 : quiet + 1) {
    if (Date.now() > until) throw new Error(`a process is still at work in ${home}`);
    await Bun.sleep(10);
  }
}

function isAtWork(home: string): boolean {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.some((id) => {
    try {
      return readFileSync(`/proc/${id}/environ`, "utf8").split("\0").includes(`HOME=${home}`);
    } catch {
      return false; // it has ended meanwhile
    }
  });
}
