// `ways add`: a package of ways from a folder, a git repository or npm, pinned to what it holds now.
import { EXIT } from "../errors.ts";
import { type AddOptions, applyChange, planAdd } from "../wiring/packages.ts";
import { wantedPackages } from "../wiring/wanted-packages.ts";
import { type Flags, JSON_FLAG, type Verb } from "./args.ts";
import { type Io, printJson } from "./io.ts";
import { CHANGE_SHAPE, changeAsJson, hasErrors, renderPackage, tellFindings } from "./package-change.ts";
import { openProgress } from "./progress.ts";

export const add: Verb = {
  summary: "add a package of ways from a folder, a git repository or npm",
  examples: [
    ["ways add ../team-ways", "a folder with a `ways.json`"],
    [
      "ways add https://git.example.test/team/ways.git#v1.2.0",
      "a git repository: tag, branch or whole commit id after `#`",
    ],
    ["ways add npm:@team/ways@1.2.0", "an npm package, from the registry npm is set to"],
    ["ways add team-ways-1.2.0.tgz --as team", "what `npm pack` wrote, under another name"],
    ["ways add ../team-ways --dry-run", "what it holds and what lint says; nothing is added"],
    ["ways add", "what the configuration here names under `packages:`"],
  ],
  words: ["source"],
  flags: {
    ...JSON_FLAG,
    as: { kind: "text", meaning: "another name than the package's own: the first part of its ids" },
    hash: { kind: "text", meaning: "only if its content has this hash (`sha256-…`)" },
    "dry-run": { kind: "flag", meaning: "show it and add nothing" },
  },
  finding: "lint finds an error in a package: it was not added; or the configuration names one that is not as it says",
  json: { packages: [{ added: "boolean", package: CHANGE_SHAPE }] },
  run: async (flags, io) => {
    const [source] = flags.words;
    const named = source === undefined || source === "";
    const { options, isOpen } = named ? fromConfiguration(io) : { options: [typed(source, flags)], isOpen: false };
    const results = [];
    for (const each of options) results.push(await addOne(each, flags, io));
    if (flags.isOn("json")) printJson(io, "add", { packages: results.map(({ isRefused: _, ...rest }) => rest) });
    return isOpen || results.some((result) => result.isRefused) ? EXIT.finding : EXIT.ok;
  },
};

function typed(source: string, flags: Flags): AddOptions {
  return { source, as: flags.text("as"), hash: flags.text("hash") };
}

/** `isOpen`: something it names is left as it is. */
function fromConfiguration(io: Io): { readonly options: readonly AddOptions[]; readonly isOpen: boolean } {
  const { missing, different, isWithheld } = wantedPackages(io.env, io.cwd);
  if (isWithheld) io.err("the project names packages in `.claude/ways.yaml`; that waits for `ways trust`");
  for (const name of different)
    io.err(
      `\`${name}\` is added with another content than the configuration names: \`ways update ${name}\` or \`ways remove ${name}\``,
    );
  if (missing.length === 0 && different.length === 0 && !isWithheld)
    io.err("nothing to add: no source was given, and the configuration names no package that is missing");
  return { options: missing, isOpen: isWithheld || different.length > 0 };
}

async function addOne(options: AddOptions, flags: Flags, io: Io) {
  const change = await planAdd(io.env, io.cwd, options);
  const isRefused = hasErrors(change);
  const added = !isRefused && !flags.isOn("dry-run");
  const withJson = flags.isOn("json");
  if (!withJson) {
    io.out(renderPackage(change));
    tellFindings(io, change);
    if (isRefused) io.err(`not added: \`${change.after.name}\` has errors that its authors have to correct`);
  }
  const tell = withJson ? { step: () => {}, progress: () => {} } : openProgress(io, "embedding");
  const told = added ? await applyChange(io.env, io.cwd, change, tell) : "";
  if (added && !withJson) io.err(`added; ${told}`);
  return { added, isRefused, package: changeAsJson(change) };
}
