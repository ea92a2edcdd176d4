// Which ways may be embedded (ADR-109, lint gate; per way, behaviour §4): an error that costs the way keeps it out, whatever the
// project's marker says. A broken trigger costs its trigger only.
import type { Diagnostic } from "../diagnostics.ts";
import { buildFamily } from "./graph.ts";
import { lintFiring } from "./lint/firing.ts";
import { subjectsOf } from "./lint.ts";
import { hasBlockingError } from "./rules.ts";
import type { Layer } from "./tree.ts";
import type { Way, WayId } from "./way.ts";

/** Way files of a layer that failed lint. `ways`: the merged library; `found`: what reading the layer found. */
export function failedFiles(
  layer: Layer,
  ways: ReadonlyMap<WayId, Way>,
  found: readonly Diagnostic[],
): ReadonlySet<string> {
  const world = { ways, isWay: (id: WayId) => ways.has(id), family: buildFamily(ways), golden: null };
  const judged = subjectsOf(layer, ways).flatMap((subject) => lintFiring(subject, world));
  return new Set([...found, ...judged].filter((d) => isWayFile(d.file) && hasBlockingError([d])).map((d) => d.file));
}

/** `<folder>/<folder>.md`: an error in a file of rows costs those rows, not the way beside them. */
function isWayFile(file: string): boolean {
  const [stem, folder] = file.normalize("NFC").split(/[\\/]/).reverse();
  return stem === `${folder}.md`;
}
