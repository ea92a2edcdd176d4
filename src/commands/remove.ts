// `ways remove`: takes a package away, with its files, its entry and the approvals of its macros.
import { EXIT } from "../errors.ts";
import { removePackage } from "../wiring/packages.ts";
import { JSON_FLAG, neededWord, type Verb } from "./args.ts";
import { printJson } from "./io.ts";
import { openProgress } from "./progress.ts";

export const remove: Verb = {
  summary: "take a package of ways away",
  examples: [
    ["ways remove team", "its files, its entry in the lock file and what was approved of it"],
    ["ways list --packages", "what could be removed"],
  ],
  words: ["package"],
  flags: JSON_FLAG,
  json: { removed: "string" },
  run: async (flags, io) => {
    const name = neededWord(flags, 0, "the name of a package", "remove");
    const withJson = flags.isOn("json");
    const tell = withJson ? { step: () => {}, progress: () => {} } : openProgress(io, "embedding");
    await removePackage(io.env, io.cwd, name, tell);
    if (withJson) printJson(io, "remove", { removed: name });
    else io.out(`removed \`${name}\``);
    return EXIT.ok;
  },
};
