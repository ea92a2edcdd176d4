// Every rule that needs no model and no disk, over the library as it will be used. Each finding has a code in rules.ts.
import type { Diagnostic } from "../diagnostics.ts";
import type { Golden } from "./golden.ts";
import { buildFamily } from "./graph.ts";
import { lintAliasDuplicates, lintAliasWording } from "./lint/aliases.ts";
import { lintBody, lintRationalizations, lintSeeAlso, lintStems } from "./lint/body.ts";
import { breadthRule } from "./lint/breadth.ts";
import { lintFiring } from "./lint/firing.ts";
import { lintGolden } from "./lint/golden.ts";
import type { Subject, World } from "./lint/subject.ts";
import { lintTrees } from "./lint/trees.ts";
import type { LocaleRow } from "./locale.ts";
import { buildDiagnostic } from "./rules.ts";
import { buildLibrary, type Layer } from "./tree.ts";
import type { WayId } from "./way.ts";

/**
 * What the rules find, in the order of files and lines; what reading found comes with the layers. Ways that a later root
 * replaces are not judged. `golden`: by way; null when golden prompts were not read.
 */
export function lintLibrary(
  layers: readonly Layer[],
  golden: ReadonlyMap<WayId, Golden> | null,
): readonly Diagnostic[] {
  const ways = buildLibrary(layers);
  const world: World = { ways, family: buildFamily(ways), golden };
  const subjects = new Map<WayId, Subject>();
  for (const parsed of layers.flatMap((layer) => layer.ways)) {
    const way = ways.get(parsed.id);
    if (parsed.way !== null && way?.file === parsed.file) subjects.set(parsed.id, { parsed, way });
  }
  const rules = [lintFiring, breadthRule(), lintAliasWording, lintBody, lintSeeAlso, lintRationalizations, lintGolden];
  const all = [...subjects.values()].sort((a, b) => (a.way.id < b.way.id ? -1 : 1));
  const found = [
    ...layers.flatMap((layer) => [...layer.locales].flatMap(([id, rows]) => lintOrphans(id, rows, ways))),
    ...all.flatMap((subject) => rules.flatMap((rule) => rule(subject, world))),
    ...lintAliasDuplicates(all),
    ...lintStems(all),
    ...lintTrees(subjects, world),
  ];
  return found.sort(byPlace);
}

function lintOrphans(id: WayId, rows: readonly LocaleRow[], ways: ReadonlyMap<WayId, unknown>): readonly Diagnostic[] {
  const [row] = rows;
  if (row === undefined || ways.has(id)) return [];
  return [
    buildDiagnostic("locale-orphan", { file: row.file, message: `there is no way \`${id}\` to add these rows to` }),
  ];
}

/** For lists of diagnostics: by file, line, column, code. */
export function byPlace(a: Diagnostic, b: Diagnostic): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}
