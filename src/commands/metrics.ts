// `ways metrics`: what all sessions here say about the trees (ADR-105).
import { readMetrics } from "../wiring/metrics.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { plural } from "./findings.ts";
import { printJson, table } from "./io.ts";

const ROWS = 12;

export const metrics: Verb = {
  summary: "children that never fire, fire with their parent at once, and coverage, over all sessions",
  examples: [
    ["ways metrics", "what to broaden, what to narrow"],
    ["ways metrics --all", "every row"],
  ],
  words: [],
  flags: { ...JSON_FLAG, all: { kind: "flag", meaning: "every row" } },
  json: {
    sessions: "number",
    disclosures: "number",
    triggers: [{ trigger: "string", count: "number" }],
    never_fired: [{ way: "string", parent: "string", parent_sessions: "number" }],
    cascades: [{ way: "string", parent: "string", instant: "number", shown: "number" }],
    coverage: [{ parent: "string", children: "number", sessions: "number", mean: "number" }],
  },
  run: async (flags, io) => {
    const { sessions, disclosures, triggers, neverFired, cascades, coverage } = await readMetrics(io.env, io.cwd);
    if (flags.isOn("json")) {
      const never_fired = neverFired.map(({ way, parent, parentSessions }) => ({
        way,
        parent,
        parent_sessions: parentSessions,
      }));
      printJson(io, "metrics", { sessions, disclosures, triggers, never_fired, cascades, coverage });
      return 0;
    }
    const by = triggers.map(({ trigger, count }) => `${trigger} ${count}`).join(", ");
    io.out(`${plural(disclosures, "way")} shown in ${plural(sessions, "session")}${by === "" ? "" : `: ${by}`}`);
    const section = (title: string, head: readonly string[], rows: readonly (readonly string[])[]) => {
      if (rows.length === 0) return;
      const shown = flags.isOn("all") ? rows : rows.slice(0, ROWS);
      const rest = rows.length - shown.length;
      io.out(`\n${title}\n${table([head, ...shown])}${rest > 0 ? `\n${rest} more: \`--all\`` : ""}`);
    };
    section(
      "never shown, though the parent was: broaden their words",
      ["sessions with parent", "way"],
      neverFired.map((n) => [`${n.parentSessions}`, n.way]),
    );
    section(
      "shown at the same event as the parent: narrow their words",
      ["at once", "shown", "way"],
      cascades.map((c) => [`${c.instant}`, `${c.shown}`, c.way]),
    );
    section(
      "share of the children that a session with the parent sees",
      ["mean", "children", "sessions", "parent"],
      coverage.map((c) => [`${Math.round(c.mean * 100)} %`, `${c.children}`, `${c.sessions}`, c.parent]),
    );
    return 0;
  },
};
