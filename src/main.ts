// Verb dispatch and the one error boundary. `hook` goes first and imports no module of the machine: an agent waits for it.
import { machineIo, runHook } from "./commands/hook.ts";

/** Set when the binary is compiled. */
declare const VERSION: string;

async function main(argv: readonly string[]): Promise<number> {
  const isBare = argv.length === 0;
  if (argv[0] !== "hook" && !(isBare && !(await import("node:tty")).isatty(0))) return runTyped(argv);
  // Claude Code before 2.1.139 leaves out the arguments of a registration; without an event on stdin a bare call is one for help.
  const args = isBare ? ["--help"] : argv.slice(1);
  return runHook(
    args,
    machineIo(() => runTyped(argv)),
  );
}

/** What a person types. */
async function runTyped(argv: readonly string[]): Promise<number> {
  const { runCommandLine } = await import("./commands/verbs.ts");
  return runCommandLine(argv, typeof VERSION === "string" ? VERSION : "source");
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  () => process.exit((process.argv[2] ?? "hook") === "hook" ? 0 : 3),
);
