// `ways lint`: everything that can be said about way files without running them, in place and with what to do.
import { fixFiles, lintAuthored, openAuthored, ownWays } from "../wiring/authoring.ts";
import { FINDING_CODES } from "../wiring/finding-codes.ts";
import { JSON_FLAG, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import {
  countFindings,
  exitCodeOf,
  FINDING_SHAPE,
  pathFrom,
  placedFrom,
  plural,
  printFindings,
  renderCounts,
} from "./findings.ts";
import { printJson } from "./io.ts";
import { formatSarif } from "./sarif.ts";

export const lint: Verb = {
  summary: "check way files: syntax, triggers, texts, links, budgets",
  examples: [
    ["ways lint", "the user's and this project's ways"],
    ["ways lint --ways-dir ways", "the ways in one folder, for a library of your own"],
    ["ways lint --fix", "put right what has one right answer, then report the rest"],
    ["ways lint --sarif > ways.sarif", "for code hosts that show findings in place"],
  ],
  words: [],
  instead: "`--ways-dir <folder>` looks at the ways in one folder",
  flags: {
    ...JSON_FLAG,
    ...WAYS_DIR_FLAG,
    fix: { kind: "flag", meaning: "correct quoting, needless flags and slashes in the files" },
    sarif: { kind: "flag", meaning: "one SARIF 2.1.0 document on stdout" },
    notes: { kind: "flag", meaning: "list notes, too; they never change the exit code" },
  },
  finding: "an error or a warning was found",
  json: {
    ways: "number",
    errors: "number",
    warnings: "number",
    notes: "number",
    "fixed?": "number",
    findings: [FINDING_SHAPE],
  },
  run: async (flags, io) => {
    const open = () => openAuthored(io.env, io.cwd, flags.text("ways-dir"));
    let authored = await open();
    let all = lintAuthored(authored);
    const fixed = flags.isOn("fix") ? fixFiles(all) : [];
    if (fixed.length > 0) {
      authored = await open();
      all = lintAuthored(authored);
    }
    const findings = placedFrom(io.cwd, all);
    const counts = countFindings(findings);
    const ways = ownWays(authored).size;
    if (flags.isOn("sarif")) io.out(formatSarif(findings, FINDING_CODES, io.version));
    else if (flags.isOn("json"))
      printJson(io, "lint", { ways, ...counts, ...(flags.isOn("fix") ? { fixed: fixed.length } : {}), findings });
    else {
      for (const { path, done } of fixed)
        io.err(`fixed ${plural(done.length, "finding")} in \`${pathFrom(io.cwd, path)}\``);
      printFindings(io, findings, flags.isOn("notes"));
      const more = counts.notes > 0 && !flags.isOn("notes") ? " (`--notes` lists them)" : "";
      io.err(`${plural(ways, "way")}: ${renderCounts(counts)}${more}`);
    }
    return exitCodeOf(counts);
  },
};
