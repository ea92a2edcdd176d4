// `embed-manifest.json`: what was embedded, by content hashes (ADR-109, its shape), and with which model, calibration and languages.
// It and the corpus beside it name each other: written by two processes at once, one of each, they do not count.
import { join } from "node:path";
import { readTextOr } from "../host/atomic.ts";
import type { Marker } from "./marker.ts";

export type EmbeddedProject = {
  /** Real path at the time. */
  readonly path: string;
  readonly ways_hash: string;
  /** Ways that were embedded. */
  readonly ways_count: number;
  /** Ways that failed lint. */
  readonly failed_lint: number;
  readonly marker: Marker;
  /** True when it adds aliases to ways of an earlier root: then its rows change with those. */
  readonly extends: boolean;
};

export type Manifest = {
  /** Over core and user. */
  readonly global_hash: string;
  readonly global_count: number;
  readonly global_failed_lint: number;
  /** By project key. */
  readonly projects: Readonly<Record<string, EmbeddedProject>>;
  readonly model: string;
  readonly calibration: string;
  /** The person's configuration; a project's own is part of its hash. */
  readonly languages: readonly string[];
  /** The corpus that belongs to it. */
  readonly corpus: string;
};

export function manifestIn(folder: string): string {
  return join(folder, "embed-manifest.json");
}

const SCHEMA = "ways.embed-manifest/1";

export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify({ schema: SCHEMA, ...manifest }, null, 2)}\n`;
}

/** null when it is missing, cut or foreign: everything is stale then. */
export function readManifest(path: string): Manifest | null {
  try {
    const value: unknown = JSON.parse(readTextOr(path, ""));
    return isManifest(value) ? value : null;
  } catch {
    return null;
  }
}

function isManifest(value: unknown): value is Manifest {
  return (
    has(value, {
      global_hash: isText,
      global_count: isCount,
      global_failed_lint: isCount,
      model: isText,
      calibration: isText,
      corpus: isText,
      languages: (list) => Array.isArray(list) && list.every(isText),
    }) &&
    has(value, { schema: (schema) => schema === SCHEMA }) &&
    has(value, { projects: (projects) => isRecord(projects) && Object.values(projects).every(isProject) })
  );
}

function isProject(value: unknown): boolean {
  const isMarker = (word: unknown) => ["none", "include", "disinclude", "unclear"].some((known) => known === word);
  return has(value, {
    path: isText,
    ways_hash: isText,
    ways_count: isCount,
    failed_lint: isCount,
    marker: isMarker,
    extends: (x) => typeof x === "boolean",
  });
}

function has(value: unknown, fields: Readonly<Record<string, (field: unknown) => boolean>>): boolean {
  return (
    isRecord(value) &&
    Object.entries(fields).every(([key, isRight]) => Object.hasOwn(value, key) && isRight(value[key]))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
