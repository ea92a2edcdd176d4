// A library as one file: the shipped one inside the binary, and per project the merged one in the cache.
//   sections: "ids" JSON · "origins" UTF-8, a letter for each id's aliasOrigin · "nodes" UTF-8, a JSON text for each id, which begins at
//             "places" u32 [ids + 1] · "lane <lane>" JSON, the index of its triggers' needles · "states" JSON
//             "bodies" UTF-8, sliced when a way is shown · "core" the core block
// A hook reads the nodes that are asked for: of thousands a handful. Texts for matching are no part of it: hooks compare coordinates.
import { LANES, type Lane, type Subjects } from "../ways/gate.ts";
import { buildLaneIndex, type LaneIndex, openPlaces, statesOf } from "../ways/trigger-index.ts";
import type { Node, NodeMap, Origin, Way, WayId } from "../ways/way.ts";
import { buildSections, jsonBytes, type Sections } from "./sections.ts";

const KIND = "ways.library/4";

export type LibraryFile = {
  readonly meta: Sections["meta"];
  /** Differs where anything of the library does. */
  readonly print: string;
  readonly nodes: NodeMap;
  readonly core: string;
  body(id: WayId): string;
};

type StoredNode = Node & { readonly bodyAt: readonly [at: number, bytes: number] };

const LETTERS: Readonly<Record<string, Origin>> = { c: "core", k: "package", u: "user", p: "project" };

/** `more`: sections of the caller's. */
export function libraryBytes(
  ways: readonly Way[],
  core: string,
  meta: Sections["meta"],
  more: Readonly<Record<string, Uint8Array>> = {},
): Uint8Array {
  const bodies = ways.map((way) => new TextEncoder().encode(way.body));
  let at = 0;
  const nodes = ways.map((way, i) => {
    const { file: _f, description: _d, vocabulary: _v, aliases: _a, body: _b, ...node } = way;
    const bytes = bodies[i]?.length ?? 0;
    at += bytes;
    return jsonBytes({ ...node, bodyAt: [at - bytes, bytes] } satisfies StoredNode);
  });
  const places = new Uint32Array(nodes.length + 1);
  nodes.forEach(({ length }, i) => {
    places[i + 1] = (places[i] ?? 0) + length;
  });
  const triggers = ways.map((way) => way.triggers);
  return buildSections(
    { kind: KIND, ...meta },
    {
      ids: jsonBytes(ways.map(({ id }) => id)),
      origins: new TextEncoder().encode(ways.map(({ aliasOrigin }) => letterOf(aliasOrigin)).join("")),
      places: new Uint8Array(places.buffer),
      nodes: Buffer.concat(nodes),
      ...Object.fromEntries(LANES.map((lane) => [`lane ${lane}`, jsonBytes(buildLaneIndex(triggers, lane))])),
      states: jsonBytes(statesOf(triggers)),
      core: new TextEncoder().encode(core),
      bodies: Buffer.concat(bodies),
      ...more,
    },
  );
}

function letterOf(origin: Origin): string {
  return Object.keys(LETTERS).find((letter) => LETTERS[letter] === origin) ?? "";
}

/** null: of another format. */
export function readLibrary(sections: Sections): LibraryFile | null {
  if (sections.meta["kind"] !== KIND) return null;
  const ids = sections.json("ids");
  const [core, bodies, nodes] = [sections.bytes("core"), sections.bytes("bodies"), sections.bytes("nodes")];
  const [origins, places] = [sections.bytes("origins"), sections.words("places")];
  if (!Array.isArray(ids) || !core || !bodies || !nodes || !origins || places?.length !== ids.length + 1) return null;
  const decoder = new TextDecoder();
  const known: (StoredNode | undefined)[] = [];
  const nodeAt = (place: number): StoredNode => {
    const node = known[place] ?? JSON.parse(decoder.decode(nodes.subarray(places[place], places[place + 1])));
    known[place] = node;
    return node;
  };
  const readOrigins = () => {
    const all: (Origin | undefined)[] = [];
    const letters = decoder.decode(origins);
    for (let place = 0; place < ids.length; place++) all.push(LETTERS[letters[place] ?? ""]);
    return all;
  };
  const openAt = (subjects: Subjects) => {
    const states = sections.json("states") as readonly number[] | null;
    // A damaged index leaves every node open.
    const lane = (name: Lane): LaneIndex => (sections.json(`lane ${name}`) ?? [["", [...ids.keys()]]]) as LaneIndex;
    return new Set([...openPlaces(subjects, lane), ...(states ?? ids.keys())]);
  };
  return {
    meta: sections.meta,
    print: sections.print,
    nodes: nodeMap(ids, { nodeAt, origins: readOrigins, openAt }),
    core: decoder.decode(core),
    body: (id) => {
      const place = ids.indexOf(id);
      const [at, length] = place < 0 ? [0, 0] : nodeAt(place).bodyAt;
      return decoder.decode(bodies.subarray(at, at + length));
    },
  };
}

type Stored = {
  readonly nodeAt: (place: number) => Node;
  readonly origins: () => readonly (Origin | undefined)[];
  readonly openAt: (subjects: Subjects) => ReadonlySet<number>;
};

function nodeMap(ids: readonly WayId[], { nodeAt, origins, openAt }: Stored): NodeMap {
  const places = new Map<WayId, number>();
  for (const id of ids) places.set(id, places.size);
  const map: NodeMap = {
    size: ids.length,
    has: (id) => places.has(id),
    get: (id) => {
      const place = places.get(id);
      return place === undefined ? undefined : nodeAt(place);
    },
    keys: () => ids.values(),
    values: function* () {
      for (let place = 0; place < ids.length; place++) yield nodeAt(place);
      return undefined;
    },
    entries: function* () {
      for (const node of map.values()) yield [node.id, node];
      return undefined;
    },
    [Symbol.iterator]: () => map.entries(),
    forEach: (act) => {
      for (const [id, node] of map) act(node, id, map);
    },
    ids,
    origins,
    open: (subjects) => [...openAt(subjects)].sort((a, b) => a - b).map(nodeAt),
  };
  return map;
}
