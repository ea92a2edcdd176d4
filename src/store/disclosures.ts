// The metrics of all sessions that are still kept (ADR-105), read back: one list of disclosures per session.
import { join } from "node:path";
import type { Disclosure } from "../engine/ports.ts";
import { namesIn } from "../host/atomic.ts";
import { readText } from "../host/files.ts";

/** Lines that are cut or foreign are left out; sessions in which nothing was shown, too. Throws for what cannot be read. */
export function readDisclosures(state: string): readonly (readonly Disclosure[])[] {
  const sessions = join(state, "sessions");
  return namesIn(sessions).flatMap((name) => {
    const lines = (readText(join(sessions, name, "metrics.jsonl")) ?? "").split("\n").flatMap(parseLine);
    return lines.length > 0 ? [lines] : [];
  });
}

function parseLine(line: string): readonly Disclosure[] {
  try {
    const value: unknown = JSON.parse(line);
    return isDisclosure(value) ? [value] : [];
  } catch {
    return []; // the last line of a process that was killed
  }
}

function isDisclosure(value: unknown): value is Disclosure {
  if (typeof value !== "object" || value === null) return false;
  const { way, parent, epoch, epoch_distance, trigger }: Partial<Record<keyof Disclosure, unknown>> = value;
  const isNumber = (x: unknown) => typeof x === "number" && Number.isFinite(x);
  return (
    typeof way === "string" &&
    (parent === null || typeof parent === "string") &&
    isNumber(epoch) &&
    (epoch_distance === null || isNumber(epoch_distance)) &&
    typeof trigger === "string"
  );
}
