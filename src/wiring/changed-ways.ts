// Ways whose files differ from the last commit, or are new: asked of git, as it is installed.
import { join } from "node:path";
import { WaysError } from "../errors.ts";
import { type Env, setting } from "../host/env.ts";
import { factsOf, realPathOr } from "../host/files.ts";
import { runBounded } from "../host/run.ts";
import { type WayId, wayId } from "../ways/way.ts";

const LIMIT_MS = 10_000;
const LIMIT_BYTES = 16 * 1024 * 1024;

/** A repository that somebody cloned may name programs that git would run: none of them is needed here. */
const HARMLESS = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

export type Changed = {
  readonly ways: ReadonlySet<WayId>;
  /** Folders of ways that no repository keeps: all in them counts as changed. */
  readonly untracked: readonly string[];
};

/** `ids`: what may have changed; by the folders below `roots` that hold their files. Throws a WaysError without git. */
export async function findChanged(env: Env, roots: readonly string[], ids: Iterable<WayId>): Promise<Changed> {
  const untracked: string[] = [];
  const changed = new Set<WayId>();
  const all = [...ids];
  for (const root of roots.filter((path) => factsOf(path)?.kind === "folder")) {
    const paths = await changedPaths(env, realPathOr(root));
    if (paths === null) untracked.push(root);
    const folders = paths?.map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))).map(wayId);
    for (const id of folders ?? all.filter((way) => factsOf(join(root, way)) !== null)) changed.add(id);
  }
  return { ways: new Set(all.filter((id) => changed.has(id))), untracked };
}

/** Relative to `folder`; null when it lies in no repository. */
async function changedPaths(env: Env, folder: string): Promise<readonly string[] | null> {
  if ((await git(env, folder, ["rev-parse", "--is-inside-work-tree"])) === null) return null;
  if ((await git(env, folder, ["check-ignore", "--quiet", "."])) !== null) return null;
  const isBorn = (await git(env, folder, ["rev-parse", "--verify", "--quiet", "HEAD"])) !== null;
  const tracked = isBorn
    ? ["diff", "--name-only", "--no-ext-diff", "--relative", "-z", "HEAD", "--", "."]
    : ["ls-files", "-z", "--cached"];
  const lists = [tracked, ["ls-files", "-z", "--others", "--exclude-standard"]];
  const outputs = await Promise.all(lists.map((args) => git(env, folder, args)));
  if (outputs.includes(null)) throw new WaysError(`git cannot tell what changed in \`${folder}\``);
  return outputs.flatMap((text) => (text ?? "").split("\0")).filter((path) => path !== "");
}

/** Its output; null when it exits with an error. */
async function git(env: Env, folder: string, args: readonly string[]): Promise<string | null> {
  const passed = ["PATH", "HOME", "XDG_CONFIG_HOME", "SystemRoot", "USERPROFILE"];
  const known = Object.fromEntries(
    passed.flatMap((name) => {
      const value = setting(env, name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
  const bounds = {
    cwd: folder,
    env: { ...known, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
    ms: LIMIT_MS,
    bytes: LIMIT_BYTES,
  };
  try {
    const { output, code } = await runBounded(["git", ...HARMLESS, ...args], bounds);
    return code === 0 ? new TextDecoder().decode(output) : null;
  } catch (cause) {
    throw new WaysError("what has changed is asked of git, which is not here", {
      cause,
      hint: "name the ways instead",
    });
  }
}
