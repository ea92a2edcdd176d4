// Macros: the program beside a package's, a user's or a project's way, run when the way is shown, only as the person has approved it.
import { join } from "node:path";
import type { Place } from "../agents/event.ts";
import { plainText } from "../agents/plain-text.ts";
import type { Deadline, MacroRun } from "../engine/ports.ts";
import { WaysError } from "../errors.ts";
import { type Env, setting } from "../host/env.ts";
import { realPathOr } from "../host/files.ts";
import { runBounded } from "../host/run.ts";
import { packagesRoot } from "../store/package-lock.ts";
import { projectWays } from "../store/projects.ts";
import { contentHash, requireTrust } from "../store/trust.ts";
import { macroIn, readMacro } from "../store/written.ts";
import type { Node } from "../ways/way.ts";
import type { World } from "./world.ts";

const LIMIT_MS = 2_000;
const LIMIT_BYTES = 4_096;
/** What rendering and writing need after the last macro. */
const MARGIN_MS = 60;

/** What a shell script needs to find programs and to speak the person's language; nothing that may hold a secret. */
const PASSED = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TMPDIR",
  "TZ",
  "USERPROFILE",
  "SystemRoot",
  "TEMP",
];

const NOTHING: MacroRun = { kind: "nothing" };

/** Where a way's macro is kept; null for shipped ways, which have none. */
export function macroPath(world: World, project: string, { id, origin }: Pick<Node, "id" | "origin">): string | null {
  if (origin === "project") return macroIn(join(projectWays(project), id));
  if (world.places === null || origin === "core") return null;
  return macroIn(join(origin === "user" ? world.places.userWays : packagesRoot(world.places), id));
}

/** The very bytes whose hash was compared are run, not the file, which may have changed since. */
export async function runMacro(world: World, place: Place, node: Node, deadline: Deadline): Promise<MacroRun> {
  try {
    const path = macroPath(world, place.project, node);
    if (path === null) return NOTHING;
    const { bytes, problem } = readMacro(path);
    if (problem !== null) throw new WaysError(problem.message);
    if (bytes === null) return NOTHING;
    if (!requireTrust(world.places?.data ?? null).isApproved(realPathOr(path), contentHash(bytes)))
      return { kind: "unapproved" };
    const ms = Math.min(LIMIT_MS, deadline.at - deadline.now() - MARGIN_MS);
    const { output, end, code } = await runBounded(commandFor(path, new TextDecoder().decode(bytes), world.env), {
      cwd: place.project,
      env: environmentFor(world.env, place, node),
      ms: Math.max(0, ms),
      bytes: LIMIT_BYTES,
    });
    if (end === "late" || (end === "exit" && code !== 0)) {
      world.failure(end === "late" ? "macro-late" : "macro-exit", new Error(`exit ${code}`));
      return NOTHING;
    }
    const text = plainText(new TextDecoder().decode(output));
    return {
      kind: "output",
      text: end === "too-much" ? `${wholeLines(text)}\n(output cut at ${LIMIT_BYTES} bytes)` : text,
    };
  } catch (error) {
    world.failure("macro", error);
    return NOTHING;
  }
}

/** `$0` is the macro's path, so that it finds what lies beside it. */
function commandFor(path: string, text: string, env: Env): readonly string[] {
  if (process.platform === "win32")
    return ["powershell.exe", "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-Command", text];
  const bash = /^#!.*\bbash\b/.test(text) ? Bun.which("bash", { PATH: setting(env, "PATH") ?? "/usr/bin:/bin" }) : null;
  return [bash ?? "/bin/sh", "-c", text, path];
}

function environmentFor(env: Env, place: Place, node: Node): Readonly<Record<string, string>> {
  const passed = PASSED.flatMap((name) => {
    const value = setting(env, name);
    return value === null ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), CLAUDE_PROJECT_DIR: place.project, WAYS_WAY: node.id };
}

function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n");
  return end > 0 ? text.slice(0, end) : text.replace(/\uFFFD+$/, "");
}
