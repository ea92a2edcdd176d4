// A real Claude Code in a home of its own: installed on demand, set up by the product itself, run without a person.
// The client is pinned with its hashes in client/, apart from our dependencies: `make test` never needs it.
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type ModelRequest, startModelServer, type ToolCall } from "./messages-server.ts";

const CLIENT = resolve("dist/live");
const EXECUTABLE = join(CLIENT, "node_modules/.bin/claude");

/** Long enough for a cold start on a busy machine: a client that hangs is ended, never waited for. */
const CLIENT_MS = 120_000;

export type Outcome = {
  readonly exitCode: number;
  readonly output: string;
  readonly milliseconds: number;
  readonly requests: readonly ModelRequest[];
};

/** Returns the client's version. */
export async function installClaude(): Promise<string> {
  await mkdir(CLIENT, { recursive: true });
  for (const file of ["package.json", "bun.lock"]) await cp(join(import.meta.dir, "client", file), join(CLIENT, file));
  const install = await run([process.execPath, "install", "--frozen-lockfile"], CLIENT, { ...process.env });
  if (install.exitCode !== 0) throw new Error(`Claude Code did not install\n${install.output}`);
  const version = await run([EXECUTABLE, "--version"], CLIENT, { PATH: process.env["PATH"], HOME: CLIENT });
  if (version.exitCode !== 0) throw new Error(`Claude Code does not start\n${version.output}`);
  return version.output.trim();
}

/** One session: `binary setup claude`, then `prompt`, answered by the calls of `plan`. Nothing outlives it. */
export async function runSession(binary: string, prompt: string, plan: readonly ToolCall[]): Promise<Outcome> {
  const root = await mkdtemp(join(tmpdir(), "ways-live-"));
  const [home, project] = [join(root, "home"), join(root, "project")];
  const model = startModelServer(plan);
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    WAYS_MODEL_DIR: resolve("models"),
    IS_SANDBOX: "1", // lets root skip permissions
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "sk-ant-loopback",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
  };
  try {
    await Bun.write(join(home, ".gitconfig"), "[user]\n\tname = Ada\n\temail = ada@example.com\n");
    await Bun.write(join(project, "notes.txt"), "one line to commit\n");
    await succeed(["git", "init", "--quiet"], project, env);
    await succeed(["git", "add", "notes.txt"], project, env);
    await succeed([binary, "setup", "claude", "--yes"], project, env);
    const started = performance.now();
    const client = await run([EXECUTABLE, "-p", prompt, "--dangerously-skip-permissions"], project, env);
    return { ...client, milliseconds: performance.now() - started, requests: model.requests };
  } finally {
    await model.stop();
    await rm(root, { recursive: true, force: true });
  }
}

type Env = Readonly<Record<string, string | undefined>>;

async function run(command: string[], cwd: string, env: Env): Promise<{ exitCode: number; output: string }> {
  const child = Bun.spawn(command, { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe", timeout: CLIENT_MS });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, output: out + err };
}

async function succeed(command: string[], cwd: string, env: Env): Promise<void> {
  const { exitCode, output } = await run(command, cwd, env);
  if (exitCode !== 0) throw new Error(`\`${command.join(" ")}\` ended with ${exitCode}\n${output}`);
}
