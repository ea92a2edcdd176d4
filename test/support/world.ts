// The engine's world in memory: a library written in the test, the fake embedder, ledgers without a disk.
// `hear` runs one event through the engine; the levers change what the next event finds.
import type { Coordinates, Deadline, Disclosure, MacroRun, Ports } from "../../src/engine/ports.ts";
import { type Reply, respond } from "../../src/engine/respond.ts";
import { PLAIN } from "../../src/match/score.ts";
import { buildBlock, type Calibration, nodeRows } from "../../src/match/space.ts";
import { type Config, mergeConfig } from "../../src/ways/config.ts";
import { parentAmong } from "../../src/ways/graph.ts";
import { buildMatcher } from "../../src/ways/pattern.ts";
import { linearOf } from "../../src/ways/regex.ts";
import { type WayId, wayId } from "../../src/ways/way.ts";
import { plainCalibration } from "./calibration.ts";
import { bagOfStems, FAKE_DIMENSIONS, type FakeEmbedder, openFakeEmbedder } from "./fake-embedder.ts";
import { openMemoryDispatches } from "./memory-dispatches.ts";
import { openMemoryLedgers } from "./memory-ledger.ts";
import { buildNode, type NodeSketch, nodeMap } from "./nodes.ts";
import { eventOf, type Turn } from "./turns.ts";

/** `says`: its aliases; a way without any has no rows. The parent is found from the id. */
export type WaySketch = NodeSketch & { readonly says?: string | readonly string[]; readonly body?: string };

export type WorldSketch = {
  readonly ways: Readonly<Record<string, WaySketch>>;
  readonly config?: Partial<Config>;
  readonly core?: string;
  readonly calibration?: Partial<Omit<Calibration, "nothing">>;
  /** Aliases of the null node. */
  readonly nothing?: readonly string[];
  /** null: there is no usable model. */
  readonly embedder?: FakeEmbedder | null;
};

/** What the next event finds. */
export type Levers = {
  tokens: number | null;
  transcript: string;
  notice: string;
  /** Paths that exist in the project, as they are asked for. */
  readonly files: Set<string>;
  /** Ways that another process claims first. */
  readonly taken: Set<string>;
  /** Ways whose file cannot be read. */
  readonly unreadable: Set<string>;
  /** Agent types with a definition file of their own. */
  readonly defined: Set<string>;
  /** The stage each think strategy has reached. */
  readonly stages: Map<string, number>;
  /** What each way's macro does when it is run. */
  readonly macros: Map<string, MacroRun>;
};

export type World = {
  readonly ports: Ports;
  readonly levers: Levers;
  readonly embedder: FakeEmbedder;
  readonly failures: readonly { readonly step: string; readonly error: unknown }[];
  readonly disclosures: readonly Disclosure[];
  hear(turn: Turn): Promise<Reply>;
  /** Ids shown at an event. */
  shows(turn: Turn): Promise<readonly string[]>;
};

export const NO_HURRY: Deadline = { at: Number.POSITIVE_INFINITY, now: () => 0 };

export function openWorld(sketch: WorldSketch): World {
  const embedder = sketch.embedder ?? openFakeEmbedder();
  const levers: Levers = {
    tokens: null,
    transcript: "",
    notice: "",
    files: new Set(),
    taken: new Set(),
    unreadable: new Set(),
    defined: new Set(),
    stages: new Map(),
    macros: new Map(),
  };
  const failures: { readonly step: string; readonly error: unknown }[] = [];
  const { open, disclosures } = openMemoryLedgers((id) => levers.taken.has(id));
  const coordinates = sketch.embedder === null ? null : coordinatesOf(sketch);
  const cache = new Map<string, Float32Array>();
  const library = libraryOf(sketch, levers);
  const ports: Ports = {
    library: async () => library,
    ledger: open,
    dispatches: openMemoryDispatches(),
    hasDefinition: (_, type) => levers.defined.has(type),
    stage: (_, id) => levers.stages.get(id) ?? 0,
    macro: async (_, node) => levers.macros.get(node.id) ?? { kind: "nothing" },
    compile: (pattern) => buildMatcher(pattern, linearOf),
    loadEngines: async () => false,
    recent: () => null,
    coordinates: async () => coordinates,
    vector: async (text, deadline) => {
      const known = cache.get(text);
      if (known) return { value: known, cached: true };
      const value = await embedder.embed("query", text, deadline);
      if (value) cache.set(text, value);
      return value && { value, cached: false };
    },
    listed: Number.POSITIVE_INFINITY,
    fileExists: (_, glob) => levers.files.has(glob),
    isProject: (written, project) => written === project,
    contextTokens: () => levers.tokens,
    transcriptText: () => levers.transcript,
    notice: (_, unapproved) => [levers.notice, ...unapproved].filter((part) => part !== "").join("; "),
    failure: (step, error) => void failures.push({ step, error }),
  };
  const hear = async (turn: Turn) => {
    const reply = await respond(eventOf(turn), ports, NO_HURRY);
    reply.record();
    return reply;
  };
  const shows = async (turn: Turn) => (await hear(turn)).decision?.shown ?? [];
  return { ports, levers, embedder, failures, disclosures, hear, shows };
}

function libraryOf(sketch: WorldSketch, levers: Levers) {
  const ids = new Set(Object.keys(sketch.ways).map(wayId));
  const nodes = Object.entries(sketch.ways).map(([id, { says: _, body: __, ...way }]) => {
    const parent = parentAmong(wayId(id), ids);
    return buildNode(id, { ...(parent === null ? {} : { parent }), ...way });
  });
  return {
    nodes: nodeMap(nodes),
    config: { ...mergeConfig([]).config, ...sketch.config },
    core: sketch.core ?? "",
    body: (id: WayId) => {
      if (levers.unreadable.has(id)) throw new Error(`no such file: ${id}`);
      return sketch.ways[id]?.body ?? `# About ${id}`;
    },
  };
}

function coordinatesOf(sketch: WorldSketch): Coordinates {
  const calibration = plainCalibration(FAKE_DIMENSIONS, sketch.calibration, sketch.nothing?.map(bagOfStems));
  const nodes = Object.entries(sketch.ways).flatMap(([id, { says = [] }]) => {
    const texts = typeof says === "string" ? [says] : says;
    if (texts.length === 0) return [];
    const labels = texts.map((_, i) => (i === 0 ? "canonical" : `alias ${i}`));
    return [{ id: wayId(id), labels, rows: nodeRows(texts.map(bagOfStems), calibration) }];
  });
  return { blocks: [buildBlock(nodes, FAKE_DIMENSIONS)], calibration, arithmetic: PLAIN };
}
