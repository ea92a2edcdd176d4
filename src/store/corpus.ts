// The coordinates of ways on disk: one container with a block per scope (docs/adr/0003 on int8 rows).
//   scopes: "core" (in the binary; in the cache, too, where `languages` leaves some of its rows out), "user" (with packages), and one per project
//   under its key: section and id together are ADR-109's `<project key>/<way id>`
//   sections: "nodes <scope>" JSON [[id, rows], …] · "rows <scope>" int8 [n × dimensions] · "scales <scope>" f32 [n]
//             "centre rows <scope>" int8 [nodes × dimensions] · "centre scales <scope>" f32 [nodes], where there are many nodes
//             "labels <scope>" JSON [label, …] of every row, which only `ways explain` reads
import type { Block, QuantisedRows, RowBytes, Span } from "../match/block.ts";
import { idsOf, type NodeMap, type Origin, originsOf, type WayId } from "../ways/way.ts";
import { buildSections, floatBytes, jsonBytes, type Sections } from "./sections.ts";

/** The scope of the shipped ways. */
const CORE = "core";

export const CORPUS_KIND = "ways.corpus/2";

export type CorpusMeta = {
  readonly model: string;
  readonly calibration: string;
  readonly dimensions: number;
  /** The manifest that belongs to it (ADR-109). */
  readonly build?: string;
  /** Hash of the shipped library whose rows are repeated here, in fewer languages. */
  readonly shipped?: string;
};

/** The sections of one scope, for a container that may hold other things, too. */
export function scopeSections(scope: string, block: Block): Readonly<Record<string, Uint8Array>> {
  return {
    [`nodes ${scope}`]: jsonBytes(block.nodes.map((n) => [n.id, n.count])),
    [`labels ${scope}`]: jsonBytes(block.labels ?? []),
    [`rows ${scope}`]: bytesOf(block.rows),
    [`scales ${scope}`]: floatBytes(block.scales),
    ...(block.centres
      ? {
          [`centre rows ${scope}`]: bytesOf(block.centres.rows),
          [`centre scales ${scope}`]: floatBytes(block.centres.scales),
        }
      : {}),
  };
}

function bytesOf(rows: RowBytes): Uint8Array {
  return unsigned(rows.slice(0, rows.length));
}

function unsigned(rows: Int8Array): Uint8Array {
  return new Uint8Array(rows.buffer, rows.byteOffset, rows.length);
}

export function corpusBytes(meta: CorpusMeta, scopes: ReadonlyMap<string, Block>): Uint8Array {
  const sections = [...scopes].map(([scope, block]) => scopeSections(scope, block));
  return buildSections({ kind: CORPUS_KIND, ...meta }, Object.assign({}, ...sections));
}

/** True when the rows were made by this model and calibration. */
export function isCurrent(file: Sections, meta: CorpusMeta): boolean {
  return file.meta["model"] === meta.model && file.meta["calibration"] === meta.calibration;
}

/** The block of one scope, rows not read yet; null when the scope is absent or its parts do not fit together. */
export function readScope(file: Sections, scope: string, dimensions: number, withLabels = false): Block | null {
  const entries = file.json(`nodes ${scope}`);
  const own = readRows(file, scope, "", dimensions);
  if (!Array.isArray(entries) || own === null) return null;
  let start = 0;
  const nodes: Span[] = [];
  for (const [id, count] of entries as readonly (readonly [WayId, number])[]) {
    nodes.push({ id, index: nodes.length, start, count, isShipped: scope === CORE });
    start += count;
  }
  if (start !== own.scales.length) return null;
  const centres = readRows(file, scope, "centre ", dimensions);
  const labels = withLabels ? file.json(`labels ${scope}`) : null;
  return {
    ...own,
    nodes,
    ...(centres?.scales.length === nodes.length ? { centres } : {}),
    ...(Array.isArray(labels) ? { labels } : {}),
  };
}

/** Not hashed: there are megabytes of them, and a byte that has changed costs one row a little. */
function readRows(file: Sections, scope: string, kind: "" | "centre ", dimensions: number): QuantisedRows | null {
  const part = file.part(`${kind}rows ${scope}`);
  const scales = file.floats(`${kind}scales ${scope}`);
  if (part === null || scales === null || scales.length * dimensions !== part.size) return null;
  const rows: RowBytes = {
    length: part.size,
    slice: (from, to) => {
      const bytes = part.slice(from, to);
      return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    },
    copy: (target, from) => part.read(unsigned(target), from),
  };
  return { rows, scales };
}

/** Names of the scopes in it. */
export function scopesIn(file: Sections): readonly string[] {
  return file.names.flatMap((name) => (name.startsWith("nodes ") ? name.slice("nodes ".length) : []));
}

/**
 * Blocks for exactly the nodes of a library: a row that no way backs never scores (ADR-109: staleness is harmless). A way to which a
 * later root has added aliases keeps the rows of the root that its text is in until new ones are made; one that replaces another does not.
 */
export function selectBlocks(
  nodes: NodeMap,
  project: string,
  blockOf: (scope: string) => Block | null,
): readonly Block[] {
  const scopeNames: Readonly<Record<Origin, string>> = { core: "core", package: "user", user: "user", project };
  /** The scope whose rows describe a node: where its text or the last of its aliases was written. Only nodes that have no rows so far. */
  const open = new Map<WayId, string>();
  const [ids, origins] = [idsOf(nodes), originsOf(nodes)];
  for (let i = 0; i < ids.length; i++) {
    const [id, origin] = [ids[i], origins[i]];
    if (id !== undefined && origin !== undefined) open.set(id, scopeNames[origin]);
  }
  const wanted = new Set(open.values());
  const blocks: Block[] = [];
  let isWanted = false;
  for (const scope of [project, "user", "core"]) {
    isWanted ||= wanted.has(scope);
    const block = isWanted && open.size > 0 ? blockOf(scope) : null;
    if (block === null) continue;
    const backed: Span[] = [];
    for (const node of block.nodes) {
      const own = open.get(node.id);
      if (own === undefined) continue;
      if (own !== scope && scopeNames[nodes.get(node.id)?.origin ?? "core"] !== scope) continue;
      backed.push(node);
      open.delete(node.id);
    }
    blocks.push({ ...block, nodes: backed });
  }
  return blocks;
}
