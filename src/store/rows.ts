// The coordinates of a library's ways: the shipped ones from the binary, user's and project's from the corpus in the cache.
import { join } from "node:path";
import type { Place } from "../agents/event.ts";
import type { Library } from "../engine/ports.ts";
import { openBytes } from "../host/bytes.ts";
import type { Places } from "../host/paths.ts";
import { stampOf } from "../host/stamps.ts";
import type { Block } from "../match/block.ts";
import type { Calibration } from "../match/space.ts";
import { CORPUS_KIND, isCurrent, readScope, selectBlocks } from "./corpus.ts";
import { encodeProjectKey } from "./projects.ts";
import { openSections, type Sections } from "./sections.ts";
import type { Shipped } from "./shipped.ts";

export type RowsInput = {
  readonly library: Library;
  readonly place: Place;
  readonly shipped: Pick<Shipped, "rows" | "meta">;
  readonly places: Places | null;
  readonly calibration: Calibration;
  /** Fingerprint of the model in use. */
  readonly model: string;
  /** True for people: which alias is nearest. */
  readonly withLabels: boolean;
};

/** Rows made by another model or calibration are left out: better no score than a wrong one. */
export async function blocksFor({
  library,
  place,
  shipped,
  places,
  calibration,
  model,
  withLabels,
}: RowsInput): Promise<readonly Block[]> {
  const meta = { model, calibration: calibration.fingerprint, dimensions: calibration.dimensions };
  const project = encodeProjectKey(place.project);
  const core = await shipped.rows();
  let opened: Sections | null | undefined;
  const corpus = () => {
    opened ??= places === null ? null : openCorpus(corpusPath(places));
    return opened;
  };
  const read = (file: Sections | null, scope: string) =>
    file && isCurrent(file, meta) ? readScope(file, scope, meta.dimensions, withLabels) : null;
  const hasFewer = library.config.languages.length > 0 && corpus()?.meta["shipped"] === shipped.meta["hash"];
  return selectBlocks(library.nodes, project, (scope) => {
    if (scope !== "core") return read(corpus(), scope);
    // Until `ways corpus` has left the other languages out, they are in.
    return (hasFewer ? read(corpus(), scope) : null) ?? read(core, scope);
  });
}

export function corpusFolder(places: Places): string {
  return join(places.cache, "user");
}

export function corpusPath(places: Places): string {
  return corpusIn(corpusFolder(places));
}

export function corpusIn(folder: string): string {
  return join(folder, "corpus.bin");
}

/** null: missing, cut or foreign; it reads as stale. */
export function openCorpus(path: string): Sections | null {
  if (stampOf(path) === null) return null;
  try {
    const file = openSections(openBytes(path));
    return file?.meta["kind"] === CORPUS_KIND ? file : null;
  } catch {
    return null;
  }
}
