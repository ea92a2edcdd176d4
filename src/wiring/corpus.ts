// Rebuilds the corpus: the user's and the current project's ways, other projects' rows kept as they are (ADR-109).
import { join } from "node:path";
import { coordinatesOf, embedMissing, type Progress } from "../engine/refresh.ts";
import { WaysError } from "../errors.ts";
import { ensureDir, writeAtomic } from "../host/files.ts";
import type { Block } from "../match/block.ts";
import { buildBlock } from "../match/space.ts";
import { corpusBytes, isCurrent, readScope, scopeOfNode } from "../store/corpus.ts";
import { loadEffective } from "../store/effective.ts";
import { readMerged } from "../store/merge.ts";
import { encodeProjectKey } from "../store/projects.ts";
import { blocksFor, corpusFolder, corpusPath, openCorpus } from "../store/rows.ts";
import { openVectorStore } from "../store/vectors.ts";
import type { WayId } from "../ways/way.ts";
import { placeAt, type World } from "./world.ts";

export type Refreshed = { readonly embedded: number; readonly ways: number; readonly path: string };

/** Throws a WaysError when there is no usable model or no place to write; the old corpus then stays. */
export async function refreshCorpus(world: World, cwd: string, progress: Progress): Promise<Refreshed> {
  const { places, models } = world;
  if (places === null)
    throw new WaysError("there is no home folder to keep a corpus in", { hint: "set HOME to an absolute path" });
  const model = models.requireModel();
  const calibration = models.calibration();
  if (calibration === null) throw new WaysError("the model has no calibration", { hint: "install the model again" });
  const { dimensions } = calibration;
  const project = world.projectOf(cwd);
  const { ways } = readMerged({ shipped: world.shipped(), places, project, env: world.env });
  const own = ways.filter((way) => way.aliasOrigin !== "core");

  ensureDir(corpusFolder(places));
  const raw = openVectorStore(join(corpusFolder(places), "vectors.bin"), model.fingerprint, "passage", dimensions);
  const embedder = () => models.openEmbedder(models.engine);
  const embedded = await embedMissing(
    own.flatMap((w) => w.aliases.map((a) => a.text)),
    raw,
    embedder,
    progress,
  );
  raw.flush();

  const meta = { model: model.fingerprint, calibration: calibration.fingerprint, dimensions };
  const key = encodeProjectKey(project);
  const path = corpusPath(places);
  const before = openCorpus(path);
  const scopes = new Map<string, Block>();
  if (before && isCurrent(before, meta))
    for (const scope of scopesIn(before.names)) keep(scopes, scope, readScope(before, scope, dimensions, true));
  for (const scope of ["user", key]) {
    const nodes = coordinatesOf(
      own.filter((way) => scopeOfNode(way, key) === scope),
      raw,
      calibration,
    );
    scopes.set(scope, buildBlock(nodes, dimensions));
  }
  writeAtomic(path, corpusBytes(meta, scopes));
  return { embedded, ways: own.length, path };
}

function scopesIn(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => (name.startsWith("nodes ") ? name.slice("nodes ".length) : []));
}

function keep(scopes: Map<string, Block>, scope: string, block: Block | null): void {
  if (block !== null) scopes.set(scope, block);
}

/** Which ways of the library have no coordinates, so that they can only be brought up by their triggers. */
export async function corpusState(
  world: World,
  cwd: string,
): Promise<{ readonly total: number; readonly missing: readonly WayId[] }> {
  const shipped = world.shipped();
  const place = placeAt(world, cwd, null);
  const library = await loadEffective(
    { shipped, places: world.places, project: place.project, env: world.env },
    "session",
  );
  const ids = [...library.nodes.keys()];
  try {
    const calibration = world.models.calibration();
    if (calibration === null) return { total: ids.length, missing: ids };
    const model = world.models.requireModel().fingerprint;
    const blocks = await blocksFor({
      library,
      place,
      shipped,
      places: world.places,
      calibration,
      model,
      withLabels: false,
    });
    const made = new Set(blocks.flatMap((block) => block.nodes.map((n) => n.id)));
    return { total: ids.length, missing: ids.filter((id) => !made.has(id)) };
  } catch {
    return { total: ids.length, missing: ids }; // no usable model: another check says so
  }
}
