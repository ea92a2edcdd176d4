// This program once more, on its own: it outlives the caller, and no pipe of the caller's stays open in it (an agent waits for the
// end of every pipe that a hook has inherited).
import { availableParallelism, getPriority, setPriority } from "node:os";
import { dirname } from "node:path";
import type { Env } from "./env.ts";

/** Throws when it cannot be started. Its folder is the binary's: it must not hold on to somebody's project. */
export function startSelf(args: readonly string[], env: Env): void {
  const child = Bun.spawn([...command(), ...args], {
    cwd: dirname(process.execPath),
    env: { ...env },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  child.unref();
}

/** Run from source, the executable is Bun and needs to be told the program. */
function command(): readonly string[] {
  const isCompiled = /^(?:\/\$bunfs|[A-Z]:[\\/]~BUN)/.test(Bun.main);
  return isCompiled ? [process.execPath] : [process.execPath, Bun.main];
}

const NICE = 10;

/** Work that nobody waits for gives way to the agent's. */
export function giveWay(): void {
  try {
    setPriority(NICE);
  } catch {
    // not allowed here
  }
}

/** Cores that work may take: one that gives way leaves half of them alone. */
export function coresToUse(): number {
  const cores = availableParallelism();
  return isGivingWay() ? Math.max(1, Math.floor(cores / 2)) : cores;
}

function isGivingWay(): boolean {
  try {
    return getPriority() > 0;
  } catch {
    return false; // not told here
  }
}
