// Rules over several ways: what a path or a tree costs, and how much siblings share (ADR-105).
import type { Diagnostic } from "../../diagnostics.ts";
import { buildBudget, MAX_PATH_TOKENS, MAX_TREE_TOKENS } from "../budget.ts";
import type { WayId } from "../way.ts";
import { findOverlaps } from "../words.ts";
import { atKey, type Subject, type World } from "./subject.ts";

export function lintTrees(subjects: ReadonlyMap<WayId, Subject>, { ways, family }: World): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { id, path, tree } of buildBudget(ways)) {
    const subject = subjects.get(id);
    if (!subject) continue;
    // Once per path, at its end.
    if (path > MAX_PATH_TOKENS && !family.children.has(id))
      found.push(
        atKey(subject, "", "path-budget", {
          message: `this way and its ancestors have about ${path.toLocaleString("en")} tokens, more than ${MAX_PATH_TOKENS.toLocaleString("en")}`,
          hint: "shorten them: an agent may get the whole path at once",
        }),
      );
    if (tree !== null && tree > MAX_TREE_TOKENS)
      found.push(
        atKey(subject, "", "tree-budget", {
          message: `the tree has about ${tree.toLocaleString("en")} tokens, more than ${MAX_TREE_TOKENS.toLocaleString("en")}`,
        }),
      );
  }
  for (const { a, b, jaccard, shared } of findOverlaps(ways)) {
    const subject = subjects.get(b) ?? subjects.get(a);
    if (!subject) continue;
    const other = subject.way.id === b ? a : b;
    found.push(
      atKey(subject, "vocabulary", "crowding", {
        message: `shares ${Math.round(jaccard * 100)} % of its vocabulary with its sibling \`${other}\`: ${shared.slice(0, 6).join(", ")}`,
        hint: "each word belongs to the one way it tells apart",
      }),
    );
  }
  return found;
}
