// Verb dispatch and the one error boundary. `hook` goes first and imports no module of the machine: an agent waits for it.
import { machineIo, runHook } from "./commands/hook.ts";

/** Set when the binary is compiled. */
declare const VERSION: string;

async function main(argv: readonly string[]): Promise<number> {
  if (!(await isHook(argv))) return runTyped(argv);
  const args = argv.length === 0 ? ["--help"] : argv.slice(1);
  return runHook(
    args,
    machineIo(() => runTyped(argv)),
  );
}

/** A bare call, too, unless it is typed: Claude Code before 2.1.139 leaves out the arguments of a registration. Without an event it is one for help. */
async function isHook(argv: readonly string[]): Promise<boolean> {
  return argv[0] === "hook" || (argv.length === 0 && !(await import("node:tty")).isatty(0));
}

/** What a person types. */
async function runTyped(argv: readonly string[]): Promise<number> {
  const { runCommandLine } = await import("./commands/verbs.ts");
  return runCommandLine(argv, typeof VERSION === "string" ? VERSION : "source");
}

const argv = process.argv.slice(2);
main(argv).then(
  (code) => process.exit(code),
  async () => process.exit((await isHook(argv)) ? 0 : 3),
);
