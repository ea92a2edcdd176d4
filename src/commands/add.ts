// `ways add`: a package of ways from a folder, a git repository or npm, pinned to what it holds now.
import { EXIT } from "../errors.ts";
import { applyChange, planAdd } from "../wiring/packages.ts";
import { JSON_FLAG, neededWord, type Verb } from "./args.ts";
import { printJson } from "./io.ts";
import { CHANGE_SHAPE, changeAsJson, hasErrors, renderPackage, tellFindings } from "./package-change.ts";
import { openProgress } from "./progress.ts";

export const add: Verb = {
  summary: "add a package of ways from a folder, a git repository or npm",
  examples: [
    ["ways add ../team-ways", "a folder with a `ways.json`"],
    [
      "ways add https://git.example.test/team/ways.git#v1.2.0",
      "a git repository, at a tag, a branch or a whole commit id",
    ],
    ["ways add npm:@team/ways@1.2.0", "an npm package, from the registry npm is set to"],
    ["ways add team-ways-1.2.0.tgz --as team", "what `npm pack` wrote, under another name"],
    ["ways add ../team-ways --dry-run", "what it holds and what lint says; nothing is added"],
  ],
  words: ["source"],
  flags: {
    ...JSON_FLAG,
    as: { kind: "text", meaning: "another name than the package's own: the first part of its ids" },
    hash: { kind: "text", meaning: "only if its content has this hash (`sha256-…`)" },
    "dry-run": { kind: "flag", meaning: "show it and add nothing" },
  },
  finding: "lint finds an error in it: it was not added",
  json: { added: "boolean", package: CHANGE_SHAPE },
  run: async (flags, io) => {
    const source = neededWord(flags, 0, "a source", "add");
    const change = await planAdd(io.env, io.cwd, { source, as: flags.text("as"), hash: flags.text("hash") });
    const isRefused = hasErrors(change);
    const isAdded = !isRefused && !flags.isOn("dry-run");
    const withJson = flags.isOn("json");
    if (!withJson) {
      io.out(renderPackage(change));
      tellFindings(io, change);
      if (isRefused) io.err(`not added: \`${change.after.name}\` has errors that its authors have to correct`);
    }
    const tell = withJson ? { step: () => {}, progress: () => {} } : openProgress(io, "embedding");
    const told = isAdded ? await applyChange(io.env, io.cwd, change, tell) : "";
    if (withJson) printJson(io, "add", { added: isAdded, package: changeAsJson(change) });
    else if (isAdded) io.err(`added; ${told}`);
    return isRefused ? EXIT.finding : EXIT.ok;
  },
};
