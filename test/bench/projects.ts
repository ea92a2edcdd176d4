// Session starts on machines with few and with many projects: what the look at the corpus costs (ADR-109). All projects hold the same
// texts, so that making their rows embeds a handful and takes seconds.
import { mkdirSync, realpathSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manyWays } from "./libraries.ts";
import type { Scenario } from "./run.ts";

type Machine = { readonly projects: number; readonly ways: number };

/** `env`: of a home of its own, by name. */
export function projectScenarios(
  binary: string,
  env: (name: string) => Readonly<Record<string, string>>,
): readonly Scenario[] {
  const ordinary = { projects: 5, ways: 150 };
  const large = { projects: 500, ways: 5_000 };
  return [
    sessionStart(binary, { ...machine(binary, env("ordinary"), ordinary), WAYS_REFRESH: "off" }, ordinary, "unchecked"),
    sessionStart(binary, env("ordinary"), ordinary, "fresh"),
    sessionStart(binary, machine(binary, env("large"), large), large, "fresh"),
    {
      ...sessionStart(binary, env("large-stale"), large, "stale"),
      prepare: staleness(binary, env("large-stale"), large),
    },
  ];
}

function sessionStart(binary: string, env: Scenario["env"], { projects, ways }: Machine, state: string): Scenario {
  return {
    name: `session start, ${projects} projects, ${ways} ways, ${state}`,
    command: [binary, "hook"],
    env,
    every: 2,
    stdin: (run) =>
      JSON.stringify({
        session_id: `projects-${state}-${run}`,
        cwd: projectIn(env, 0),
        hook_event_name: "SessionStart",
        source: "startup",
      }),
  };
}

function projectIn(env: Scenario["env"], i: number): string {
  return join(realpathSync(env["HOME"] ?? ""), "projects", `project-${i}`);
}

/** Makes projects and ways, and a corpus in which nothing is missing. */
function machine(binary: string, env: Scenario["env"], { projects, ways }: Machine): Scenario["env"] {
  const home = env["HOME"] ?? "";
  mkdirSync(home, { recursive: true });
  for (let i = 0; i < projects; i++) {
    const project = projectIn(env, i);
    manyWays(join(project, ".claude", "ways"), ways / projects);
    const sessions = join(home, ".claude", "projects", project.replace(/[^a-zA-Z0-9]/g, "-"));
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(sessions, "0.jsonl"), `${JSON.stringify({ cwd: project })}\n`);
  }
  // Twice: stamps of files that were written just now are not believed.
  for (let i = 0; i < 2; i++) Bun.spawnSync([binary, "corpus"], { env: { ...env }, cwd: projectIn(env, 0) });
  return env;
}

/** A file that was touched; the refresh it starts hears of another one at work, leaves, and disturbs no other scenario. */
function staleness(binary: string, env: Scenario["env"], size: Machine): () => void {
  machine(binary, env, size);
  utimesSync(join(projectIn(env, size.projects - 1), ".claude/ways/area0/way0/way0.md"), 1, 1);
  return () => writeFileSync(join(env["HOME"] ?? "", ".cache/claude-ways/user/refreshing"), "");
}
