// A real Claude Code in a home of its own: installed on demand, set up by the product itself, run without a person.
// The client is pinned with its hashes in client/, apart from our dependencies: `make test` never needs it.
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type ModelRequest, type Plans, startModelServer } from "./messages-server.ts";

const CLIENT = resolve("dist/live");
const EXECUTABLE = join(CLIENT, "node_modules/.bin/claude");

/** Long enough for a cold start on a busy machine: a client that hangs is ended, never waited for. */
const CLIENT_MS = 120_000;

export type Ended = { readonly exitCode: number; readonly output: string };

/** One conversation with the client, its process started anew for each prompt as a person would go on with `--resume`. */
export type Session = {
  /** Every request that reached the model so far. */
  readonly requests: readonly ModelRequest[];
  say(prompt: string): Promise<Ended>;
  /** An event of this session straight to `ways hook`; gives what it prints. */
  feed(fields: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
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

/** A home with `binary setup claude` and the user's `ways` (id → text), a project, a model that answers by `plans`. */
export async function openSession(
  binary: string,
  plans: Plans,
  ways: Readonly<Record<string, string>>,
): Promise<Session> {
  const root = await mkdtemp(join(tmpdir(), "ways-live-"));
  const [home, project] = [join(root, "home"), join(root, "project")];
  const model = startModelServer(plans);
  const id = crypto.randomUUID();
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    WAYS_MODEL_DIR: resolve("models"),
    WAYS_REFRESH: "off",
    IS_SANDBOX: "1", // lets root skip permissions
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "sk-ant-loopback",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
  };
  await Bun.write(join(home, ".gitconfig"), "[user]\n\tname = Ada\n\temail = ada@example.com\n");
  await Bun.write(join(project, "notes.txt"), "one line to commit\n");
  for (const [way, text] of Object.entries(ways))
    await Bun.write(join(home, ".claude/hooks/ways", way, `${way.split("/").at(-1)}.md`), text);
  await succeed(["git", "init", "--quiet"], project, env);
  await succeed(["git", "add", "notes.txt"], project, env);
  await succeed([binary, "setup", "claude", "--yes"], project, env);
  let prompts = 0;
  return {
    requests: model.requests,
    say: (prompt) => {
      const place = prompts++ === 0 ? ["--session-id", id] : ["--resume", id];
      return run([EXECUTABLE, "-p", prompt, ...place, "--dangerously-skip-permissions"], project, env);
    },
    feed: async (fields) => {
      const child = Bun.spawn([binary, "hook"], { cwd: project, env, stdin: "pipe", stdout: "pipe", stderr: "pipe" });
      child.stdin.write(JSON.stringify({ session_id: id, cwd: project, ...fields }));
      await child.stdin.end();
      return new Response(child.stdout).text();
    },
    close: async () => {
      await model.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

type Env = Readonly<Record<string, string | undefined>>;

async function run(command: string[], cwd: string, env: Env): Promise<Ended> {
  const child = Bun.spawn(command, { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe", timeout: CLIENT_MS });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, output: out + err };
}

async function succeed(command: string[], cwd: string, env: Env): Promise<void> {
  const { exitCode, output } = await run(command, cwd, env);
  if (exitCode !== 0) throw new Error(`\`${command.join(" ")}\` ended with ${exitCode}\n${output}`);
}
