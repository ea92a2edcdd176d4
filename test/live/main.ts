// `make live`: does the text of a way reach the model that a real Claude Code talks to?
// `bun test/live/main.ts [binary]` tries another executable, for example the installed one. Exit 1 on a miss.
import { resolve } from "node:path";
import { installClaude, type Outcome, runSession } from "./claude.ts";
import type { ToolCall } from "./messages-server.ts";

type Scenario = {
  readonly name: string;
  readonly prompt: string;
  readonly plan: readonly ToolCall[];
  /** The way expected, and how many tool results the model has seen when it arrives; null: no way at all. */
  readonly expected: { readonly way: string; readonly toolResults: number } | null;
};

const COMMITS = "softwaredev/delivery/commits";

const SCENARIOS: readonly Scenario[] = [
  {
    name: "a prompt in English",
    prompt: "write a commit message for these changes",
    plan: [],
    expected: { way: COMMITS, toolResults: 0 },
  },
  {
    name: "a prompt in Japanese",
    prompt: "この変更のコミットメッセージを書いて",
    plan: [],
    expected: { way: COMMITS, toolResults: 0 },
  },
  {
    name: "a Bash call, then the same once more",
    prompt: "what should we have for dinner",
    plan: [bash("git commit -m one"), bash("git commit --allow-empty -m two")],
    expected: { way: COMMITS, toolResults: 1 },
  },
  {
    name: "a prompt and a Bash call about nothing in particular",
    prompt: "what should we have for dinner",
    plan: [bash("echo soup")],
    expected: null,
  },
];

/** The heading of the core block, which a session starts with. */
const CORE = "# Working with ways";

const MARKER = /\[way:[a-z0-9-]+(?:\/[a-z0-9-]+)*\]/g;

async function main(binary: string): Promise<number> {
  const version = await installClaude();
  print(`${version} · ${binary}`);
  let missed = 0;
  for (const scenario of SCENARIOS) {
    const outcome = await runSession(binary, scenario.prompt, scenario.plan);
    const faults = faultsOf(scenario, outcome);
    if (faults.length > 0) missed++;
    print("", `${faults.length === 0 ? "ok  " : "MISS"} ${scenario.name} (${Math.round(outcome.milliseconds)} ms)`);
    for (const line of [...faults, ...evidenceOf(outcome)]) print(`     ${line}`);
    if (faults.length > 0) print(outcome.output);
  }
  print("", `${SCENARIOS.length - missed} delivered as expected, ${missed} missed`);
  return missed === 0 ? 0 : 1;
}

function faultsOf({ plan, expected }: Scenario, { exitCode, requests }: Outcome): readonly string[] {
  const faults: string[] = [];
  const turns = plan.length + 1;
  if (exitCode !== 0) faults.push(`the client ended with ${exitCode}`);
  if (requests.length !== turns) faults.push(`${requests.length} requests reached the model instead of ${turns}`);
  for (const [i, request] of requests.entries()) {
    if (!request.text.includes(CORE)) faults.push(`request ${i + 1} holds no core block`);
    const found = request.text.match(MARKER) ?? [];
    // The conversation is sent whole each time, so a way shown once stands in every later request, once.
    const due = expected !== null && request.toolResults >= expected.toolResults ? [`[way:${expected.way}]`] : [];
    if (found.join() !== due.join())
      faults.push(`request ${i + 1} holds ${found.join(", ") || "no way"} instead of ${due.join(", ") || "none"}`);
  }
  return faults;
}

/** Where ways stand in the last request, with what the client put before them. */
function evidenceOf({ requests }: Outcome): readonly string[] {
  const text = requests.at(-1)?.text ?? "";
  const found = [...text.matchAll(MARKER)].map(({ index }) => text.slice(Math.max(0, index - 60), index + 80));
  return found.map((excerpt) => `request ${requests.length}: … ${excerpt.replace(/\s+/g, " ")} …`);
}

function bash(command: string): ToolCall {
  return { name: "Bash", input: { command, description: "One step" } };
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

process.exit(await main(resolve(process.argv[2] ?? "dist/ways")));
