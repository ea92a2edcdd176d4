// A few nodes with a trigger of each lane, and the world in which triggers are matched without one.
import type { Seen, TriggerWorld } from "../../src/match/triggers.ts";
import { parseFileTrigger } from "../../src/ways/file-trigger.ts";
import { buildMatcher } from "../../src/ways/pattern.ts";
import { linearOf } from "../../src/ways/regex.ts";
import { buildNode } from "./nodes.ts";

export const NOTHING_SEEN: Seen = { pattern: [], commandLine: null, errors: [], file: null, moment: "other" };

export const NO_WORLD: TriggerWorld = {
  compile: (pattern) => buildMatcher(pattern, linearOf),
  contextPercent: () => null,
  fileExists: () => false,
  isOpen: () => true,
};

const dockerfile = parseFileTrigger("**/Dockerfile", () => {});

export const TRIGGERED = [
  buildNode("a/a", { commands: "^git (commit|tag)\\b" }),
  buildNode("b/b", { pattern: "\\bSBOM\\b|发票" }),
  buildNode("c/c", dockerfile ? { files: dockerfile } : {}),
  buildNode("d/d", { errors: "ECONNREFUSED|permission denied" }),
];
