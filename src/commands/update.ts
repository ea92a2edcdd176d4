// `ways update`: packages as their sources are now. The person sees every line that would change before anything is written.
import { EXIT, WaysError } from "../errors.ts";
import { applyChange, isChange, type PackageChange, packageNames, planUpdate } from "../wiring/packages.ts";
import { type Flags, JSON_FLAG, type Verb } from "./args.ts";
import { renderDiff } from "./diff.ts";
import { type Io, printJson } from "./io.ts";
import { CHANGE_SHAPE, changeAsJson, hasErrors, renderPackage, tellFindings } from "./package-change.ts";
import { openProgress } from "./progress.ts";

export const update: Verb = {
  summary: "bring packages up to date: shows what would change, and asks",
  examples: [
    ["ways update", "every package, from where it was added"],
    ["ways update team --to v1.3.0", "another tag, branch, commit or version than it was added at"],
    ["ways update team --dry-run", "only show it"],
  ],
  words: ["package"],
  flags: {
    ...JSON_FLAG,
    to: { kind: "text", meaning: "version, tag, branch or whole commit id, for one package of git or npm" },
    "dry-run": { kind: "flag", meaning: "show what would change and write nothing" },
    yes: { kind: "flag", meaning: "do not ask" },
  },
  finding: "a package is as it was: its new version has errors, its source is gone, or the change was declined",
  json: { packages: [{ updated: "boolean", changed: ["string"], from: "string", package: CHANGE_SHAPE }] },
  run: async (flags, io) => {
    const name = flags.words[0] ?? null;
    const to = flags.text("to");
    if (to !== null && name === null)
      throw new WaysError("`--to` is for one package", { hint: "`ways update <package> --to <version>`" });
    const names = packageNames(io.env, name);
    const results: object[] = [];
    let isLeft = false;
    for (const each of names) {
      const change = await planOrTell(each, to, names.length, io);
      const outcome = change === null ? "left" : isChange(change) ? await updateOne(change, flags, io) : "same";
      isLeft ||= outcome === "left";
      if (change === null) continue;
      if (outcome === "same" && !flags.isOn("json")) io.out(`${each} ${change.after.version}: nothing has changed`);
      const changed = differences(change).map(({ path }) => path);
      const from = change.before?.locked.hash ?? "";
      results.push({ updated: outcome === "updated", changed, from, package: changeAsJson(change) });
    }
    if (flags.isOn("json")) printJson(io, "update", { packages: results });
    else if (names.length === 0) io.out("no package was added: `ways add <source>`");
    return isLeft ? EXIT.finding : EXIT.ok;
  },
};

/** Of several packages one whose source is gone leaves the others their turn: null, and the person is told. */
async function planOrTell(name: string, to: string | null, count: number, io: Io): Promise<PackageChange | null> {
  try {
    return await planUpdate(io.env, name, to);
  } catch (error) {
    if (count === 1 || !(error instanceof WaysError)) throw error;
    io.err(`${name} was not updated: ${error.message}`);
    return null;
  }
}

async function updateOne(change: PackageChange, flags: Flags, io: Io): Promise<"updated" | "left" | "shown"> {
  const withJson = flags.isOn("json");
  const isDry = flags.isOn("dry-run") || (withJson && !flags.isOn("yes"));
  if (!withJson) {
    const before = change.before?.locked;
    io.out(`${before?.name} ${before?.version} → ${change.after.version}\n`);
    for (const { path, before: old, after } of differences(change)) io.out(`${renderDiff(path, old, after)}\n`);
    io.out(renderPackage(change));
    tellFindings(io, change);
  }
  if (hasErrors(change)) {
    io.err(`not updated: \`${change.after.name}\` has errors that its authors have to correct`);
    return "left";
  }
  if (isDry) return "shown";
  if (!flags.isOn("yes") && !io.isTerminal)
    throw new WaysError(`\`${change.after.name}\` was not updated: there is no terminal to ask on`, {
      hint: "run again with `--yes` to update it, or with `--dry-run` to see it",
    });
  if (!flags.isOn("yes") && !io.confirm(`Update \`${change.after.name}\`?`)) return "left";
  const tell = withJson ? { step: () => {}, progress: () => {} } : openProgress(io, "embedding");
  io.err(`updated; ${await applyChange(io.env, io.cwd, change, tell)}`);
  return "updated";
}

type Difference = { readonly path: string; readonly before: string | null; readonly after: string | null };

function differences({ before, files }: PackageChange): readonly Difference[] {
  const textsOf = (all: PackageChange["files"]) =>
    new Map(all.map(({ relative, bytes }) => [relative, new TextDecoder().decode(bytes)]));
  const [old, now] = [textsOf(before?.files ?? []), textsOf(files)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].toSorted();
  return paths
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter(({ before: a, after: b }) => a !== b);
}
