// `ways collisions`: the same trigger in several ways, and aliases of different ways that say nearly the same.
import { findShared, openAuthored } from "../wiring/authoring.ts";
import { JSON_FLAG, type Verb, WAYS_DIR_FLAG } from "./args.ts";
import { FINDING_SHAPE, reportCheck } from "./findings.ts";

export const collisions: Verb = {
  summary: "triggers that several ways share, aliases of different ways that say the same",
  examples: [
    ["ways collisions", "what the user's and this project's ways share with any other"],
    ["ways collisions --ways-dir ways", "the ways of one folder with each other"],
  ],
  words: [],
  flags: { ...JSON_FLAG, ...WAYS_DIR_FLAG },
  finding: "a trigger or an alias is not one way's own",
  json: { ok: "boolean", findings: [FINDING_SHAPE] },
  run: async (flags, io) => {
    const authored = await openAuthored(io.env, io.cwd, flags.text("ways-dir"));
    return reportCheck(io, "collisions", flags.isOn("json"), findShared(authored));
  },
};
