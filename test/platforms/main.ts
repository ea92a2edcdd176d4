// `make platforms`: do the binaries for other platforms compute what this machine's computes, bit for bit? Each is started by the
// command in its variable, an emulator say: `make platforms ARM64="qemu-aarch64-static -L sysroot" WINDOWS=wine`.
// Compared are the vectors of both engines, every candidate's evidence for a prompt, and what a hook prints for a command and a prompt.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RUNNERS = [
  { name: "linux-arm64", binary: "dist/linux-arm64/ways", runner: process.env["ARM64"] },
  { name: "windows-x64", binary: "dist/windows-x64/ways.exe", runner: process.env["WINDOWS"] },
];
const PROMPT = "roll the last deployment back and tell the team why";
const COMMAND = {
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "git commit -m wip" },
};

const home = mkdtempSync(join(tmpdir(), "ways-platforms-"));
const env = { ...process.env, HOME: home, WAYS_MODEL_DIR: "models", WAYS_REFRESH: "off" };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function outputOf(command: readonly string[], stdin = ""): string {
  const run = Bun.spawnSync([...command], { env, stdin: Buffer.from(stdin), stderr: "pipe" });
  if (run.exitCode !== 0) throw new Error(`\`${command.join(" ")}\` gave ${run.exitCode}: ${run.stderr.toString()}`);
  return run.stdout.toString();
}

/** By name of what was computed: everything in it has to be the same on every platform. */
function resultsOf(start: readonly string[]): ReadonlyMap<string, string> {
  const test = JSON.parse(outputOf([...start, "self-test", "--engines", "--json"]));
  const vectors: { engine: string; text: string; digest: string }[] = test.results;
  const hook = (event: object) =>
    outputOf([...start, "hook"], JSON.stringify({ ...event, session_id: crypto.randomUUID(), cwd: "." }));
  return new Map([
    ...vectors.map(({ engine, text, digest }) => [`${engine}: ${text}`, digest] as const),
    ["evidence", outputOf([...start, "explain", PROMPT, "--json"])],
    ["hook, command", hook(COMMAND)],
    // Long enough for a second thread to assist.
    ["hook, prompt", hook({ hook_event_name: "UserPromptSubmit", prompt: `${PROMPT}, then write a commit message` })],
  ]);
}

function compare(): number {
  const here = resultsOf(["dist/ways"]);
  let differing = 0;
  for (const { name, binary, runner } of RUNNERS) {
    if (!runner) {
      say(`${name}: not tried, no command to start it with`);
      continue;
    }
    const there = resultsOf([...runner.split(" "), binary]);
    const wrong = [...here].filter(([what, value]) => there.get(what) !== value).map(([what]) => what);
    differing += wrong.length;
    say(
      `${name}: ${here.size - wrong.length} of ${here.size} the same${wrong.map((what) => `\n  differs: ${what}`).join("")}`,
    );
  }
  return differing;
}

try {
  process.exitCode = compare() === 0 ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
