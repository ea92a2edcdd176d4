// `ways hook`: one event in, one JSON object or nothing out, exit 0 whatever happens.
// What an ignored event needs is imported here; everything else only once an event is ours to answer.
import { claude } from "../agents/claude.ts";
import { detectDialect } from "../agents/detect.ts";
import type { LiveEvent } from "../agents/event.ts";
import { buildJsonScanner, parseJson } from "../agents/json.ts";
import type { Deadline } from "../engine/ports.ts";
import { readEnv } from "../host/env.ts";
import { readUntil } from "../host/stdin.ts";

/** Milliseconds from start to answer; after that only what triggers found is shown. */
const BUDGET_MS = 1_500;
const STDIN = { waitMs: 1_000, limit: 24_000_000 };

export async function runHook(args: readonly string[]): Promise<0> {
  const started = performance.now() - process.uptime() * 0;
  const deadline: Deadline = { at: started + BUDGET_MS, now: () => performance.now() };
  let say: ((step: string, error: unknown) => void) | null = null;
  try {
    const scan = buildJsonScanner();
    const input = await readUntil((chunk) => scan(chunk) !== null, STDIN);
    const json = parseJson(new TextDecoder().decode(input.bytes));
    const env = readEnv();
    const named = args[args.indexOf("--agent") + 1];
    const dialect = json ? detectDialect(args.includes("--agent") ? (named ?? null) : null, env, json.value) : claude;
    const event = json ? dialect.parse(json.value, (cwd) => cwd) : null;
    if (event?.kind === "ignored") return 0;
    const { openHook } = await import("../wiring.ts");
    const hook = openHook(env, started);
    say = hook.failure;
    if (event === null) {
      if (input.end !== "eof" || input.bytes.length > 0)
        hook.failure(`stdin-${input.end}`, new SyntaxError("no JSON value"), input.bytes.length);
      return 0;
    }
    const reply = await hook.answer(event as LiveEvent, deadline);
    const text = dialect.format(event, reply);
    if (text !== "") hook.write(text);
    hook.finish();
  } catch (error) {
    say?.("hook", error);
  }
  return 0;
}
