// Nodes of a library built by hand: every key has a harmless default, triggers are written as text.

import { type Pattern, parsePattern } from "../../src/ways/regex.ts";
import type { FileTrigger, Node, StateTrigger, WayId } from "../../src/ways/way.ts";
import { wayId } from "../../src/ways/way.ts";

export type NodeSketch = {
  readonly parent?: string;
  readonly pattern?: string;
  readonly commands?: string;
  readonly files?: FileTrigger;
  readonly errors?: string;
  readonly state?: StateTrigger;
} & Partial<Omit<Node, "id" | "parent" | "triggers">>;

export function patternOf(source: string): Pattern {
  const { pattern } = parsePattern(source);
  if (pattern === null) throw new Error(`no pattern: ${source}`);
  return pattern;
}

export function buildNode(id: string, sketch: NodeSketch = {}): Node {
  const { parent, pattern, commands, files, errors, state, ...rest } = sketch;
  const patterns = (source: string | undefined) => (source === undefined ? [] : [patternOf(source)]);
  return {
    id: wayId(id),
    parent: parent === undefined ? null : wayId(parent),
    origin: "core",
    aliasOrigin: "core",
    triggers: {
      pattern: patterns(pattern),
      commands: patterns(commands),
      files: files === undefined ? [] : [files],
      errors: patterns(errors),
      state: state ?? null,
    },
    bar: null,
    scope: ["agent"],
    when: null,
    requiresParent: false,
    macro: null,
    redisclose: 25,
    stages: false,
    seeAlso: [],
    ...rest,
  };
}

export function nodeMap(nodes: Iterable<Node>): ReadonlyMap<WayId, Node> {
  return new Map([...nodes].map((node) => [node.id, node]));
}
