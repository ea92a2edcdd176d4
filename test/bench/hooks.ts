// `ways hook`, one event at a time: from the one that is ignored to a prompt of ten thousand words.
import { tmpdir } from "node:os";
import { placesOf } from "../../src/host/paths.ts";
import { openLog } from "../../src/store/log.ts";
import { sessionKey } from "../../src/store/session.ts";
import { dropPages } from "./pages.ts";
import type { Scenario } from "./run.ts";
import { promptEvent, promptOf, wordsOf } from "./texts.ts";

type Env = Scenario["env"];

/** All but the cold ones; `prefix` begins every name. */
export function hookScenarios(binary: string, env: Env, prefix = ""): readonly Scenario[] {
  const hook = { command: [binary, "hook"], env, every: 1 };
  const prompt = (name: string, textOf: (run: number) => string): Scenario => ({
    ...hook,
    ...prompting(env, name, textOf, "used"),
    name: `${prefix}${name}`,
  });
  return [
    { ...hook, name: `${prefix}ignored`, stdin: () => event({ hook_event_name: "Stop" }) },
    { ...hook, name: `${prefix}trigger-only`, stdin: () => quietCommand },
    {
      ...hook,
      ...prompting(env, "cached", () => "write a commit message for these changes", "cached"),
      name: `${prefix}vector cached`,
    },
    ...[8, 16, 32, 64, 100].map((tokens) => prompt(`prompt, ${tokens} tokens`, (run) => promptOf(tokens, 1000 + run))),
    ...[10, 30, 100, 10_000].map((words) => prompt(`prompt, ${words} words`, (run) => wordsOf(words, run + words))),
    {
      ...hook,
      name: `${prefix}session start`,
      stdin: (run) => event({ hook_event_name: "SessionStart", source: "startup", session_id: `s${run}` }),
    },
    {
      ...prompt("prompt, 16 tokens, ONNX Runtime", (run) => promptOf(16, 9000 + run)),
      env: { ...env, WAYS_ENGINE: "onnx" },
      every: 8,
    },
  ];
}

/**
 * The first call after the machine has started: executable and model come from the disk. `binary` is a copy that nothing else runs:
 * what is in use stays in memory.
 */
export function coldScenarios(
  { binary, floor, model }: { readonly binary: string; readonly floor: string; readonly model: readonly string[] },
  env: Env,
): readonly Scenario[] {
  const cold = (name: string, command: readonly string[]) => ({
    name: `${name}, cold page cache`,
    command,
    env: { ...env, WAYS_REFRESH: "off" },
    every: 1,
    prepare: () => dropPages([binary, floor, ...model]),
    verify: ({ read }: { readonly read: number }) => read * BLOCK > Bun.file(command[0] ?? "").size / 2,
  });
  const prompt = prompting(env, "cold", (run) => promptOf(16, 7000 + run), "used");
  const first = cold("prompt, 16 tokens", [binary, "hook"]);
  return [
    { ...cold("floor", [floor]), stdin: () => "" },
    { ...cold("trigger-only", [binary, "hook"]), stdin: () => quietCommand },
    { ...first, stdin: prompt.stdin, verify: (run) => first.verify(run) && prompt.verify(run) },
  ];
}

/** Bytes of what the system counts as read. */
const BLOCK = 512;

function event(fields: object): string {
  return JSON.stringify({ session_id: "bench", cwd: tmpdir(), ...fields });
}

const quietCommand = event({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "ls -la src", description: "List" },
});

/** Every run is a session of its own; the log tells whether the prompt had its vector from where it should. */
export function prompting(env: Env, name: string, textOf: (run: number) => string, vector: "used" | "cached") {
  const sessionOf = (run: number) => `${name} ${run}`;
  return {
    stdin: (run: number) => promptEvent(textOf(run), sessionOf(run)),
    verify: ({ round }: { readonly round: number }) => {
      const last = openLog(placesOf(env)?.state ?? null)
        .events()
        .at(-1);
      return last?.session === sessionKey(sessionOf(round)) && last.vector === vector;
    },
  };
}
