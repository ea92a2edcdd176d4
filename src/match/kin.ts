// Who is related to whom among ways (ADR-105): ancestors, the tree a way belongs to, its siblings.
import type { Node, WayId } from "../ways/way.ts";

export type Nodes = ReadonlyMap<WayId, Node>;

/** Nearest first. */
export function ancestorsOf(node: Node, nodes: Nodes): readonly WayId[] {
  const out: WayId[] = [];
  for (let at = node.parent; at !== null; at = nodes.get(at)?.parent ?? null) out.push(at);
  return out;
}

export function isDescendant(id: WayId, of: WayId, nodes: Nodes): boolean {
  const node = nodes.get(id);
  return node !== undefined && ancestorsOf(node, nodes).includes(of);
}

/** The parentless way of the tree. */
export function rootOf(id: WayId, nodes: Nodes): WayId {
  const node = nodes.get(id);
  return (node && ancestorsOf(node, nodes).at(-1)) ?? id;
}

/** Ways with the same parent, or where there is none the parentless ways of the same folder; without the way itself. */
export function siblingsOf(node: Node, nodes: Nodes): readonly Node[] {
  const folder = folderOf(node.id);
  return [...nodes.values()].filter(
    (n) => n.id !== node.id && n.parent === node.parent && (n.parent !== null || folderOf(n.id) === folder),
  );
}

/** Keeps the order except that an ancestor in the list stands before its descendants. */
export function parentsFirst(ids: readonly WayId[], nodes: Nodes): readonly WayId[] {
  const out = new Set<WayId>();
  for (const id of ids) {
    const node = nodes.get(id);
    const ancestors = node ? [...ancestorsOf(node, nodes)].reverse() : [];
    for (const ancestor of ancestors) if (ids.includes(ancestor)) out.add(ancestor);
    out.add(id);
  }
  return [...out];
}

function folderOf(id: WayId): string {
  return id.slice(0, Math.max(0, id.lastIndexOf("/")));
}
