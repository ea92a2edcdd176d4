// What counts as stale (ADR-109): content hashes now against those in the manifest, scope by scope.
import type { EmbeddedProject, Manifest } from "./manifest.ts";
import { includes, type Marker } from "./marker.ts";

/** A project as it is now. */
export type ProjectFacts = {
  readonly key: string;
  readonly path: string;
  /** null: it did not answer. */
  readonly now: {
    readonly hash: string;
    /** Files that could make rows. */
    readonly files: number;
    readonly marker: Marker;
  } | null;
};

export type ProjectState = "fresh" | "stale" | "new" | "disincluded" | "no ways" | "unreachable";

export type Judged = {
  readonly state: ProjectState;
  /** False: the manifest says so already. */
  readonly differs: boolean;
};

/** Without a manifest everything is stale. */
export function isGlobalStale(before: Manifest | null, hash: string): boolean {
  return before === null || before.global_hash !== hash;
}

/** `global`: core or user ways have changed; rows of a project that adds aliases to those change with them. */
export function judgeProject({ key, now }: ProjectFacts, before: Manifest | null, global: boolean): Judged {
  const known = before !== null && Object.hasOwn(before.projects, key) ? before.projects[key] : undefined;
  if (now === null) return { state: "unreachable", differs: false };
  if (now.files === 0) return { state: "no ways", differs: known !== undefined };
  if (!includes(now.marker))
    return { state: "disincluded", differs: known === undefined || known.marker !== now.marker };
  if (known === undefined) return { state: "new", differs: true };
  const isStale = known.ways_hash !== now.hash || !includes(known.marker) || (global && known.extends);
  return { state: isStale ? "stale" : "fresh", differs: isStale };
}

/** Projects of the manifest that are known no more: the next refresh drops them. */
export function forgotten(before: Manifest | null, known: readonly ProjectFacts[]): readonly EmbeddedProject[] {
  const keys = new Set(known.map((project) => project.key));
  return Object.entries(before?.projects ?? {}).flatMap(([key, project]) => (keys.has(key) ? [] : [project]));
}
