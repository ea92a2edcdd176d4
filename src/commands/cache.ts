// `ways cache prune`: makes the cache as small as it can be without having to embed anything again.
import { WaysError } from "../errors.ts";
import { pruneCache } from "../wiring/cache.ts";
import { JSON_FLAG, neededWord, type Verb } from "./args.ts";
import { printJson } from "./io.ts";

export const cache: Verb = {
  summary: "remove what the cache keeps of texts, projects and models that are gone",
  examples: [
    ["ways cache prune --dry-run", "what would be removed"],
    ["ways cache prune", "remove it; nothing that is in use has to be embedded again"],
  ],
  words: ["prune"],
  flags: { ...JSON_FLAG, "dry-run": { kind: "flag", meaning: "remove nothing" } },
  json: { dry_run: "boolean", vectors: "number | null", files: [{ path: "string", bytes: "number" }], bytes: "number" },
  run: async (flags, io) => {
    const action = neededWord(flags, 0, "`prune`", "cache");
    if (action !== "prune") throw new WaysError(`unknown action \`${action}\``, { hint: "did you mean `prune`?" });
    const isDry = flags.isOn("dry-run");
    const pruned = await pruneCache(io.env, io.cwd, isDry);
    if (flags.isOn("json")) printJson(io, "cache", { dry_run: isDry, ...pruned });
    else {
      const { vectors, files, bytes } = pruned;
      const kept = vectors === null ? "vectors were left alone: there is no usable model" : `${vectors} vectors`;
      io.out(`${isDry ? "would remove" : "removed"} ${kept}, ${files.length} files: ${Math.round(bytes / 1_000)} KB`);
    }
    return 0;
  },
};
