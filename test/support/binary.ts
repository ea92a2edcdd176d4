// The compiled binary, started as an agent or a person would start it: each scenario has a HOME and a working folder of its own and an
// environment that holds nothing else. When an expectation fails, the last run is reported whole (after ripgrep's harness).
import { test } from "bun:test";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execute, type Run } from "./execution.ts";
import { type Files, makeFolder, removeFolder } from "./temporary-folder.ts";

const ROOT = join(import.meta.dir, "..", "..");
/** `WAYS_TEST_BINARY`: another one, for example a released asset. */
export const BINARY = process.env["WAYS_TEST_BINARY"] ?? join(ROOT, "dist", "ways");
export const MODELS = join(ROOT, "models");

export type { Run };

export type RunOptions = {
  readonly stdin?: string | Uint8Array;
  /** The pipe of stdin stays open after these bytes. */
  readonly leaveOpen?: boolean;
  /** On top of the scenario's own environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly binary?: string;
  /** Command that starts the shell, for namespaces and other users. */
  readonly within?: readonly string[];
};

/** What `ways hook` said: `context` is the model's text, null when nothing was printed. */
export type HookRun = Run & { readonly context: string | null };

export type Finding = { readonly check: string; readonly state: string; readonly message: string };

export type Box = {
  /** Holds everything of the scenario; `home` and `cwd` lie in it. */
  readonly folder: string;
  readonly home: string;
  readonly cwd: string;
  /** Writes below `folder` and gives the whole path. */
  write(path: string, content: string | Uint8Array): string;
  run(args: readonly string[], options?: RunOptions): Promise<Run>;
  /** A line for bash in which `$WAYS` is the binary. */
  shell(line: string, options?: RunOptions): Promise<Run>;
  /** One event: raw bytes as they are, or the fields of a payload, whose `cwd` is the folder it runs in unless it says otherwise. */
  hook(input: object | string | Uint8Array, options?: RunOptions, args?: readonly string[]): Promise<HookRun>;
  /** `ways doctor --json`. */
  doctor(options?: RunOptions): Promise<readonly Finding[]>;
  /** The steps at which something failed so far, as the log has them. */
  failures(): readonly string[];
  /** Every path under a folder, relative to it, sorted; folders end in `/`. */
  listing(folder?: string): readonly string[];
};

/** A line for bash as somebody who may not do everything: root becomes somebody else, to whom the box is given. */
export async function asOwner(box: Box, line: string, options: RunOptions = {}): Promise<Run> {
  if (process.getuid?.() !== 0) return box.shell(line, options);
  await box.shell(`chown -R ${OWNER}:${OWNER} "${box.folder}"`);
  return box.shell(line, { ...options, within: AS_SOMEBODY });
}

const OWNER = 54321;
/** Starts a command as a user of whom the machine has no record; only root may. */
export const AS_SOMEBODY = ["setpriv", `--reuid=${OWNER}`, `--regid=${OWNER}`, "--clear-groups"];

type Body = (box: Box) => Promise<void>;

/** A test on the binary, beside others; `files` lie below the box's folder before it begins. */
export function scenario(name: string, body: Body, files: Files = {}): void {
  test.concurrent(name, () => inLane(() => runScenario(body, files)));
}

/** The same with the machine to itself, as far as it is ours: for what measures time or takes much of it. */
export function lonelyScenario(name: string, body: Body, files: Files = {}): void {
  test.serial(name, () => runScenario(body, files));
}

/** A hook that is late shows less and says so in its log: on a machine as busy as that the scenario is begun anew. */
const ATTEMPTS = 3;

async function runScenario(body: Body, files: Files, attempt = 1): Promise<void> {
  const runs: Run[] = [];
  const box = openBox(makeFolder(files), runs);
  try {
    await body(box);
  } catch (error) {
    const wasLate = allFailures(box).some((line) => line.includes('"step":"deadline"'));
    if (attempt < ATTEMPTS && wasLate) return await runScenario(body, files, attempt + 1);
    if (error instanceof Error) error.message += report(runs.at(-1), box);
    throw error;
  } finally {
    removeFolder(box.folder);
  }
}

