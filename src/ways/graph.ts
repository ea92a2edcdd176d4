// Questions about the tree of ways (ADR-105, ADR-125). Works on anything that has an id and a parent.
import { idsOf, type WayId, wayId } from "./way.ts";

export type TreeNode = { readonly id: WayId; readonly parent: WayId | null };
export type Nodes = ReadonlyMap<WayId, TreeNode>;

/** The nearest ancestor folder that is a way. */
export function parentAmong(id: WayId, ids: { has(id: WayId): boolean }): WayId | null {
  for (let end = id.lastIndexOf("/"); end > 0; end = id.lastIndexOf("/", end - 1)) {
    const candidate = wayId(id.slice(0, end));
    if (ids.has(candidate)) return candidate;
  }
  return null;
}

/** From the parent up to the root of the tree. */
export function ancestorsOf(id: WayId, nodes: Nodes): readonly WayId[] {
  const found: WayId[] = [];
  for (let up = nodes.get(id)?.parent ?? null; up !== null; up = nodes.get(up)?.parent ?? null) {
    if (found.includes(up)) break;
    found.push(up);
  }
  return found;
}

export function rootOf(id: WayId, nodes: Nodes): WayId {
  const above = ancestorsOf(id, nodes);
  return above[above.length - 1] ?? id;
}

/** Path depth: folders from the root of the library down to the way; ADR-105's metrics count this. */
export function depthOf(id: WayId): number {
  return id.split("/").length;
}

export type Family = {
  /** In the order of the library. */
  readonly children: ReadonlyMap<WayId, readonly WayId[]>;
  /** Ways with the same parent, or with the same folder where there is none; the way itself left out. */
  readonly siblings: (id: WayId) => readonly WayId[];
  /** Parents before children. */
  readonly descendants: (id: WayId) => readonly WayId[];
  /** Ways without a parent. */
  readonly roots: readonly WayId[];
};

/** One pass over the ids of a library; every question afterwards is a look-up. */
export function buildFamily(nodes: Nodes): Family {
  const children = Map.groupBy(nodes.keys(), (id) => parentAmong(id, nodes));
  const roots = children.get(null) ?? [];
  const folders = Map.groupBy(roots, folderOf);
  const byParent = new Map<WayId, readonly WayId[]>();
  for (const [parent, ids] of children) if (parent !== null) byParent.set(parent, ids);
  const groupOf = (id: WayId) => {
    const parent = parentAmong(id, nodes);
    return (parent === null ? folders.get(folderOf(id)) : byParent.get(parent)) ?? [];
  };
  const descendants = (id: WayId): readonly WayId[] =>
    (byParent.get(id) ?? []).flatMap((child) => [child, ...descendants(child)]);
  return {
    children: byParent,
    siblings: (id) => groupOf(id).filter((other) => other !== id),
    descendants,
    roots,
  };
}

/** `Family.siblings` of one way, without the pass over a library of thousands. */
export function siblingsOf(id: WayId, nodes: Nodes & { readonly ids?: readonly WayId[] }): readonly WayId[] {
  const parent = parentAmong(id, nodes);
  const folder = parent ?? folderOf(id);
  const found: WayId[] = [];
  for (const other of idsOf(nodes)) {
    if (other === id || !other.startsWith(folder)) continue;
    if (parent === null ? folderOf(other) !== folder : other[folder.length] !== "/") continue;
    if (parentAmong(other, nodes) === parent) found.push(other);
  }
  return found;
}

/** Families of siblings, each once, for work over all pairs. */
export function siblingGroups(nodes: Nodes): readonly (readonly WayId[])[] {
  const groups = Map.groupBy(nodes.keys(), (id) => nodes.get(id)?.parent ?? `/${folderOf(id)}`);
  return [...groups.values()];
}

function folderOf(id: WayId): string {
  return id.slice(0, Math.max(0, id.lastIndexOf("/")));
}

/** Last parts of ids that several ways share; unique stems let a person name a way by its last part. */
export function sharedStems(ids: Iterable<WayId>): ReadonlyMap<string, readonly WayId[]> {
  const byStem = Map.groupBy(ids, stemOf);
  return new Map([...byStem].filter(([, same]) => same.length > 1));
}

export function stemOf(id: WayId): string {
  return id.slice(id.lastIndexOf("/") + 1);
}
