// One process from start to end: stdin fed or left open, both outputs read to their ends, killed when it hangs.

/** Nothing in a test takes longer on a machine that is merely busy. */
const KILL_MS = 100_000;

export type Run = {
  readonly command: readonly string[];
  readonly cwd: string;
  /** null: killed, because it did not end. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
};

export async function execute(
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  stdin: string | Uint8Array,
  leaveOpen: boolean,
): Promise<Run> {
  const started = performance.now();
  const child = Bun.spawn([...command], { cwd, env, stdin: "pipe", stdout: "pipe", stderr: "pipe" });
  const timer = setTimeout(() => child.kill("SIGKILL"), KILL_MS);
  // A process that has stopped reading closes the pipe: that is its right.
  const feed = async () => {
    child.stdin.write(stdin);
    await child.stdin.flush();
    if (!leaveOpen) await child.stdin.end();
  };
  const fed = feed().catch(() => {});
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const code = await child.exited;
  clearTimeout(timer);
  const ms = performance.now() - started;
  if (leaveOpen) Promise.resolve(child.stdin.end()).catch(() => {});
  await fed;
  return { command, cwd, status: child.signalCode === null ? code : null, stdout, stderr, ms };
}
