// `ways dirs`: where everything is kept.
import { WaysError } from "../errors.ts";
import { placesOf } from "../host/paths.ts";
import { JSON_FLAG, type Verb } from "./args.ts";
import { printJson, table } from "./io.ts";

export const dirs: Verb = {
  summary: "where configuration, data, state and caches are kept",
  examples: [
    ["ways dirs", "one line per folder"],
    ["ways dirs --json", "for scripts"],
  ],
  words: [],
  flags: JSON_FLAG,
  json: {
    config: "string",
    data: "string",
    state: "string",
    cache: "string",
    claude: "string",
    userWays: "string",
  },
  run: async (flags, io) => {
    const places = placesOf(io.env);
    if (places === null)
      throw new WaysError("there is no home folder to keep anything in", { hint: "set HOME to an absolute path" });
    if (flags.isOn("json")) printJson(io, "dirs", places);
    else io.out(table(Object.entries(places)));
    return 0;
  },
};
