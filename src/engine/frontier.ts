// The frontier (ADR-125 §1): what a session can reach from what its agent has been shown, with the bars in force there.
// Descendants of a shown way have an eased bar, See Also links ease nothing; a sibling is no edge of disclosure.
import type { Reason } from "../match/decision.ts";
import { barOf, inapplicable, type SelectInput } from "../match/select.ts";
import { ancestorsOf } from "../ways/graph.ts";
import type { Node, WayId } from "../ways/way.ts";

export type FrontierInput = Pick<SelectInput, "nodes" | "shown" | "scope" | "whenHolds" | "isDisabled"> & {
  /** null: no model, nothing is compared with a bar. */
  readonly bars: Pick<SelectInput, "defaultBar" | "floor"> | null;
};

export type Reachable = {
  readonly id: WayId;
  readonly edge: "child" | "descendant" | "see-also";
  /** The shown way that leads here: the nearest one for a descendant. */
  readonly from: WayId;
  readonly bar: number | null;
  readonly isEased: boolean;
  /** Why it would not be shown yet, however well it fits; null: it is open. */
  readonly waits: Reason | null;
};

/** Unshown ways one step from a shown one, and all below it; by id. A way that is both keeps the stronger edge. */
export function buildFrontier(input: FrontierInput): readonly Reachable[] {
  const { nodes, shown } = input;
  const links = new Map<WayId, WayId>();
  for (const id of nodes.keys())
    if (shown.has(id)) for (const to of nodes.get(id)?.seeAlso ?? []) if (!links.has(to)) links.set(to, id);
  const found = [...nodes.values()].flatMap((node): readonly Reachable[] => {
    if (shown.has(node.id)) return [];
    const ancestor = ancestorsOf(node.id, nodes).find((id) => shown.has(id));
    const from = ancestor ?? links.get(node.id);
    if (from === undefined) return [];
    const edge = ancestor === undefined ? "see-also" : ancestor === node.parent ? "child" : "descendant";
    return [
      {
        id: node.id,
        edge,
        from,
        bar: barIn(node, input),
        isEased: edge !== "see-also",
        waits: inapplicable(node, input),
      },
    ];
  });
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function barIn(node: Node, { nodes, shown, bars }: FrontierInput): number | null {
  return bars === null ? null : barOf(node, { nodes, shown, strictness: 0, ...bars });
}
