// `ways status`: is it at work, and what has gone wrong; `ways doctor` says what to do about it.
import { type Activity, readActivity } from "../wiring/activity.ts";
import { KEY_LENGTH } from "../wiring/sessions.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { printJson, table } from "./io.ts";

export const status: Verb = {
  summary: "what was shown lately, and what failed",
  examples: [
    ["ways status", "counters from the log, and the session of this shell"],
    ["ways status --json", "for scripts"],
  ],
  words: [],
  flags: JSON_FLAG,
  json: {
    version: "string",
    matching_off: "string | null",
    project: "string",
    ways: "number",
    since: "string | null",
    events: "number",
    answered: "number",
    shown: "number",
    tokens: "number",
    without_vector: { late: "number", failed: "number", last_day: "number" },
    failures: { total: "number", last_day: "number", steps: {} },
    "last_fire?": { at: "string", event: "string", ways: ["string"] },
    "session?": { key: "string", events: "number", shown: ["string"] },
  },
  run: async (flags, io) => {
    const activity = await readActivity(io.env, io.cwd, Date.now());
    if (flags.isOn("json")) printJson(io, "status", { version: io.version, ...activity });
    else io.out(table(rowsOf(activity)));
    return 0;
  },
};

function rowsOf(a: Activity): readonly (readonly string[])[] {
  const { late, failed, last_day } = a.without_vector;
  const steps = Object.entries(a.failures.steps).map(([step, count]) => `${count} × ${step}`);
  return [
    ["matching by meaning", a.matching_off === null ? "on" : `OFF: ${a.matching_off}`],
    ["ways that compete here", `${a.ways} (project \`${a.project}\`)`],
    ["events answered", a.since === null ? "none yet" : `${a.events} since ${minute(a.since)}`],
    ["ways shown", `${a.shown} at ${a.answered} events, about ${a.tokens} tokens given`],
    [
      "last way shown",
      a.last_fire ? `${a.last_fire.ways.join(", ")} at ${minute(a.last_fire.at)} (${a.last_fire.event})` : "none yet",
    ],
    ["answered without vector", `${late} late, ${failed} failed; ${last_day} of them in the last day`],
    [
      "failures",
      a.failures.total === 0 ? "none" : `${a.failures.last_day} in the last day; in the log ${steps.join(", ")}`,
    ],
    [
      "session",
      a.session
        ? `${a.session.key.slice(0, KEY_LENGTH)}: ${a.session.events} events, ${a.session.shown.length} ways shown`
        : "none yet",
    ],
  ];
}

function minute(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}
