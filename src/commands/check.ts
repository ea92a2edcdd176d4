// `ways check`: everything that can be told about the ways here, on one screen.

import { renderDiagnostic } from "../diagnostics.ts";
import { EXIT } from "../errors.ts";
import { type Checked, checkWays } from "../wiring/check.ts";
import { JSON_FLAG, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { FINDING_SHAPE, placedFrom } from "./findings.ts";
import { printJson, table } from "./io.ts";

/** Findings shown; with the table that is one screen. */
const SHOWN = 8;

const SIGN: Readonly<Record<Checked["state"], string>> = { ok: "ok", problem: "PROBLEM", skipped: "–" };

export const check: Verb = {
  summary: "everything at once: lint, trees, budgets, crowding, collisions, golden prompts of what changed",
  examples: [
    ["ways check", "the user's and this project's ways, before a commit"],
    ["ways check --ways-dir ways", "the ways in one folder, in CI"],
  ],
  words: [],
  instead: "`--ways-dir <folder>` looks at the ways in one folder, `ways golden <id>` tries one way",
  flags: { ...JSON_FLAG, ...WAYS_DIR_FLAG, all: { kind: "flag", meaning: "every finding, however many" } },
  finding: "a part found an error or a warning",
  json: {
    ok: "boolean",
    parts: [{ part: "string", state: "string", message: "string", findings: [FINDING_SHAPE] }],
  },
  run: async (flags, io) => {
    const results = await checkWays(io.env, io.cwd, flags.text("ways-dir"));
    const parts = results.map((part) => ({ ...part, findings: placedFrom(io.cwd, part.findings) }));
    const ok = parts.every(({ state }) => state !== "problem");
    if (flags.isOn("json")) printJson(io, "check", { ok, parts });
    else {
      const counted = (n: number, message: string) => (n === 0 ? message : `${n} found; ${message}`);
      io.out(table(parts.map((p) => [SIGN[p.state], p.part, counted(p.findings.length, p.message)])));
      const findings = parts.flatMap((part) => part.findings);
      const shown = flags.isOn("all") ? findings : findings.slice(0, SHOWN);
      if (shown.length > 0) io.out(`\n${shown.map(renderDiagnostic).join("\n")}`);
      if (shown.length < findings.length) io.err(`${findings.length - shown.length} more: \`--all\``);
    }
    return ok ? EXIT.ok : EXIT.finding;
  },
};
