// How busy the machine is.
import { readTextOr } from "./atomic.ts";

/** Processes that want to run, over the last minute; 0 where the system does not tell. `node:os` takes .3 ms to load, the file nothing. */
export function loadAverage(): number {
  const [first] = readTextOr("/proc/loadavg", "").split(" ", 1);
  return first ? Number(first) : (process.getBuiltinModule("node:os").loadavg()[0] ?? 0);
}
