// A library as one file: the shipped one inside the binary, and per project the merged one in the cache.
//   sections: "nodes" JSON, what every hook reads · "bodies" UTF-8, sliced when a way is shown · "core" the core block
//             "ways" JSON with all texts, for people's commands
import type { Node, Way, WayId } from "../ways/way.ts";
import { buildSections, jsonBytes, readSections, type Sections } from "./sections.ts";

const KIND = "ways.library/1";

export type LibraryFile = {
  readonly meta: Sections["meta"];
  readonly nodes: ReadonlyMap<WayId, Node>;
  readonly core: string;
  body(id: WayId): string;
  /** Every way with its texts. */
  ways(): readonly Way[];
};

type StoredNode = Node & { readonly bodyAt: readonly [at: number, bytes: number] };

/** `extra`: sections of other owners in the same file. */
export function libraryBytes(
  ways: readonly Way[],
  core: string,
  meta: Sections["meta"],
  extra: Readonly<Record<string, Uint8Array>> = {},
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
      ways: jsonBytes(ways),
      ...extra,
    },
  );
}

/** null: missing, cut, or of another format. */
export function readLibrary(bytes: Uint8Array): (LibraryFile & { readonly sections: Sections }) | null {
  const sections = readSections(bytes);
  if (sections === null || sections.meta["kind"] !== KIND) return null;
  const stored = sections.json("nodes");
  if (!Array.isArray(stored)) return null;
  const nodes = new Map<WayId, StoredNode>(stored.map((node: StoredNode) => [node.id, node]));
  const text = (name: string, at: number, bytesOf?: number) => {
    const section = sections.bytes(name) ?? new Uint8Array();
    return new TextDecoder().decode(section.subarray(at, bytesOf === undefined ? undefined : at + bytesOf));
  };
  return {
    sections,
    meta: sections.meta,
    nodes,
    core: text("core", 0),
    body: (id) => {
      const [at, length] = nodes.get(id)?.bodyAt ?? [0, 0];
      return text("bodies", at, length);
    },
    ways: () => {
      const ways = sections.json("ways");
      return Array.isArray(ways) ? ways : [];
    },
  };
}
