// `ways tune`: what an author can tune with a model at hand. Fidelity of every alias; with `--audit` whether ways are told
// from their neighbours; with `--thresholds` one bar per way.
import { EXIT, WaysError } from "../errors.ts";
import type { Way, WayId } from "../ways/way.ts";
import type { TuneSubject } from "../wiring/observations.ts";
import { readFidelity } from "../wiring/tuning.ts";
import { type Flags, JSON_FLAG, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { plural } from "./findings.ts";
import { type Io, printJson, table } from "./io.ts";
import { openProgress } from "./progress.ts";
import { AUDIT_SHAPE, printAudit } from "./tune-audit.ts";
import { printThresholds, THRESHOLDS_SHAPE } from "./tune-thresholds.ts";
import { wayNamed } from "./way-named.ts";

/** Rows of a table without `--all`. */
const ROWS = 20;

export const tune: Verb = {
  summary: "how true aliases are to their way, who is confused with whom, and each way's own bar",
  examples: [
    ["ways tune", "fidelity of each alias and translation, worst first"],
    ["ways tune --audit", "would each way find its own canonical text, or a neighbour?"],
    ["ways tune --thresholds", "one bar per way from its aliases, prompts and near-misses, as a diff"],
    ["ways tune --thresholds --apply deploys", "the same for one way, written into its file"],
  ],
  words: ["id…"],
  flags: {
    ...JSON_FLAG,
    ...WAYS_DIR_FLAG,
    check: { kind: "flag", meaning: "only what stands out; exit 1 when something does" },
    audit: { kind: "flag", meaning: "canonical texts against their neighbours" },
    thresholds: { kind: "flag", meaning: "propose `embed_threshold` for each way" },
    apply: { kind: "flag", meaning: "with --thresholds: write the proposals into the way files" },
    all: { kind: "flag", meaning: "every row" },
  },
  finding: "`--check` found an outlier, or with `--audit` a way that is nearer to a neighbour",
  json: {
    "ok?": "boolean",
    "aliases?": [
      {
        way: "string",
        label: "string",
        lang: "string | null",
        kind: "string",
        text: "string",
        cosine: "number",
        median: "number | null",
        outlier: "boolean",
      },
    ],
    "usual?": [{ lang: "string | null", kind: "string", count: "number", median: "number" }],
    ...AUDIT_SHAPE,
    ...THRESHOLDS_SHAPE,
  },
  run: async (flags, io) => {
    const [audit, thresholds] = [flags.isOn("audit"), flags.isOn("thresholds")];
    if (audit && thresholds)
      throw new WaysError("`--audit` and `--thresholds` are two questions", { hint: "one at a time" });
    if (flags.isOn("apply") && !thresholds)
      throw new WaysError("`--apply` writes what `--thresholds` proposes", {
        hint: "`ways tune --thresholds --apply`",
      });
    const { env, cwd } = io;
    const subject = {
      env,
      cwd,
      waysDir: flags.text("ways-dir"),
      choose: (own: readonly Way[]) => named(own, flags.words),
    };
    const limit = flags.isOn("all") ? undefined : ROWS;
    if (audit) return printAudit(io, subject, flags, limit);
    if (thresholds) return printThresholds(io, subject, flags);
    return printFidelity(io, subject, flags, limit);
  },
};

function named(own: readonly Way[], words: readonly string[]): readonly WayId[] {
  return words.length === 0 ? own.map(({ id }) => id) : words.map((word) => wayNamed(own, word).id);
}

async function printFidelity(io: Io, subject: TuneSubject, flags: Flags, limit: number | undefined): Promise<number> {
  const { aliases, usual } = await readFidelity(subject, openProgress(io, "embedding").progress);
  const ok = aliases.every(({ isOutlier }) => !isOutlier);
  const isCheck = flags.isOn("check");
  const told = isCheck ? aliases.filter(({ isOutlier }) => isOutlier) : aliases;
  const code = ok || !isCheck ? EXIT.ok : EXIT.finding;
  if (flags.isOn("json")) {
    const rows = told.map(({ isOutlier, cosine, median, ...alias }) => ({
      ...alias,
      cosine: short(cosine),
      median: median === null ? null : short(median),
      outlier: isOutlier,
    }));
    printJson(io, "tune", {
      ok,
      aliases: rows,
      usual: usual.map((group) => ({ ...group, median: short(group.median) })),
    });
    return code;
  }
  const rows = told
    .slice(0, isCheck ? undefined : limit)
    .map((alias) => [
      alias.isOutlier ? "OUTLIER" : "",
      alias.cosine.toFixed(2),
      alias.median?.toFixed(2) ?? "–",
      alias.way,
      alias.label,
      clipped(alias.text),
    ]);
  if (rows.length > 0) io.out(table([["", "cosine", "median", "way", "alias", "text"], ...rows]));
  const outliers = aliases.filter(({ isOutlier }) => isOutlier).length;
  if (rows.length < told.length) io.err(`${told.length - rows.length} nearer to their canonical text: \`--all\``);
  io.err(`${aliases.length} aliases, ${plural(outliers, "outlier")}; median: the same language and kind`);
  return code;
}

function short(cosine: number): number {
  return Math.round(cosine * 1_000) / 1_000;
}

function clipped(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= 60 ? line : `${line.slice(0, 59).toWellFormed()}…`;
}
