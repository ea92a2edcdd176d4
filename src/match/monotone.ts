// Values on a tree, changed as little as possible (weighted squares) so that no child lies below its parent: neighbours that
// stand the wrong way round share their mean. Thompson's minimum violator algorithm for rooted trees (1962).

export type Weighted = { readonly value: number; readonly weight: number };

/** Ids that share one value; `top` is the one nearest to the root. */
type Pool<Id> = { readonly value: number; readonly weight: number; readonly top: Id; readonly members: readonly Id[] };

/** `parentOf`: null for roots, and for parents without a value. */
export function raiseMonotone<Id extends string>(
  values: ReadonlyMap<Id, Weighted>,
  parentOf: (id: Id) => Id | null,
): ReadonlyMap<Id, number> {
  const blocks = new Map<Id, Pool<Id>>();
  for (const [id, { value, weight }] of values) blocks.set(id, { value, weight, top: id, members: [id] });
  const above = ({ top }: Pool<Id>) => {
    const parent = parentOf(top);
    return parent === null ? undefined : blocks.get(parent);
  };
  for (;;) {
    const violators = [...new Set(blocks.values())].filter(
      (block) => (above(block)?.value ?? block.value) > block.value,
    );
    const [lowest] = violators.sort((a, b) => a.value - b.value);
    const parent = lowest && above(lowest);
    if (lowest === undefined || parent === undefined) return new Map([...blocks].map(([id, { value }]) => [id, value]));
    const weight = parent.weight + lowest.weight;
    const value = (parent.value * parent.weight + lowest.value * lowest.weight) / weight;
    const pooled = { value, weight, top: parent.top, members: [...parent.members, ...lowest.members] };
    for (const id of pooled.members) blocks.set(id, pooled);
  }
}
