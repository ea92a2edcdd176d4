// `ways hook`: one event in, one JSON object or nothing out, exit 0 whatever happens.
// What an ignored event needs is imported here; everything else only once an event is ours to answer.
import { detectDialect } from "../agents/detect.ts";
import type { Event } from "../agents/event.ts";
import { buildJsonScanner, parseJson } from "../agents/json.ts";
import type { Deadline } from "../engine/ports.ts";
import { type Env, readEnv } from "../host/env.ts";
import { readUntil, type StdinRead } from "../host/stdin.ts";
import type { Hook } from "../wiring/hook.ts";

/** Milliseconds since the process started; after that only what triggers found is shown. */
const BUDGET_MS = 1_500;
const STDIN = { waitMs: 1_000, limit: 24_000_000 };

/** Everything a hook touches; tests put their own in place of the machine's. */
export type HookIo = {
  readonly env: Env;
  readonly deadline: Deadline;
  readonly read: (isComplete: (chunk: Uint8Array) => boolean) => Promise<StdinRead>;
  /** Only called for an event that is ours to answer, and for what failed. */
  readonly open: (event: Event | null) => Promise<Hook>;
  /** Prints what people read who ask for it instead of sending an event. */
  readonly help: () => Promise<unknown>;
};

export function machineIo(help: HookIo["help"]): HookIo {
  const env = readEnv();
  return {
    env,
    deadline: { at: BUDGET_MS, now: () => performance.now() },
    read: (isComplete) => readUntil(isComplete, STDIN),
    open: async (event) => {
      const kernel =
        event !== null && "text" in event ? (await import("../wiring/ahead.ts")).startAhead(env, event) : null;
      const { openHook } = await import("../wiring/hook.ts");
      return openHook(env, kernel);
    },
    help,
  };
}

export async function runHook(args: readonly string[], io: HookIo): Promise<0> {
  let step = "stdin";
  let size: number | undefined;
  try {
    const scan = buildJsonScanner();
    const input = await io.read((chunk) => scan(chunk) !== null);
    size = input.bytes.length;
    const text = new TextDecoder().decode(input.bytes);
    // Beside an event flags change nothing: they may be those of a newer registration.
    if ((args.includes("--help") || args.includes("-h")) && text.trim() === "") {
      await io.help();
      return 0;
    }
    const json = parseJson(text);
    if (json === null || !isPayload(json.value)) throw new SyntaxError(`no payload (${input.end})`);
    step = "parse";
    const dialect = detectDialect(valueAfter(args, "--agent"), io.env, json.value);
    const event = dialect.parse(json.value, (cwd) => cwd);
    if (event.kind === "ignored") return 0;
    step = "answer";
    const hook = await io.open(event);
    const located = { ...event, at: { ...event.at, project: hook.projectOf(event.at.cwd) } };
    const reply = await hook.answer(located, io.deadline);
    step = "write";
    hook.write(dialect.format(located, reply));
    step = "record";
    await reply.record();
  } catch (error) {
    await report(io, step, error, size);
  }
  return 0;
}

/** Every agent sends an object with something in it: anything else is a broken pipe between it and us (field case D4). */
function isPayload(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

/** Failing open is right, failing silently is not: `ways doctor` shows what is counted here. */
async function report(io: HookIo, step: string, error: unknown, size: number | undefined): Promise<void> {
  try {
    (await io.open(null)).failure(step, error, size);
  } catch {
    // not even the log: the agent's session goes on
  }
}

function valueAfter(args: readonly string[], flag: string): string | null {
  const at = args.indexOf(flag);
  return at < 0 ? null : (args[at + 1] ?? null);
}
