// Every rule that needs no model and no disk, over the library as it will be used. Each finding has a code in rules.ts.
import type { Diagnostic } from "../diagnostics.ts";
import type { Golden } from "./golden.ts";
import { buildFamily } from "./graph.ts";
import { lintAliasDuplicates, lintAliasWording } from "./lint/aliases.ts";
import { lintBody, lintRationalizations, lintSeeAlso, lintStems } from "./lint/body.ts";
import { breadthRule } from "./lint/breadth.ts";
import { lintFiring } from "./lint/firing.ts";
import { lintGolden } from "./lint/golden.ts";
import { atKey, type Subject, type World } from "./lint/subject.ts";
import { lintTrees } from "./lint/trees.ts";
import { buildDiagnostic } from "./rules.ts";
import { buildLibrary, type Layer } from "./tree.ts";
import type { Way, WayId } from "./way.ts";

/**
 * What the rules find, in the order of files and lines; what reading found comes with the layers. Ways that a later root
 * replaces are not judged. `golden`: by way; null when golden prompts were not read. `judged`: the layers whose ways are
 * meant; the others are only what these are compared with. `earlier`: ways that these may add to and name, and no more.
 */
export function lintLibrary(
  layers: readonly Layer[],
  golden: ReadonlyMap<WayId, Golden> | null,
  judged: readonly Layer[] = layers,
  earlier: ReadonlySet<WayId> = new Set(),
): readonly Diagnostic[] {
  const ways = buildLibrary(layers);
  const world: World = { ways, isWay: (id) => ways.has(id) || earlier.has(id), family: buildFamily(ways), golden };
  const known = layers.flatMap((layer) => subjectsOf(layer, ways));
  const own = new Set(judged.flatMap((layer) => layer.ways.map((parsed) => parsed.file)));
  const all = known.filter(({ way }) => own.has(way.file));
  const rules = [lintFiring, breadthRule(), lintAliasWording, lintBody, lintSeeAlso, lintRationalizations, lintGolden];
  const found = [
    ...judged.flatMap((layer) => {
      const before = buildLibrary(layers.slice(0, layers.indexOf(layer) + 1));
      return lintOrphans(layer, (id) => before.has(id) || earlier.has(id));
    }),
    ...all.flatMap((subject) => rules.flatMap((rule) => rule(subject, world))),
    ...judged.flatMap(extensionsOf).flatMap((subject) => lintAliasWording(subject, world)),
    ...[...lintAliasDuplicates(known), ...lintStems(known)].filter(({ file }) => own.has(file)),
    ...lintTrees(new Map(all.map((subject) => [subject.way.id, subject])), world),
  ];
  return found.sort(byPlace);
}

/** The ways of a layer that the library uses, in the order of ids. */
export function subjectsOf(layer: Layer, ways: ReadonlyMap<WayId, Way>): readonly Subject[] {
  const subjects = layer.ways.flatMap((parsed): readonly Subject[] => {
    const way = ways.get(parsed.id);
    return parsed.way !== null && way?.file === parsed.file ? [{ parsed, way }] : [];
  });
  return subjects.sort((a, b) => (a.way.id < b.way.id ? -1 : 1));
}

/** Files with nothing but aliases: no ways of their own, but words somebody wrote. */
function extensionsOf(layer: Layer): readonly Subject[] {
  return layer.ways.flatMap((parsed) => (parsed.way && parsed.isExtension ? [{ parsed, way: parsed.way }] : []));
}

/** What would add to a way that is not there, or comes later. */
function lintOrphans(layer: Layer, isEarlier: (id: WayId) => boolean): readonly Diagnostic[] {
  const rows = [...layer.locales].flatMap(([id, [row]]) => (row === undefined || isEarlier(id) ? [] : { id, row }));
  return [
    ...extensionsOf(layer)
      .filter(({ way }) => !isEarlier(way.id))
      .map((subject) =>
        atKey(subject, "", "body-empty", {
          message: `the way has no text to show, and there is no earlier way \`${subject.way.id}\` to add its aliases to`,
        }),
      ),
    ...rows.map(({ id, row }) =>
      buildDiagnostic("locale-orphan", {
        file: row.file,
        message: `there is no earlier way \`${id}\` to add these rows to`,
      }),
    ),
  ];
}

/** For lists of diagnostics: by file, line, column, code. */
export function byPlace(a: Diagnostic, b: Diagnostic): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}
