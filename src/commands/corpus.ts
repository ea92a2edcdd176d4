// `ways corpus`: embeds what is new in the user's and this project's ways and writes their coordinates.
import { readEnv } from "../host/env.ts";
import { refreshCorpus } from "../wiring/corpus.ts";
import { openWorld } from "../wiring/world.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { printJson } from "./io.ts";

export const corpus: Verb = {
  summary: "embed new and changed ways of the user and this project",
  examples: [
    ["ways corpus", "texts that were embedded before are not embedded again"],
    ["ways corpus --json", "counts for scripts"],
  ],
  words: [],
  flags: JSON_FLAG,
  run: async (flags, io) => {
    const done = await refreshCorpus(openWorld(readEnv()), io.cwd, (count, total) => {
      if (io.isTerminal) io.err(`embedded ${count} of ${total}`);
    });
    if (flags.isOn("json")) printJson(io, "corpus", done);
    else io.out(`${done.ways} ways of the user and this project, ${done.embedded} texts embedded: \`${done.path}\``);
    return 0;
  },
};
