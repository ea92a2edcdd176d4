// `ways frontier`: what a session can reach from what it has been shown (ADR-125 §1).
import { REASONS } from "../match/decision.ts";
import { openFrontier } from "../wiring/frontier.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { printJson, table } from "./io.ts";

export const frontier: Verb = {
  summary: "the ways that what was shown has brought within reach",
  examples: [
    ["ways frontier", "of this shell's session, else of the latest"],
    ["ways frontier --session 5f0c1a2b", "of one that `ways session list` names"],
    ["ways frontier --json", "edges and bars for scripts"],
  ],
  words: [],
  flags: {
    ...JSON_FLAG,
    session: { kind: "text", meaning: "id of a session, or the beginning of its hashed id" },
    agent: { kind: "text", meaning: "id of a sub-agent of that session" },
  },
  json: {
    session: "string",
    agent: "string",
    shown: ["string"],
    reachable: [
      { id: "string", edge: "string", from: "string", bar: "number | null", eased: "boolean", waits: "string | null" },
    ],
  },
  run: async (flags, io) => {
    const named = { session: flags.text("session"), agent: flags.text("agent") };
    const { session, agent, shown, reachable } = await openFrontier(io.env, io.cwd, named);
    if (flags.isOn("json")) {
      const rows = reachable.map(({ isEased, ...r }) => ({ ...r, eased: isEased }));
      printJson(io, "frontier", { session, agent, shown, reachable: rows });
      return 0;
    }
    io.out(`shown: ${shown.length === 0 ? "nothing yet" : shown.join(", ")}`);
    if (reachable.length === 0) {
      io.out("within reach: nothing; no shown way has unshown children or See Also links");
      return 0;
    }
    const rows = reachable.map((r) => [
      r.id,
      r.edge === "see-also" ? `see also of ${r.from}` : `${r.edge} of ${r.from}`,
      r.bar === null ? "–" : `${r.bar.toFixed(3)}${r.isEased ? " eased" : ""}`,
      r.waits === null ? "" : REASONS[r.waits],
    ]);
    io.out(`\n${table([["within reach", "edge", "bar", ""], ...rows])}`);
    return 0;
  },
};
