// Rows of the shipped ways without the languages that are not wanted, from the rows in the binary: nothing is embedded.

import type { Block } from "../match/block.ts";
import { undoPull } from "../match/fidelity.ts";
import { buildBlock, type Calibration, pullRows } from "../match/space.ts";
import { type CorpusMeta, isCurrent, readScope } from "../store/corpus.ts";
import type { Shipped } from "../store/shipped.ts";
import { keepLanguages } from "../ways/languages.ts";
import { spanRows } from "./coordinates.ts";

/** null when the rows in the binary are another model's. */
export async function coreRowsIn(
  languages: readonly string[],
  shipped: Shipped,
  calibration: Calibration,
  meta: CorpusMeta,
): Promise<Block | null> {
  const file = await shipped.rows();
  const block = isCurrent(file, meta) ? readScope(file, "core", meta.dimensions, true) : null;
  if (block === null) return null;
  const { dimensions } = meta;
  const nodes = block.nodes.flatMap((span) => {
    const plain = undoPull(spanRows(block, span, dimensions), calibration);
    const labelled = plain.map((row, i) => ({ row, label: block.labels?.[span.start + i] ?? "" }));
    const kept = keepLanguages(labelled, languages);
    const rows = kept.map(({ row }) => row);
    return kept.length === 0
      ? []
      : [{ id: span.id, isShipped: true, labels: kept.map(({ label }) => label), rows: pullRows(rows, calibration) }];
  });
  return buildBlock(nodes, dimensions);
}
