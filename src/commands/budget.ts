// `ways budget`: what ways cost the agent that reads them, per path and per tree (ADR-105).
import { buildBudget, MAX_LINES, MAX_PATH_TOKENS, MAX_TREE_TOKENS } from "../ways/budget.ts";
import { buildFamily } from "../ways/graph.ts";
import { checkTrees, openAuthored } from "../wiring/authoring.ts";
import { JSON_FLAG, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { CHECK_FLAG, FINDING_SHAPE, reportCheck } from "./findings.ts";
import { printJson, table } from "./io.ts";

/** Rows of a table without `--all`. */
const ROWS = 10;

export const budget: Verb = {
  summary: `tokens per path (at most ${MAX_PATH_TOKENS}) and per tree (at most ${MAX_TREE_TOKENS})`,
  examples: [
    ["ways budget", "the dearest paths and trees"],
    ["ways budget --check", `exit 1 for paths, trees and files (${MAX_LINES} lines) that are too long`],
  ],
  words: [],
  flags: { ...JSON_FLAG, ...CHECK_FLAG, ...WAYS_DIR_FLAG, all: { kind: "flag", meaning: "every path and tree" } },
  finding: "`--check` found something",
  json: {
    "limits?": { path: "number", tree: "number", lines: "number" },
    "paths?": [{ id: "string", tokens: "number", path: "number" }],
    "trees?": [{ root: "string", ways: "number", tokens: "number" }],
    "ok?": "boolean",
    "findings?": [FINDING_SHAPE],
  },
  run: async (flags, io) => {
    const authored = await openAuthored(io.env, io.cwd, flags.text("ways-dir"));
    if (flags.isOn("check")) return reportCheck(io, "budget", flags.isOn("json"), checkTrees(authored, "budget"));
    const family = buildFamily(authored.ways);
    const costs = buildBudget(authored.ways);
    const paths = costs
      .filter(({ id }) => !family.children.has(id))
      .map(({ id, tokens, path }) => ({ id, tokens, path }))
      .sort((a, b) => b.path - a.path);
    const trees = costs
      .flatMap(({ id, tree }) =>
        tree === null ? [] : [{ root: id, ways: family.descendants(id).length + 1, tokens: tree }],
      )
      .sort((a, b) => b.tokens - a.tokens);
    if (flags.isOn("json")) {
      const limits = { path: MAX_PATH_TOKENS, tree: MAX_TREE_TOKENS, lines: MAX_LINES };
      printJson(io, "budget", { limits, paths, trees });
      return 0;
    }
    const rows = flags.isOn("all") ? Number.POSITIVE_INFINITY : ROWS;
    const of = (tokens: number, limit: number) => `${tokens}${tokens > limit ? " over" : ""}`;
    io.out(
      table([
        [`path (≤ ${MAX_PATH_TOKENS})`, "tokens", "its last way"],
        ...paths.slice(0, rows).map((p) => [of(p.path, MAX_PATH_TOKENS), `${p.tokens}`, p.id]),
      ]),
    );
    io.out(
      `\n${table([
        [`tree (≤ ${MAX_TREE_TOKENS})`, "ways", "its root"],
        ...trees.slice(0, rows).map((t) => [of(t.tokens, MAX_TREE_TOKENS), `${t.ways}`, t.root]),
      ])}`,
    );
    const hidden = Math.max(0, paths.length - rows) + Math.max(0, trees.length - rows);
    if (hidden > 0) io.err(`${hidden} cheaper rows: \`--all\``);
    return 0;
  },
};
