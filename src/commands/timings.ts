// `ways timings`: how long the hook took on this machine, from its own log.
import { readTimings } from "../wiring/activity.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { printJson, table } from "./io.ts";

export const timings: Verb = {
  summary: "how long the hook took, by kind of event",
  examples: [
    ["ways timings", "median, 95th percentile and longest, in milliseconds"],
    ["ways timings --json", "for scripts"],
  ],
  words: [],
  flags: JSON_FLAG,
  json: {
    since: "string | null",
    unit: "string",
    kinds: [{ event: "string", count: "number", median: "number", p95: "number", max: "number" }],
  },
  run: async (flags, io) => {
    const { since, kinds } = readTimings(io.env);
    if (flags.isOn("json")) printJson(io, "timings", { since, unit: "ms", kinds });
    else if (since === null) io.out("no event has been answered yet");
    else {
      const rows = kinds.map(({ event, count, median, p95, max }) => [event, count, median, p95, max].map(String));
      io.out(table([["event", "count", "median ms", "p95 ms", "longest ms"], ...rows]));
      io.out(`\nfrom the start of the process to the answer, since ${since.slice(0, 16).replace("T", " ")}`);
    }
    return 0;
  },
};
