// `ways why <id>`: what was decided about a way when its moment came, from the event log.
import { EXIT } from "../errors.ts";
import { openCatalogue } from "../wiring/catalogue.ts";
import { findMentions, type Mention } from "../wiring/decisions.ts";
import { KEY_LENGTH } from "../wiring/sessions.ts";
import { JSON_FLAG, neededWord, type Verb } from "./args.ts";
import { printJson, table } from "./io.ts";
import { wayNamed } from "./way-named.ts";

/** How many decisions are printed. */
const ROWS = 10;

export const why: Verb = {
  summary: "why a way was, or was not, shown lately",
  examples: [
    ["ways why softwaredev/delivery/commits", "the last decisions in which it was among the best"],
    ["ways why softwaredev/delivery/commits --session 5f0c1a2b", "in one session"],
    ['ways explain "write a commit message"', "how it would be decided now, with every candidate"],
  ],
  words: ["id"],
  flags: {
    ...JSON_FLAG,
    session: { kind: "text", meaning: "id of a session, or the beginning of its hashed id (default: all)" },
    all: { kind: "flag", meaning: "every decision in the log" },
  },
  finding: "the log holds no decision about it",
  json: {
    id: "string",
    events: "number",
    since: "string | null",
    mentions: [
      {
        at: "string",
        event: "string",
        session: "string | null",
        agent: "string | null",
        vector: "string",
        outcome: "string",
        reason: "string",
        meaning: "string",
        evidence: "number | null",
        bar: "number",
        beside: ["string"],
      },
    ],
  },
  run: async (flags, io) => {
    const name = neededWord(flags, 0, "the id of a way", "why");
    const session = flags.text("session");
    const direct = findMentions(io.env, name, session);
    // A way that is gone may still stand in the log; any other name has to be one of a way.
    const id = direct.mentions.length > 0 ? name : wayNamed((await openCatalogue(io.env, io.cwd)).ways, name).id;
    const past = id === name ? direct : findMentions(io.env, id, session);
    if (flags.isOn("json")) printJson(io, "why", { id, ...past });
    else if (past.mentions.length > 0) {
      const shown = flags.isOn("all") ? past.mentions : past.mentions.slice(0, ROWS);
      io.out(table(shown.map(rowOf)));
      if (past.mentions.length > shown.length) io.err(`${past.mentions.length - shown.length} older ones: \`--all\``);
    } else
      io.out(
        `\`${id}\` was not among the best in any of ${past.events} logged decisions: \`ways explain "<text>" --expect ${id}\` says why`,
      );
    return past.mentions.length > 0 ? EXIT.ok : EXIT.finding;
  },
};

function rowOf(m: Mention): readonly string[] {
  const place = m.session === null ? "no session" : `session ${m.session.slice(0, KEY_LENGTH)}`;
  const bar = m.evidence === null ? "" : `evidence ${m.evidence.toFixed(3)}, bar ${m.bar.toFixed(3)}`;
  const outcome = m.outcome === "kept" ? "kept for a sub-agent" : m.outcome === "shown" ? "shown" : "not shown";
  return [m.at.slice(0, 19).replace("T", " "), m.event, place, outcome, m.meaning, bar];
}
