// A library in the fake embedder's space, ready to be scored: an arena written in the test.
import type { Arena } from "../../src/engine/outcomes.ts";
import { PLAIN } from "../../src/match/score.ts";
import { aliasCoordinates, buildBlock, type Calibration, pullRows } from "../../src/match/space.ts";
import { parentAmong } from "../../src/ways/graph.ts";
import { type Way, type WayId, wayId } from "../../src/ways/way.ts";
import { plainCalibration } from "./calibration.ts";
import { bagOfStems, FAKE_DIMENSIONS } from "./fake-embedder.ts";
import { buildNode } from "./nodes.ts";

/** The first text is the canonical one; `bar` is written in the way file. */
export type ArenaSketch = Readonly<Record<string, { readonly says: readonly string[]; readonly bar?: number }>>;

export function buildArena(
  sketch: ArenaSketch,
  changes: Partial<Omit<Calibration, "nothing">> = {},
  nothing: readonly string[] = [],
): Arena {
  const calibration = plainCalibration(FAKE_DIMENSIONS, { nullWeight: 0, ...changes }, nothing.map(bagOfStems));
  const ids = new Set(Object.keys(sketch).map(wayId));
  const ways = new Map(Object.entries(sketch).map(([id, { says, bar }]) => [wayId(id), buildWay(id, says, bar, ids)]));
  const rows = new Map(
    [...ways].map(([id, way]) => [id, way.aliases.map(({ text }) => aliasCoordinates(bagOfStems(text), calibration))]),
  );
  const nodes = [...rows].map(([id, own]) => ({ id, labels: own.map(() => ""), rows: pullRows(own, calibration) }));
  return { ways, rows, blocks: [buildBlock(nodes, FAKE_DIMENSIONS)], calibration, arithmetic: PLAIN };
}

export function buildWay(
  id: string,
  says: readonly string[],
  bar: number | undefined = undefined,
  ids: ReadonlySet<WayId> = new Set(),
): Way {
  const parent = parentAmong(wayId(id), ids);
  return {
    ...buildNode(id, { ...(parent === null ? {} : { parent }), bar: bar ?? null }),
    file: `/ways/${id}.md`,
    description: says[0] ?? "",
    vocabulary: "",
    aliases: says.map((text, i) => ({ label: i === 0 ? "canonical" : `alias ${i}`, text })),
    body: "",
  };
}
