// Verb dispatch and the one error boundary. `hook` goes first and imports no module of the machine: an agent waits for it.
import { machineIo, runHook } from "./commands/hook.ts";

/** Set when the binary is compiled. */
declare const VERSION: string;

async function main(argv: readonly string[]): Promise<number> {
  if (argv[0] === "hook")
    return runHook(
      argv.slice(1),
      machineIo(() => runTyped(argv)),
    );
  return runTyped(argv);
}

/** What a person types. */
async function runTyped(argv: readonly string[]): Promise<number> {
  const { runCommandLine } = await import("./commands/verbs.ts");
  return runCommandLine(argv, typeof VERSION === "string" ? VERSION : "source");
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  () => process.exit(process.argv[2] === "hook" ? 0 : 3),
);
