// How the engine sees the world: plain interfaces, built for real in wiring.ts and by hand in tests.
import type { LiveEvent, Place, SessionSource, Turn } from "../agents/event.ts";
import type { Block } from "../match/block.ts";
import type { Arithmetic, Scores } from "../match/score.ts";
import type { Calibration } from "../match/space.ts";
import type { Config } from "../ways/config.ts";
import type { Matcher, Pattern } from "../ways/pattern.ts";
import type { Node, NodeMap, Scope, WayId } from "../ways/way.ts";

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
  readonly nodes: NodeMap;
  /** Differs where its nodes do; absent: nobody can tell. */
  readonly print?: string;
  readonly config: Config;
  /** The core block for the start of a session; "" when there is none. */
  readonly core: string;
  /** Markdown of one way, read at the moment of showing. */
  body(id: WayId): string;
  /** True when its files have changed since it was last read, or nobody had read it yet. */
  readonly isNew?: boolean;
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
  /**
   * A session start: everything counts as not shown again, except after `resume`. `seed`: ways that the conversation holds
   * already, as far as known at context position `tokens`.
   */
  begin(source: SessionSource, seed: readonly WayId[], tokens: number | null): void;
}

/** What brought a way up, as ADR-105's metrics name it. */
export type Trigger = "pattern" | "command" | "file" | "error" | "state" | "embedding";

/** A way that waits for a sub-agent, with what its dispatch text said about it. */
export type Stashed = {
  readonly way: WayId;
  readonly trigger: Trigger;
  readonly score: number | null;
  readonly bar: number | null;
};

/** What one session's dispatches keep for sub-agents that have not started yet; a start names only type and turn. */
export interface Dispatches {
  /** One more sub-agent of `type` is expected, to be told these ways. */
  stash(type: string, turn: Turn, ways: readonly Stashed[]): void;
  /**
   * The sub-agent of this place has started: the union of all that waits for its type, each way once. Empty when none is
   * expected, and for one that has started before.
   */
  collect(type: string, turn: Turn): readonly Stashed[];
}

export type MacroRun =
  | { readonly kind: "output"; readonly text: string }
  /** No file, no output, too slow or failed; what failed has been counted. */
  | { readonly kind: "nothing" }
  /** Nobody has approved what the file holds now. */
  | { readonly kind: "unapproved" };

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
  readonly trigger: Trigger;
  readonly score: number | null;
  readonly bar: number | null;
  readonly agent: Scope;
};

/** The rows of exactly the ways of a library, and what they are compared with. */
export type Coordinates = {
  readonly blocks: readonly Block[];
  readonly calibration: Calibration;
  readonly arithmetic: Arithmetic;
};

/** What a text, and each of its sentences that was put to the model, too, came to in comparison with the ways of a library. */
export type Scored = {
  readonly scores: Scores;
  readonly parts: readonly Scores[];
  readonly bars: { readonly bar: number; readonly floor: number };
};

/** Texts of before by kind of event, as long as library, coordinates and model are the same. */
export interface Recent {
  get(kind: LiveEvent["kind"], text: string): Scored | null;
  /** Best effort. */
  put(kind: LiveEvent["kind"], text: string, scored: Scored): void;
}

export interface Ports {
  /** How many of the ways that are not shown a decision tells of, best evidence first. */
  readonly listed: number;
  library(place: Place): Promise<Library>;
  ledger(place: Place): Ledger;
  dispatches(place: Place): Dispatches;
  /** True when the agent type has its own definition file: that is its constitution (ADR-130). */
  hasDefinition(place: Place, agentType: string): boolean;
  /** The stage of a think strategy that this session and agent have reached, from 0. */
  stage(place: Place, id: WayId): number;
  /** Makes a vetted pattern runnable. What needs an engine that is not loaded says no until `loadEngines`. */
  compile(pattern: Pattern): Matcher;
  /** Loads what a pattern has asked for since; true: match again. */
  loadEngines(): Promise<boolean>;
  /** The vector of a query, from the cache of recent texts or the model; null when late. */
  vector(text: string, deadline: Deadline): Promise<{ readonly value: Float32Array; readonly cached: boolean } | null>;
  /** The text to embed of the one event there is, where it is known already (`queryText`). */
  readonly query?: string | null | undefined;
  /** null: nobody keeps what texts came to. */
  recent(place: Place, library: Library): Recent | null;
  /** null: no usable model, matching by triggers alone. */
  coordinates(place: Place, library: Library): Promise<Coordinates | null>;
  /** Runs the macro beside a way, if the person has approved it; never rejects, never longer than the deadline. */
  macro(place: Place, node: Node, deadline: Deadline): Promise<MacroRun>;
  fileExists(project: string, glob: string): boolean;
  /** True when a way's `when: {project}` means this project: `~`, links and a slash at the end do not matter. */
  isProject(written: string, project: string): boolean;
  /** Tokens in the context of this place's agent, from the tail of its transcript; null when unknown. */
  contextTokens(place: Place): number | null;
  /** What the main conversation still holds, bounded; "" when unreadable. */
  transcriptText(place: Place): string;
  /** One line for the person at this event, after failures for example; "" mostly. `unapproved`: ways whose macro was not run. */
  notice(event: LiveEvent, unapproved: readonly WayId[]): string;
  failure(step: string, error: unknown): void;
}
