// `ways doctor`: checks that leave nothing behind, each with what to do about it; exit 1 when something needs attention.
import { renderDiagnostic } from "../diagnostics.ts";
import { EXIT } from "../errors.ts";
import { checkHealth, type Finding } from "../wiring/health.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { FINDING_SHAPE } from "./findings.ts";
import { printJson, table } from "./io.ts";

const SIGN: Readonly<Record<Finding["state"], string>> = { ok: "ok", note: "note", problem: "PROBLEM" };

export const doctor: Verb = {
  summary: "check binary, model, corpus, ways and registration",
  examples: [
    ["ways doctor", "one line per check, with what to do"],
    ["ways doctor --json", "for scripts and bug reports"],
  ],
  words: [],
  flags: JSON_FLAG,
  finding: "something needs attention",
  json: {
    ok: "boolean",
    version: "string",
    findings: [{ check: "string", state: "string", message: "string", "hint?": "string" }],
    diagnostics: [FINDING_SHAPE],
  },
  run: async (flags, io) => {
    const health = await checkHealth(io);
    const ok = health.findings.every((f) => f.state !== "problem");
    if (flags.isOn("json")) printJson(io, "doctor", { ok, version: io.version, ...health });
    else {
      const rows = health.findings.flatMap((f) => [
        [SIGN[f.state], f.check, f.message],
        ...(f.hint === undefined ? [] : [["", "", `hint: ${f.hint}`]]),
      ]);
      io.out(table(rows));
      for (const d of health.diagnostics) io.out(renderDiagnostic(d));
    }
    return ok ? EXIT.ok : EXIT.finding;
  },
};
