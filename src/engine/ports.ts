// How the engine sees the world: plain interfaces, built for real in wiring.ts and by hand in tests.
import type { LiveEvent, Place, SessionSource } from "../agents/event.ts";
import type { Block, DotProducts } from "../match/block.ts";
import type { Calibration } from "../match/space.ts";
import type { Config } from "../ways/config.ts";
import type { Pattern } from "../ways/regex.ts";
import type { Node, Scope, WayId } from "../ways/way.ts";

/** A point in time after which only what is already known may be answered. `now()` in milliseconds. */
export type Deadline = { readonly at: number; readonly now: () => number };

export type EmbedKind = "query" | "passage";

/** Text → unit vector. Implementations: kernel, onnx, and the fake of the tests. */
export interface Embedder {
  readonly dimensions: number;
  /** Rejects with an Error when the model cannot answer; resolves null when the deadline passed first. Never NaN, never zero. */
  embed(kind: EmbedKind, text: string, deadline?: Deadline): Promise<Float32Array | null>;
}

/** The ways that may compete at a place: core, user and the current project's, later roots winning by id. */
export interface Library {
  readonly nodes: ReadonlyMap<WayId, Node>;
  readonly config: Config;
  /** The core block for the start of a session; "" when there is none. */
  readonly core: string;
  /** Markdown of one way, read at the moment of showing. */
  body(id: WayId): string;
}

/** When a way was last shown: null where unknown. */
export type Showing = { readonly epoch: number | null; readonly tokens: number | null };

/** One session × agent: what has been shown in this generation, and the exclusive right to show. */
export interface Ledger {
  readonly shown: ReadonlySet<WayId>;
  /** Count of scanned events, this one included. */
  readonly epoch: number;
  showing(id: WayId): Showing | null;
  /** Takes the exclusive right to show `id` once more; false: another process was first. `tokens`: context position. */
  claim(id: WayId, tokens: number | null): boolean;
  /** Appends one line per disclosure (ADR-105 metrics). */
  record(lines: readonly Disclosure[]): void;
  /** A session start: everything counts as not shown again, except after `resume`; `seed`: ways a fork has inherited. */
  begin(source: SessionSource, seed: readonly WayId[]): void;
}

/** What one session's dispatches keep for sub-agents that have not started yet; a start names only the type. */
export interface Dispatches {
  /** One more sub-agent of `type` is expected, to be told these ways. */
  stash(type: string, ways: readonly WayId[]): void;
  /** One sub-agent of `type` has started: the union of all that waits for the type; empty when none is expected. */
  collect(type: string): readonly WayId[];
}

/** ADR-105, metrics: one line per disclosure. */
export type Disclosure = {
  readonly way: WayId;
  readonly parent: WayId | null;
  readonly depth: number;
  readonly epoch: number;
  readonly parent_epoch: number | null;
  readonly epoch_distance: number | null;
  readonly sibling_total: number;
  readonly sibling_fired: number;
  readonly trigger: string;
  readonly score: number | null;
  readonly bar: number | null;
  readonly agent: Scope;
};

/** The rows of exactly the ways of a library, and what they are compared with. */
export type Coordinates = {
  readonly blocks: readonly Block[];
  readonly calibration: Calibration;
  readonly dots: DotProducts;
};

export interface Ports {
  library(place: Place): Promise<Library>;
  ledger(place: Place): Ledger;
  dispatches(place: Place): Dispatches;
  /** True when the agent type has its own definition file: that is its constitution (ADR-130). */
  hasDefinition(place: Place, agentType: string): boolean;
  /** The stage of a think strategy that this session and agent have reached, from 0. */
  stage(place: Place, id: WayId): number;
  /** Makes a vetted pattern runnable. */
  compile(pattern: Pattern): (text: string) => boolean;
  /** The vector of a query, from the cache of recent texts or the model; null when late. */
  vector(text: string, deadline: Deadline): Promise<{ readonly value: Float32Array; readonly cached: boolean } | null>;
  /** null: no usable model, matching by triggers alone. */
  coordinates(place: Place, library: Library): Coordinates | null;
  fileExists(project: string, glob: string): boolean;
  /** Tokens in the context of the main thread, from the transcript's tail; null when unknown. */
  contextTokens(place: Place): number | null;
  /** The transcript's text, bounded; "" when unreadable. */
  transcriptText(place: Place): string;
  /** One line for the person at this event, for example after failures; "" mostly. */
  notice(event: LiveEvent): string;
  failure(step: string, error: unknown): void;
}
