// The files of a package, from where it lies. git and npm are asked as they are installed, with the person's own settings; nothing
// of the package is run, nothing is checked out or unpacked, no link in it is followed: archives are read in memory.
import { join, resolve } from "node:path";
import { WaysError } from "../errors.ts";
import { type Env, setting } from "../host/env.ts";
import { factsOf, readBytes } from "../host/files.ts";
import { listPlain } from "../host/plain-files.ts";
import { runBounded } from "../host/run.ts";
import { type ArchivedFile, readTarball } from "../host/tarball.ts";
import { isSkipped } from "../store/layers.ts";
import { isOdd, readFolder } from "../store/packages.ts";
import { isPackageFile, type PackageFile, selectPackageFiles } from "../ways/package-files.ts";
import type { PackageSource } from "../ways/package-source.ts";

/** A clone over a slow line; then the person is told instead of left waiting. */
const LIMIT_MS = 120_000;
const LIMIT_BYTES = 64 * 1024 * 1024;

export type Fetched = {
  readonly files: readonly PackageFile[];
  /** The commit, or the version in the registry; "" for folders and files. */
  readonly resolved: string;
};

type Tool = (args: readonly string[], failed: string) => Promise<Uint8Array>;

/** `temporary`: an empty folder that the caller removes. Paths of `source` are absolute. Throws a WaysError. */
export async function fetchPackage(source: PackageSource, env: Env, temporary: string): Promise<Fetched> {
  switch (source.kind) {
    case "folder":
      return { files: fromFolder(source.path), resolved: "" };
    case "tarball":
      return { files: await fromTarball(source.path), resolved: "" };
    case "git":
      return fromGit(source, openTool("git", env, temporary));
    case "npm":
      return fromNpm(source, openTool("npm", env, temporary), temporary);
  }
}

/** Relative paths are meant from `cwd`. */
export function placedSource(source: PackageSource, cwd: string): PackageSource {
  if (source.kind === "folder" || source.kind === "tarball") return { ...source, path: resolve(cwd, source.path) };
  return source.kind === "git" && source.isLocal ? { ...source, url: resolve(cwd, source.url) } : source;
}

function fromFolder(path: string): readonly PackageFile[] {
  if (factsOf(path)?.kind !== "folder")
    throw new WaysError(`there is no folder \`${path}\``, {
      hint: "`npm:<package>` asks the npm registry, `https://….git` a git server",
    });
  const { files, others } = readFolder(path);
  return withoutLinks(files, others);
}

async function fromTarball(path: string): Promise<readonly PackageFile[]> {
  const archive = readBytes(path);
  if (archive === null) throw new WaysError(`there is no file \`${path}\``);
  return inArchive(await readTarball(archive, (name) => isUsed(withoutFirst(name))), withoutFirst);
}

async function fromGit({ url, ref }: PackageSource & { kind: "git" }, git: Tool): Promise<Fetched> {
  await git(["init", "--quiet", "--bare", "--template=", "."], "git cannot make a repository to fetch into");
  const from = ref === "" ? `\`${url}\`` : `\`${ref}\` from \`${url}\``;
  await git(["fetch", "--quiet", "--depth=1", "--no-tags", "--", url, ref || "HEAD"], `git could not fetch ${from}`);
  const failed = `git cannot read what it fetched from \`${url}\``;
  const commit = textOf(await git(["rev-parse", "--verify", "FETCH_HEAD^{commit}"], failed)).trim();
  const tree = textOf(await git(["ls-tree", "-r", "-z", commit], failed)).split("\0");
  const links = tree.filter((line) => line.startsWith("120000 ")).map((line) => line.slice(line.indexOf("\t") + 1));
  const archive = await git(["archive", "--format=tar", commit], failed);
  const files = inArchive(await readTarball(archive, isUsed), (name) => name);
  return { files: withoutLinks(files, links.filter(isOdd)), resolved: commit };
}

