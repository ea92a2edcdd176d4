// `ways check`: everything an author can be told, in parts. A part is a function from what was read to its result, so that
// another one is one more line in `PARTS`.
import type { Diagnostic } from "../diagnostics.ts";
import { measuresOf, reasonOf, shortened } from "../engine/golden-measures.ts";
import { WaysError } from "../errors.ts";
import type { Env } from "../host/env.ts";
import { buildBudget, MAX_PATH_TOKENS, MAX_TREE_TOKENS } from "../ways/budget.ts";
import { buildFamily } from "../ways/graph.ts";
import { TREE_RULES } from "../ways/rules.ts";
import type { Way, WayId } from "../ways/way.ts";
import { findOverlaps, MAX_OVERLAP } from "../ways/words.ts";
import { type Authored, extendedWays, findShared, lintAuthored, openAuthored, ownWays } from "./authoring.ts";
import { refreshCorpus } from "./corpus.ts";
import { type GoldenRun, planGolden, runGolden } from "./golden.ts";
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
  { name: "golden", run: goldenPart },
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
function lintPart({ findings, own, authored }: CheckContext): PartResult {
  const extended = extendedWays(authored).length;
  const others: readonly string[] = [...Object.values(TREE_RULES).flat(), "alias-duplicate"];
  return judged(
    findings.filter(({ code }) => !others.includes(code)),
    `${own.size} way${own.size === 1 ? "" : "s"}${extended === 0 ? "" : `, aliases for ${extended} of others`}`,
  );
}

function treePart(context: CheckContext): PartResult {
  const { roots, children } = buildFamily(context.own);
  const trees = roots.filter((id) => children.has(id)).length;
  return judged(ofRules(context, TREE_RULES.tree), `roots with children: ${trees} of ${roots.length}`);
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
function matchingPart({ env, cwd, waysDir, own, authored }: CheckContext): PartResult | Promise<PartResult> {
  if (waysDir !== null || own.size + extendedWays(authored).length === 0)
    return skipped("no ways here that an agent would be shown");
  return unlessImpossible(async () => {
    const world = openWorld(env);
    const options = { project: world.projectOf(cwd), isFull: false, output: null };
    const { embedded, warnings } = await refreshCorpus(world, options, { step: () => {}, progress: () => {} });
    const told = warnings.length === 0 ? "" : `; ${warnings.join("; ")}`;
    return { state: "ok", message: `what is embedded is what is written (${embedded} texts now)${told}`, findings: [] };
  });
}

/** Prompts of ways that differ from the last commit: all of them, on every save, would take too long. */
function goldenPart({ env, cwd, waysDir, own }: CheckContext): PartResult | Promise<PartResult> {
  if (own.size === 0) return skipped("no ways here that could be tried");
  return unlessImpossible(async () => {
    const plan = await planGolden(env, cwd, waysDir, () => null, true, "tune");
    if (plan.ways.length === 0) return judged([], "no way has changed since the last commit");
    const changed = `${plan.ways.length} changed way${plan.ways.length === 1 ? "" : "s"}`;
    if (plan.tasks.length === 0) return judged([], `${changed} without golden prompts`);
    const run = await runGolden(
      env,
      cwd,
      waysDir,
      plan,
      () => {},
      () => {},
    );
    const measures = measuresOf(run).filter(({ share }) => share.of > 0);
    const told = measures.map(({ name, text, limit, isMet }) => `${name} ${text}${isMet ? "" : ` (must be ${limit})`}`);
    const message = `${changed}: ${told.join(", ")}`;
    return judged(measures.every(({ isMet }) => isMet) ? [] : goldenFindings(run, own), message);
  });
}

function goldenFindings({ results, report }: GoldenRun, own: CheckContext["own"]): readonly Diagnostic[] {
  const severity = "warning";
  const wrong = results.flatMap((result): Diagnostic[] => {
    const { file, prompt, verdict } = result;
    if (verdict !== "missed" && verdict !== "fired" && result.wrong.length === 0) return [];
    const code = verdict === "missed" ? "golden-missed" : "golden-fired";
    const isRight = verdict === "found" || verdict === "held";
    const why = isRight ? `shown beside it: ${result.wrong.join(", ")}` : `${verdict}: ${reasonOf(result)}`;
    const message = `\`${shortened(prompt.prompt)}\` ${why}`;
    const hint = `\`ways explain "…" --expect ${result.way}\` with this prompt says what to do`;
    return [{ severity, code, file, line: prompt.line, column: 1, message, hint }];
  });
  const chatty = report.ways.flatMap(({ id, smallTalk }) =>
    smallTalk.map((text): Diagnostic => {
      const message = `\`${shortened(text)}\` is small talk, and shows ${id}`;
      const file = own.get(id)?.file ?? id;
      return { severity, code: "golden-small-talk", file, line: 1, column: 1, message };
    }),
  );
  return [...wrong, ...chatty];
}

function skipped(message: string): PartResult {
  return { state: "skipped", message, findings: [] };
}

/** Without a model, or without git, a part cannot be done. */
async function unlessImpossible(run: () => Promise<PartResult>): Promise<PartResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof WaysError) return skipped(error.message);
    throw error;
  }
}
