// Rules over several ways: what a path or a tree costs, and how much siblings share (ADR-105).
import type { Diagnostic } from "../../diagnostics.ts";
import { buildBudget, MAX_LINES, MAX_PATH_TOKENS, MAX_TREE_TOKENS } from "../budget.ts";
import type { Way, WayId } from "../way.ts";
import { findOverlaps, jaccard, MAX_OVERLAP, wordsOf } from "../words.ts";
import { atKey, type Subject, type World } from "./subject.ts";

export function lintTrees(subjects: ReadonlyMap<WayId, Subject>, world: World): readonly Diagnostic[] {
  const { ways, family } = world;
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
  return [...found, ...lintSmallTrees(subjects, world)];
}

/** ADR-105, when not to tree. The ways of a tree are one concern when each shares its parent's words. */
function lintSmallTrees(subjects: ReadonlyMap<WayId, Subject>, { ways, family }: World): readonly Diagnostic[] {
  return family.roots.flatMap((root) => {
    const tree = [root, ...family.descendants(root)].map((id) => subjects.get(id));
    const [head, ...children] = tree;
    if (!head || children.length === 0) return [];
    const lines = tree.reduce((sum, subject) => sum + (subject?.parsed.lines ?? MAX_LINES), 0);
    if (
      lines > MAX_LINES ||
      !children.every((child) => child && sharesWords(child, ways.get(child.way.parent ?? root)))
    )
      return [];
    return [
      atKey(head, "", "tree-small", {
        message: `the ${tree.length} ways of this tree have ${lines} lines together and the same words`,
        hint: "make it one way: a tree is for several concerns, or for more than 80 lines",
      }),
    ];
  });
}

function sharesWords({ way }: Subject, parent: Way | undefined): boolean {
  return parent !== undefined && jaccard(wordsOf(way.vocabulary), wordsOf(parent.vocabulary)) >= MAX_OVERLAP;
}
