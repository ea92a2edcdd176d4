// A library as one file: the shipped one inside the binary, and per project the merged one in the cache.
//   sections: "nodes" JSON, what every hook reads · "bodies" UTF-8, sliced when a way is shown · "core" the core block
// Texts for matching are no part of it: hooks compare coordinates.
import type { Node, Way, WayId } from "../ways/way.ts";
import { buildSections, jsonBytes, type Sections } from "./sections.ts";

const KIND = "ways.library/2";

export type LibraryFile = {
  readonly meta: Sections["meta"];
  readonly nodes: ReadonlyMap<WayId, Node>;
  readonly core: string;
  body(id: WayId): string;
};

type StoredNode = Node & { readonly bodyAt: readonly [at: number, bytes: number] };

/** `more`: sections of the caller's. */
export function libraryBytes(
  ways: readonly Way[],
  core: string,
  meta: Sections["meta"],
  more: Readonly<Record<string, Uint8Array>> = {},
): Uint8Array {
  const bodies = ways.map((way) => new TextEncoder().encode(way.body));
  let at = 0;
  const nodes = ways.map((way, i): StoredNode => {
    const { file: _f, description: _d, vocabulary: _v, aliases: _a, body: _b, ...node } = way;
    const bytes = bodies[i]?.length ?? 0;
    at += bytes;
    return { ...node, bodyAt: [at - bytes, bytes] };
  });
  return buildSections(
    { kind: KIND, ...meta },
    {
      nodes: jsonBytes(nodes),
      core: new TextEncoder().encode(core),
      bodies: Buffer.concat(bodies),
      ...more,
    },
  );
}

/** null: of another format. */
export function readLibrary(sections: Sections): LibraryFile | null {
  if (sections.meta["kind"] !== KIND) return null;
  const stored = sections.json("nodes");
  const [core, bodies] = [sections.bytes("core"), sections.bytes("bodies")];
  if (!Array.isArray(stored) || core === null || bodies === null) return null;
  const nodes = new Map<WayId, StoredNode>(stored.map((node: StoredNode) => [node.id, node]));
  return {
    meta: sections.meta,
    nodes,
    core: new TextDecoder().decode(core),
    body: (id) => {
      const [at, length] = nodes.get(id)?.bodyAt ?? [0, 0];
      return new TextDecoder().decode(bodies.subarray(at, at + length));
    },
  };
}
