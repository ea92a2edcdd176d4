// A corpus of the ways in one folder and nothing else, for other tools and for trying things out (ADR-109, footgun guard).

import { coordinatesOf } from "../engine/refresh.ts";
import { WaysError } from "../errors.ts";
import { ensureDir, factsOf, removeFile } from "../host/files.ts";
import { buildBlock } from "../match/space.ts";
import { readLayer } from "../store/layers.ts";
import { corpusFolder, corpusIn } from "../store/rows.ts";
import { hashScope, listScope } from "../store/scope-files.ts";
import { readScopeWays } from "../store/scope-ways.ts";
import { watchedIn } from "../store/watched.ts";
import type { Refreshed, Telling } from "./corpus.ts";
import { isCanonical, isRefusal, openRaw, requireTools, unwritable, writeCorpus } from "./corpus-files.ts";
import { embedScopes } from "./corpus-scopes.ts";
import type { World } from "./world.ts";

export type FolderOptions = {
  readonly waysDir: string;
  /** null: the folder hooks read; only with `isForced`. */
  readonly output: string | null;
  readonly isForced: boolean;
  readonly isFull: boolean;
};

/** Throws a WaysError rather than replace the user's corpus unasked. */
export async function buildCorpusOf(world: World, options: FolderOptions, tell: Telling): Promise<Refreshed> {
  const { waysDir, isForced, isFull } = options;
  if (factsOf(waysDir)?.kind !== "folder")
    throw new WaysError(`there is no folder \`${waysDir}\``, { hint: "`--ways-dir` takes the folder ways lie in" });
  const tools = requireTools(world);
  const users = corpusFolder(tools.places);
  const folder = options.output ?? users;
  const isOwn = isCanonical(folder, tools.places);
  if (isOwn && !isForced)
    throw new WaysError(`this would replace the corpus of all your ways by that of \`${waysDir}\``, {
      hint: "`--output <folder>` builds it elsewhere; `--force` replaces it until the next refresh",
    });
  try {
    ensureDir(folder);
    const files = listScope(waysDir, null);
    const hash = hashScope(files.files, [waysDir]);
    const scope = readScopeWays([readLayer("user", waysDir, null, (path) => path)], [], []);
    const texts = new Map([["user", scope]]);
    const raw = openRaw(folder, tools, isFull);
    const embedded = await embedScopes(world, texts, raw, tell.progress, () => {});
    const block = buildBlock(coordinatesOf(scope.ways, raw, tools.calibration), tools.calibration.dimensions);
    const count = { global_count: scope.ways.length, global_failed_lint: scope.failed.length };
    if (isOwn) removeFile(watchedIn(folder)); // what hooks read is no longer what they would find
    writeCorpus(folder, tools.meta, world.shippedHash(), new Map([["user", block]]), {
      global_hash: hash,
      ...count,
      projects: {},
      languages: [],
    });
    tell.step(`wrote \`${corpusIn(folder)}\``);
    const failed = scope.failed.map((file) => `\`${file}\` failed lint and is not embedded`);
    const counts = { user_ways: block.nodes.length, project_ways: 0, projects: 0, failed_lint: scope.failed.length };
    return { embedded, ...counts, warnings: failed, path: corpusIn(folder) };
  } catch (error) {
    throw isRefusal(error) ? unwritable(folder, error) : error;
  }
}
