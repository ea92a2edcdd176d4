// `ways tree`: which ways stand below which, what each costs and how easily it fires.

import { buildBudget } from "../ways/budget.ts";
import { ancestorsOf, buildFamily } from "../ways/graph.ts";
import { checkTrees, openAuthored } from "../wiring/authoring.ts";
import { JSON_FLAG, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { CHECK_FLAG, FINDING_SHAPE, reportCheck } from "./findings.ts";
import { printJson, table } from "./io.ts";

export const tree: Verb = {
  summary: "parents and children, what each way costs",
  examples: [
    ["ways tree", "all trees that may be shown here"],
    ["ways tree softwaredev/code", "one of them"],
    ["ways tree --check", "exit 1 for trees that should be one way, and bars below the parent's"],
  ],
  words: ["prefix"],
  flags: { ...JSON_FLAG, ...CHECK_FLAG, ...WAYS_DIR_FLAG },
  finding: "`--check` found something",
  json: {
    "ways?": [
      {
        id: "string",
        parent: "string | null",
        level: "number",
        origin: "string",
        tokens: "number",
        path: "number",
        aliases: "number",
        bar: "number | null",
        requires_parent: "boolean",
      },
    ],
    "ok?": "boolean",
    "findings?": [FINDING_SHAPE],
  },
  run: async (flags, io) => {
    const authored = await openAuthored(io.env, io.cwd, flags.text("ways-dir"));
    if (flags.isOn("check")) return reportCheck(io, "tree", flags.isOn("json"), checkTrees(authored, "tree"));
    const { ways } = authored;
    const family = buildFamily(ways);
    const costs = new Map(buildBudget(ways).map((budget) => [budget.id, budget]));
    const prefix = flags.words[0] ?? "";
    const order = family.roots.flatMap((root) => [root, ...family.descendants(root)]);
    const shown = order.flatMap((id) => {
      const way = ways.get(id);
      if (way === undefined || !(prefix === "" || id === prefix || id.startsWith(`${prefix}/`))) return [];
      const { parent, origin, bar, requiresParent } = way;
      const { tokens = 0, path = 0 } = costs.get(id) ?? {};
      const level = ancestorsOf(id, ways).length;
      const row = { id, parent, level, origin, tokens, path, aliases: way.aliases.length, bar };
      return [{ ...row, requires_parent: requiresParent }];
    });
    if (flags.isOn("json")) printJson(io, "tree", { ways: shown });
    else
      io.out(
        table([
          ["way", "tokens", "path", "aliases", "bar"],
          ...shown.map(({ id, parent, level, tokens, path, aliases, bar }) => [
            "  ".repeat(level) + (parent === null ? id : id.slice(parent.length + 1)),
            `${tokens}`,
            `${path}`,
            `${aliases}`,
            bar === null ? "–" : `${bar}`,
          ]),
        ]),
      );
    return 0;
  },
};
