// Four sessions at work at once, ten tool calls a second each, started on schedule whether or not earlier ones have ended. The same
// schedule goes to the floor and to the product, a slice of it at a time by turns; each slice begins four new sessions.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findMarkers } from "../../src/engine/render.ts";
import { sizeOf } from "../../src/host/atomic.ts";
import { placesOf } from "../../src/host/paths.ts";
import { agentName, sessionFolder } from "../../src/store/session.ts";
import { percentile, type Scenario } from "./run.ts";

const SESSIONS = 4;
const CALLS_PER_SECOND = 10;
const SLICE_SECONDS = 5;

export type Target = Pick<Scenario, "name" | "command" | "env">;

export type Load = {
  readonly name: string;
  readonly calls: number;
  readonly median: number;
  readonly p99: number;
  /** p99 / median. */
  readonly spread: number;
  /** The longest that a call was started after its time: how far the bench itself was held up. */
  readonly late: number;
  /** Ways that the agents received. */
  readonly shown: number;
  /** Of these, what their session had received before. */
  readonly repeated: number;
  /** Calls without exit 0 and an empty stderr. */
  readonly failed: number;
  /** Calls that their session has not counted. */
  readonly lost: number;
};

type Call = { readonly at: number; readonly session: string; readonly input: Uint8Array };
type Ended = {
  readonly session: string;
  readonly wall: number;
  readonly late: number;
  readonly ok: boolean;
  readonly shown: readonly string[];
};

export async function measureLoad(floor: Target, product: Target, project: string, seconds: number) {
  mkdirSync(project, { recursive: true });
  await play(product, schedule("warm", 1, project));
  const slices = Math.ceil(seconds / SLICE_SECONDS);
  const ended: { readonly floor: Ended[]; readonly product: Ended[] } = { floor: [], product: [] };
  for (let slice = 0; slice < slices; slice++) {
    const calls = schedule(String(slice), seconds / slices, project);
    ended.floor.push(...(await play(floor, calls)));
    ended.product.push(...(await play(product, calls)));
  }
  const counted = [...new Set(ended.product.map(({ session }) => session))].map((session) => epochOf(product, session));
  const lost = ended.product.length - counted.reduce((sum, n) => sum + n, 0);
  return [summary(floor.name, ended.floor, 0), summary(product.name, ended.product, lost)] as const;
}

/** Calls of a session fall anywhere within their tenth of a second, so that now and then two or more processes meet. */
function schedule(slice: string, seconds: number, project: string): readonly Call[] {
  const random = randomFrom(SESSIONS);
  return Array.from({ length: SESSIONS }, (_, session) =>
    Array.from({ length: Math.round(seconds * CALLS_PER_SECOND) }, (_, i) => ({
      at: ((i + random()) / CALLS_PER_SECOND) * 1000,
      session: `load ${slice} ${session}`,
      input: new TextEncoder().encode(
        JSON.stringify({
          session_id: `load ${slice} ${session}`,
          cwd: project,
          hook_event_name: "PreToolUse",
          ...toolCall(i, session, project),
        }),
      ),
    })),
  ).flat();
}

const QUIET = ["ls -la src", "git status --short", "rg -n TODO src", "sed -n 1,40p src/app.ts", "git diff --stat"];
const FIRING = ["git commit -m 'Add totals'", "terraform apply", "gh pr create --fill", "git tag -a v1.2", "ssh build"];

/** Of ten calls five are quiet commands, three edits (one of a file that ways speak of), two the same command that shows a way. */
function toolCall(i: number, session: number, project: string): object {
  const place = i % CALLS_PER_SECOND;
  const quiet = QUIET[place];
  if (quiet !== undefined) return bash(quiet);
  if (place >= 8) return bash(FIRING[(Math.floor(i / CALLS_PER_SECOND) + session) % FIRING.length] ?? "");
  return edit(join(project, ["src/app.ts", "src/app.test.ts", "README.md"][place - QUIET.length] ?? ""));
}

function bash(command: string): object {
  return { tool_name: "Bash", tool_input: { command, description: "Next step" } };
}

function edit(path: string): object {
  return { tool_name: "Edit", tool_input: { file_path: path, old_string: "total", new_string: "sum" } };
}

/** Numbers in 0 … 1 that depend on the seed alone. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 69_069 + 12_345) % 2 ** 32;
    return state / 2 ** 32;
  };
}

async function play({ command, env }: Target, calls: readonly Call[]): Promise<readonly Ended[]> {
  const begun = performance.now();
  return Promise.all(
    calls.map(async ({ at, session, input }) => {
      await Bun.sleep(at);
      const started = performance.now();
      const child = Bun.spawn([...command], { stdin: input, stdout: "pipe", stderr: "pipe", env: { ...env } });
      const code = await child.exited;
      const wall = performance.now() - started;
      const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      return { session, wall, late: started - begun - at, ok: code === 0 && err === "", shown: findMarkers(out) };
    }),
  );
}

function epochOf({ env }: Target, session: string): number {
  return sizeOf(join(sessionFolder(placesOf(env)?.state ?? "", session), agentName(null), "epoch"));
}

function summary(name: string, ended: readonly Ended[], lost: number): Load {
  const walls = ended.map(({ wall }) => wall);
  const [median, p99] = [percentile(walls, 0.5), percentile(walls, 0.99)];
  const shown = ended.flatMap((e) => e.shown.map((way) => `${e.session} ${way}`));
  return {
    name,
    calls: ended.length,
    median,
    p99,
    spread: p99 / median,
    late: percentile(
      ended.map(({ late }) => late),
      1,
    ),
    shown: shown.length,
    repeated: shown.length - new Set(shown).size,
    failed: ended.filter(({ ok }) => !ok).length,
    lost,
  };
}
