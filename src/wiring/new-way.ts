// For `ways new`: where a way would lie, what it would stand below, and its files on disk.
import { join } from "node:path";
import { WaysError } from "../errors.ts";
import { factsOf } from "../host/files.ts";
import { isSkipped } from "../store/layers.ts";
import { createWayFile } from "../store/way-files.ts";
import { parentAmong, stemOf } from "../ways/graph.ts";
import { findIdProblem, renderGolden, renderWay, type Sketch } from "../ways/scaffold.ts";
import { type Way, wayId } from "../ways/way.ts";
import type { Authored } from "./authoring.ts";

export type Site = {
  readonly folder: string;
  /** The way it will be a child of; null: it begins a tree. */
  readonly parent: Way | null;
  /** A way of an earlier root with this id, which it will replace. */
  readonly replaces: Way | null;
  /** Ways that have the same last part. */
  readonly namesakes: readonly Way[];
};

/** Throws a WaysError for an id that cannot be one, and for a way that is there. */
export function findSite({ ways }: Authored, root: string, id: string): Site {
  const problem = findIdProblem(id);
  if (problem !== null) throw new WaysError(`\`${id}\` ${problem}`, { hint: "an id looks like `domain/topic/detail`" });
  const skipped = id.split("/").find(isSkipped);
  if (skipped !== undefined) throw new WaysError(`folders called \`${skipped}\` are never read`);
  const folder = join(root, ...id.split("/"));
  if (factsOf(fileIn(folder, id)) !== null)
    throw new WaysError(`\`${fileIn(folder, id)}\` is there already`, { hint: "edit it, then run `ways check`" });
  const own = wayId(id);
  const parent = parentAmong(own, ways);
  return {
    folder,
    parent: (parent !== null && ways.get(parent)) || null,
    replaces: ways.get(own) ?? null,
    namesakes: [...ways.values()].filter((way) => way.id !== own && stemOf(way.id) === stemOf(own)),
  };
}

/** Returns the paths it has written. */
export function createWay(folder: string, sketch: Sketch): readonly string[] {
  const way = fileIn(folder, sketch.id);
  const golden = way.replace(/\.md$/, ".golden.jsonl");
  createWayFile(way, renderWay(sketch));
  createWayFile(golden, renderGolden(sketch));
  return [way, golden];
}

function fileIn(folder: string, id: string): string {
  return join(folder, `${stemOf(wayId(id))}.md`);
}
