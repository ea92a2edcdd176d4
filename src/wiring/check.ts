// `ways check`: everything an author can be told, in parts. A part is a function from what was read to its result, so that
// another one is one more line in `PARTS`.
import type { Diagnostic } from "../diagnostics.ts";
import { WaysError } from "../errors.ts";
import type { Env } from "../host/env.ts";
import { buildBudget, MAX_PATH_TOKENS, MAX_TREE_TOKENS } from "../ways/budget.ts";
import { buildFamily } from "../ways/graph.ts";
import { TREE_RULES } from "../ways/rules.ts";
import type { Way, WayId } from "../ways/way.ts";
import { findOverlaps, MAX_OVERLAP } from "../ways/words.ts";
import { type Authored, findShared, lintAuthored, openAuthored, ownWays } from "./authoring.ts";
import { refreshCorpus } from "./corpus.ts";
import { openWorld } from "./world.ts";

export type CheckContext = {
  readonly env: Env;
  readonly cwd: string;
  readonly waysDir: string | null;
  readonly authored: Authored;
  /** The ways the author answers for. */
  readonly own: ReadonlyMap<WayId, Way>;
  /** What lint says about them. */
  readonly findings: readonly Diagnostic[];
};

export type PartResult = {
  /** `skipped`: it could not be done here, which is no fault of the ways. */
  readonly state: "ok" | "problem" | "skipped";
  readonly message: string;
  readonly findings: readonly Diagnostic[];
};

type Part = { readonly name: string; readonly run: (context: CheckContext) => Promise<PartResult> | PartResult };

const PARTS: readonly Part[] = [
  { name: "lint", run: lintPart },
  { name: "tree", run: treePart },
  { name: "budget", run: budgetPart },
  { name: "crowding", run: crowdingPart },
  { name: "collisions", run: collisionPart },
  { name: "matching", run: matchingPart },
];

export type Checked = PartResult & { readonly part: string };

export async function checkWays(env: Env, cwd: string, waysDir: string | null): Promise<readonly Checked[]> {
  const authored = await openAuthored(env, cwd, waysDir);
  const context = { env, cwd, waysDir, authored, own: ownWays(authored), findings: lintAuthored(authored) };
  const results: Checked[] = [];
  for (const { name, run } of PARTS) results.push({ part: name, ...(await run(context)) });
  return results;
}

/** Notes ask for nothing: they are for `ways lint --notes`. */
function judged(findings: readonly Diagnostic[], message: string): PartResult {
  const serious = findings.filter(({ severity }) => severity !== "info");
  return { state: serious.length === 0 ? "ok" : "problem", message, findings: serious };
}

function ofRules({ findings }: CheckContext, codes: readonly string[]): readonly Diagnostic[] {
  return findings.filter(({ code }) => codes.includes(code));
}

/** What no other part tells. */
function lintPart({ findings, own }: CheckContext): PartResult {
  const others: readonly string[] = [...Object.values(TREE_RULES).flat(), "alias-duplicate"];
  return judged(
    findings.filter(({ code }) => !others.includes(code)),
    `${own.size} ways`,
  );
}

function treePart(context: CheckContext): PartResult {
  const { roots, children } = buildFamily(context.own);
  const trees = roots.filter((id) => children.has(id)).length;
  return judged(ofRules(context, TREE_RULES.tree), `${trees} of ${roots.length} roots have children`);
}

function budgetPart(context: CheckContext): PartResult {
  const costs = buildBudget(context.own);
  const most = (values: readonly number[]) => values.reduce((max, value) => Math.max(max, value), 0);
  const [path, tree] = [most(costs.map((c) => c.path)), most(costs.map((c) => c.tree ?? 0))];
  const message = `dearest path ${path} of ${MAX_PATH_TOKENS} tokens, dearest tree ${tree} of ${MAX_TREE_TOKENS}`;
  return judged(ofRules(context, TREE_RULES.budget), message);
}

function crowdingPart(context: CheckContext): PartResult {
  const [closest] = findOverlaps(context.own, Number.MIN_VALUE);
  const message = `closest siblings share ${closest?.jaccard.toFixed(2) ?? 0} of their words, must stay below ${MAX_OVERLAP}`;
  return judged(ofRules(context, TREE_RULES.crowding), message);
}

function collisionPart({ authored, findings }: CheckContext): PartResult {
  const found = findShared(authored);
  const isTold = (d: Diagnostic) => found.some((other) => other.file === d.file && other.line === d.line);
  const twice = findings.filter((d) => d.code === "alias-duplicate" && !isTold(d));
  return judged([...twice, ...found], "triggers and aliases that are not one way's own");
}

/** Also makes the coordinates, so that `ways explain` speaks about the ways as they are now. */
async function matchingPart({ env, cwd, waysDir, own }: CheckContext): Promise<PartResult> {
  if (waysDir !== null || own.size === 0)
    return { state: "skipped", message: "no ways here that an agent would be shown", findings: [] };
  try {
    const world = openWorld(env);
    const options = { project: world.projectOf(cwd), isFull: false, output: null };
    const { embedded, warnings } = await refreshCorpus(world, options, { step: () => {}, progress: () => {} });
    const told = warnings.length === 0 ? "" : `; ${warnings.join("; ")}`;
    return { state: "ok", message: `what is embedded is what is written (${embedded} texts now)${told}`, findings: [] };
  } catch (error) {
    if (!(error instanceof WaysError)) throw error;
    return { state: "skipped", message: error.message, findings: [] };
  }
}
