// `ways crowding`: siblings that share vocabulary, and so cannot be told apart by it (ADR-105).

import { findOverlaps, MAX_OVERLAP } from "../ways/words.ts";
import { checkTrees, openAuthored } from "../wiring/authoring.ts";
import { JSON_FLAG, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { CHECK_FLAG, FINDING_SHAPE, reportCheck } from "./findings.ts";
import { printJson, table } from "./io.ts";

/** Any shared word at all. */
const ANY = Number.MIN_VALUE;
const ROWS = 20;

export const crowding: Verb = {
  summary: `siblings that share vocabulary (Jaccard must stay below ${MAX_OVERLAP})`,
  examples: [
    ["ways crowding", "the closest pairs of siblings and the words they share"],
    ["ways crowding --check", "exit 1 when a pair is too close"],
  ],
  words: [],
  flags: {
    ...JSON_FLAG,
    ...CHECK_FLAG,
    ...WAYS_DIR_FLAG,
    all: { kind: "flag", meaning: "every pair that shares a word" },
  },
  finding: "`--check` found something",
  json: {
    "limit?": "number",
    "pairs?": [{ a: "string", b: "string", jaccard: "number", shared: ["string"] }],
    "ok?": "boolean",
    "findings?": [FINDING_SHAPE],
  },
  run: async (flags, io) => {
    const authored = await openAuthored(io.env, io.cwd, flags.text("ways-dir"));
    if (flags.isOn("check")) return reportCheck(io, "crowding", flags.isOn("json"), checkTrees(authored, "crowding"));
    const pairs = findOverlaps(authored.ways, ANY);
    if (flags.isOn("json")) printJson(io, "crowding", { limit: MAX_OVERLAP, pairs });
    else if (pairs.length === 0) io.out("no two siblings share a word of their vocabularies");
    else {
      const rows = pairs
        .slice(0, flags.isOn("all") ? undefined : ROWS)
        .map(({ a, b, jaccard, shared }) => [
          jaccard.toFixed(2) + (jaccard >= MAX_OVERLAP ? " over" : ""),
          a,
          b,
          shared.join(", "),
        ]);
      io.out(table([["Jaccard", "way", "sibling", "shared words"], ...rows]));
      if (pairs.length > rows.length) io.err(`${pairs.length - rows.length} pairs further apart: \`--all\``);
    }
    return 0;
  },
};
