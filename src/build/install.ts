// The second half of `make setup`: puts binary and model in their places, then feeds a real prompt event to the binary and
// shows what an agent would receive. Touches no agent's settings.
import { join } from "node:path";
import { WaysError } from "../errors.ts";
import { readEnv, setting } from "../host/env.ts";
import { copyFile, ensureDir } from "../host/files.ts";
import { homeFolder } from "../host/paths.ts";
import { writeAll } from "../host/stdout.ts";
import { installModel } from "../wiring/settings.ts";
import { executableName, hostTarget } from "./targets.ts";

const PROMPT = "write a commit message for these changes";

function install(): void {
  const env = readEnv();
  const home = homeFolder(env);
  if (home === null)
    throw new WaysError("there is no home folder to install in", { hint: "set HOME to an absolute path" });
  const name = executableName(hostTarget());
  const folder = setting(env, "WAYS_INSTALL_DIR") ?? join(home, ".local", "bin");
  const binary = join(folder, name);
  ensureDir(folder, 0o755);
  copyFile(join("dist", name), binary, 0o755);
  const model = installModel(env, "models");
  say(`binary  ${binary}\nmodel   ${model.folder} (${model.name}, verified)\n`);
  const test = run(binary, ["self-test"], "");
  if (!test.ok) throw new WaysError(`\`${binary} self-test\` failed:\n${test.stdout}${test.stderr}`);

  const event = { session_id: crypto.randomUUID(), cwd: home, hook_event_name: "UserPromptSubmit", prompt: PROMPT };
  const reply = run(binary, ["hook"], JSON.stringify(event));
  const context = contextOf(reply.stdout);
  if (context === null)
    throw new WaysError("the binary shows no way for a prompt it should know", {
      hint: `\`${binary} doctor\` tells why`,
    });
  say(`A person types: ${PROMPT}\nBeside it the agent receives:\n\n${context.replace(/^/gm, "    ")}\n`);
  say(`Next: \`${binary} setup claude\` registers it with Claude Code (shows the change and asks)\n`);
  if (!(setting(env, "PATH") ?? "").split(":").includes(folder))
    say(`\`${folder}\` is not on PATH: add it to call \`ways\` by name\n`);
}

function run(binary: string, args: readonly string[], stdin: string) {
  const done = Bun.spawnSync([binary, ...args], { stdin: new TextEncoder().encode(stdin) });
  return { ok: done.exitCode === 0, stdout: done.stdout.toString(), stderr: done.stderr.toString() };
}

function contextOf(stdout: string): string | null {
  const reply: unknown = stdout === "" ? null : JSON.parse(stdout);
  const output = typeof reply === "object" && reply !== null ? Reflect.get(reply, "hookSpecificOutput") : null;
  const context: unknown =
    typeof output === "object" && output !== null ? Reflect.get(output, "additionalContext") : null;
  return typeof context === "string" ? context : null;
}

function say(text: string): void {
  writeAll(`${text}\n`);
}

install();
