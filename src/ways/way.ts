// What a way is. `Node` is what matching needs on the hot path; `Way` adds the authored texts and the body.
import type { Subjects } from "./gate.ts";
import type { Pattern } from "./pattern.ts";

export type WayId = string & { readonly __way: unique symbol };

/** The one constructor of the brand. Ids use `/` on every platform and are NFC. */
export function wayId(text: string): WayId {
  return text.replaceAll("\\", "/").normalize("NFC") as WayId;
}

export type Origin = "core" | "package" | "user" | "project";
export type Scope = "agent" | "subagent" | "teammate";
export const SCOPES: readonly Scope[] = ["agent", "subagent", "teammate"];

/** A `files:` entry: a glob (compiled to a regex) sees the project-relative path, a regex the absolute one; both `/`-separated, NFC. */
export type FileTrigger = {
  readonly sees: "relative" | "absolute";
  /** As written, for messages. */
  readonly source: string;
  readonly regex: Pattern;
};

export type StateTrigger =
  | { readonly kind: "session-start" }
  /** Percent of the context window that must be filled. */
  | { readonly kind: "context-threshold"; readonly percent: number }
  | { readonly kind: "file-exists"; readonly glob: string };

export type Triggers = {
  readonly pattern: readonly Pattern[];
  readonly commands: readonly Pattern[];
  readonly files: readonly FileTrigger[];
  readonly errors: readonly Pattern[];
  readonly state: StateTrigger | null;
};

export type When = { readonly project?: string; readonly fileExists?: string };

export type Node = {
  readonly id: WayId;
  /** The nearest ancestor folder that is a way. */
  readonly parent: WayId | null;
  readonly origin: Origin;
  /** The last layer that wrote texts for the node: its own, or one that added aliases (ADR-125). */
  readonly aliasOrigin: Origin;
  readonly triggers: Triggers;
  /** ADR-125 §4: the node's only bar, on the evidence scale; null: the calibration's default. */
  readonly bar: number | null;
  readonly scope: readonly Scope[];
  readonly when: When | null;
  readonly requiresParent: boolean;
  readonly macro: "prepend" | "append" | null;
  /** Percent of the context window that must pass before the way may be shown again. */
  readonly redisclose: number | "never";
  readonly stages: boolean;
  readonly seeAlso: readonly WayId[];
};

/** The nodes of a library in the order of their ids. One that is stored reads a node when it is asked for, and tells some things without. */
export type NodeMap = ReadonlyMap<WayId, Node> & {
  /** Nodes of which a trigger may match these texts, and those with a state; absent: all may. */
  readonly open?: (subjects: Subjects) => Iterable<Node>;
  /** Its keys, and the `aliasOrigin` of each. */
  readonly ids?: readonly WayId[];
  readonly origins?: () => readonly (Origin | undefined)[];
};

/** The keys; a list of its own where there is one, as an iterator's steps are calls. */
export function idsOf(nodes: Pick<NodeMap, "ids" | "keys">): readonly WayId[] {
  return nodes.ids ?? [...nodes.keys()];
}

/** The `aliasOrigin` of each of `idsOf`. */
export function originsOf(nodes: NodeMap): readonly (Origin | undefined)[] {
  return nodes.origins?.() ?? [...nodes.values()].map(({ aliasOrigin }) => aliasOrigin);
}

/** One text of a node in the embedding space; `label` says where it was written: "canonical", "alias 3", "ja", "ja alias 1". */
export type Alias = { readonly label: string; readonly text: string };

export type Way = Node & {
  /** Where it was read; `core:<path>` for the shipped library. */
  readonly file: string;
  readonly description: string;
  readonly vocabulary: string;
  readonly aliases: readonly Alias[];
  /** Markdown after the frontmatter, LF, no BOM. */
  readonly body: string;
};