async function fromNpm(
  { name, wanted }: PackageSource & { kind: "npm" },
  npm: Tool,
  temporary: string,
): Promise<Fetched> {
  const spec = `${name}@${wanted || "latest"}`;
  const args = ["pack", "--ignore-scripts", "--json", "--loglevel=error", "--fetch-retries=0"];
  const said = textOf(await npm([...args, "--", spec], `npm could not fetch \`${spec}\``));
  const tarball = listPlain(temporary, () => false, 100).files.find((file) => file.endsWith(".tgz"));
  const version = /"version":\s*"([^"]+)"/.exec(said)?.[1];
  if (tarball === undefined || version === undefined) throw new WaysError(`npm gave no archive for \`${spec}\``);
  return { files: await fromTarball(join(temporary, tarball)), resolved: version };
}

/** In npm's archives everything lies in one folder. */
function withoutFirst(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}

function isUsed(relative: string): boolean {
  return isPackageFile(relative) && !relative.split("/").some(isSkipped);
}

function inArchive(files: readonly ArchivedFile[], placed: (name: string) => string): readonly PackageFile[] {
  return selectPackageFiles(files.map(({ relative, bytes }) => ({ relative: placed(relative), bytes })));
}

function withoutLinks(files: readonly PackageFile[], links: readonly string[]): readonly PackageFile[] {
  const [link] = links;
  if (link !== undefined)
    throw new WaysError(`the package was not added: \`${link}\` is a link, or no regular file`, {
      hint: "a package holds files only: put a copy there",
    });
  return selectPackageFiles(files);
}

/** Runs in `folder`, so that no settings of the project at hand are read. Its last words are part of the error. */
function openTool(name: "git" | "npm", env: Env, folder: string): Tool {
  const program = Bun.which(name, { PATH: setting(env, "PATH") ?? "" });
  if (program === null)
    throw new WaysError(`\`${name}\` is needed for this package, and it is not here`, { hint: OFFLINE });
  const before = name === "git" ? HARMLESS : [];
  return async (args, failed) => {
    const bounds = { cwd: folder, env: environmentFor(env), ms: LIMIT_MS, bytes: LIMIT_BYTES, hears: true };
    const { output, end, code, complaint } = await runBounded([program, ...before, ...args], bounds);
    if (end === "exit" && code === 0) return output;
    if (end === "late") throw new WaysError(`${failed}: no answer for ${LIMIT_MS / 1000} seconds`, { hint: OFFLINE });
    if (end === "too-much") throw new WaysError(`${failed}: it is larger than ${LIMIT_BYTES / 1024 / 1024} MB`);
    const said = lastWords(complaint);
    throw new WaysError(`${failed}${said === "" ? "" : `: ${said}`}`, hintFor(complaint));
  };
}

const OFFLINE = "a folder, or a `.tgz` that `npm pack` made elsewhere, is added without git, npm and network";

function hintFor(complaint: string): { readonly hint?: string } {
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|not resolve host|to connect|unreachable/i;
  return isOffline.test(complaint) ? { hint: `is there a network? ${OFFLINE}` } : {};
}

/** What a tool says in its last lines, without its own name and without where it keeps a log. */
function lastWords(complaint: string): string {
  const lines = complaint
    .split("\n")
    .map((line) => line.replace(/^(?:npm (?:error|ERR!)|fatal:|error:)\s*/, "").trim())
    .filter((line) => line !== "" && !/complete log|^code |^errno |^syscall /.test(line));
  return lines.slice(0, 3).join("; ").slice(0, 400);
}

/** Programs that git would run for a repository are not needed; `ext::` would be one more. */
const HARMLESS = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "protocol.ext.allow=never"];

/** Of whoever calls us from a hook of git: they would lead to that repository. */
const OF_A_REPOSITORY =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX)$/;

/** Proxies, certificates and credentials are the person's; nobody is asked anything. */
function environmentFor(env: Env): Readonly<Record<string, string>> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || OF_A_REPOSITORY.test(name) ? [] : [[name, value] as const],
  );
  return {
    GIT_SSH_COMMAND: "ssh -oBatchMode=yes",
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "file:http:https:ssh",
    LC_ALL: "C",
    npm_config_ignore_scripts: "true",
    npm_config_update_notifier: "false",
  };
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