/** Scenarios at a time: while one waits for a disk or a pipe another works. */
const LANES = 2;
const lanes: Promise<unknown>[] = Array.from({ length: LANES }, () => Promise.resolve());

/** Each in the lane that was joined longest ago. */
function inLane(run: () => Promise<void>): Promise<void> {
  const turn = (lanes.shift() ?? Promise.resolve()).then(run);
  lanes.push(turn.catch(() => {}));
  return turn;
}

function openBox(folder: string, runs: Run[]): Box {
  const home = join(folder, "home");
  const cwd = join(folder, "work");
  mkdirSync(home, { recursive: true });
  mkdirSync(cwd, { recursive: true });
  const start = async (command: readonly string[], { stdin, leaveOpen, env, cwd: at = cwd }: RunOptions) => {
    // No test but those about it leaves a refresh behind that works on in a folder which is being removed.
    const own = { HOME: home, PATH: "/usr/bin:/bin", WAYS_MODEL_DIR: MODELS, WAYS_REFRESH: "off", ...env };
    const run = await execute(command, at, withoutUndefined(own), stdin ?? "", leaveOpen === true);
    runs.push(run);
    return run;
  };
  const box: Box = {
    folder,
    home,
    cwd,
    write: (path, content) => {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    run: (args, options = {}) => start([options.binary ?? BINARY, ...args], options),
    shell: (line, options = {}) =>
      start([...(options.within ?? []), "bash", "-c", line], {
        ...options,
        env: { ...options.env, WAYS: options.binary ?? BINARY },
      }),
    hook: async (input, options = {}, args = []) => {
      const isRaw = typeof input === "string" || input instanceof Uint8Array;
      const stdin = isRaw ? input : JSON.stringify({ cwd: options.cwd ?? cwd, ...input });
      const run = await box.run(["hook", ...args], { ...options, stdin });
      return { ...run, context: contextOf(run.stdout) };
    },
    doctor: async (options) => JSON.parse((await box.run(["doctor", "--json"], options)).stdout).findings,
    failures: () =>
      readLines(join(home, ".local/state/claude-ways/failures.jsonl")).map((line) => JSON.parse(line).step),
    listing: (at = folder) =>
      readdirSync(at, { recursive: true, withFileTypes: true })
        .map((entry) => join(entry.parentPath, entry.name).slice(at.length + 1) + (entry.isDirectory() ? "/" : ""))
        .sort(),
  };
  return box;
}

/** Throws when something was printed that is not one valid answer: no scenario allows that. */
function contextOf(stdout: string): string | null {
  if (stdout === "") return null;
  const { additionalContext } = JSON.parse(stdout).hookSpecificOutput;
  if (typeof additionalContext !== "string") throw new Error(`no answer of a hook: ${stdout.slice(0, 200)}`);
  return additionalContext;
}

function withoutUndefined(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Enough to understand a failure on a machine one cannot reach. */
function report(run: Run | undefined, box: Box): string {
  if (run === undefined) return "\n(nothing was run)";
  const { command, cwd, status, stdout, stderr, ms } = run;
  return [
    "",
    "── last run ──",
    `command: ${command.map((word) => JSON.stringify(word)).join(" ")}`,
    `cwd:     ${cwd}`,
    `status:  ${status ?? "killed"} after ${Math.round(ms)} ms`,
    `stdout:  ${clipped(stdout)}`,
    `stderr:  ${clipped(stderr)}`,
    "files:",
    ...box
      .listing()
      .slice(0, 100)
      .map((path) => `  ${path} ${lstatSync(join(box.folder, path), { throwIfNoEntry: false })?.size}`),
    ...allFailures(box),
  ].join("\n");
}

/** Of every home that the scenario has given to a hook. */
function allFailures(box: Box): readonly string[] {
  const logs = box.listing().filter((path) => path.endsWith("failures.jsonl"));
  return logs.flatMap((path) => readLines(join(box.folder, path)));
}

function clipped(text: string): string {
  return text.length <= 4_000 ? text : `${text.slice(0, 4_000)}… (${text.length} characters)`;
}

function readLines(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
}
