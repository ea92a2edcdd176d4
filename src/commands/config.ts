// `ways config show`: the configuration in force here, and where each value comes from.
import { renderDiagnostic } from "../diagnostics.ts";
import { EXIT, WaysError } from "../errors.ts";
import { viewConfig } from "../wiring/config.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { printJson, table } from "./io.ts";

export const config: Verb = {
  summary: "the configuration in force here",
  examples: [
    ["ways config show", "every key with its value"],
    ["ways config show --origin", "and the file or variable that set it"],
    ["ways config show --json", "for scripts"],
  ],
  words: ["show"],
  flags: { ...JSON_FLAG, origin: { kind: "flag", meaning: "where each value comes from" } },
  finding: "something in a configuration file cannot be used",
  json: {
    values: [{ key: "string", value: "any", origin: "string", meaning: "string" }],
    withheld: [{ key: "string", origin: "string" }],
    problems: ["string"],
  },
  run: async (flags, io) => {
    const word = flags.words[0] ?? "show";
    if (word !== "show")
      throw new WaysError(`\`ways config ${word}\` is nothing`, {
        hint: "`ways config show`; the files are edited by hand, `ways dirs` names their folder",
      });
    const { rows, withheld, diagnostics } = viewConfig(io.env, io.cwd);
    const problems = diagnostics.map(renderDiagnostic);
    if (flags.isOn("json")) printJson(io, "config", { values: rows, withheld, problems });
    else
      io.out(
        table(
          rows.map(({ key, value, origin, meaning }) => [
            key,
            JSON.stringify(value),
            flags.isOn("origin") ? origin : meaning,
          ]),
        ),
      );
    for (const { key, origin } of withheld) io.err(`\`${key}\` of \`${origin}\` waits for \`ways trust\``);
    if (!flags.isOn("json")) for (const problem of problems) io.err(problem);
    return diagnostics.some((d) => d.severity === "error") ? EXIT.finding : EXIT.ok;
  },
};
