// `make live`: does the text of a way reach the model that a real Claude Code talks to?
// `bun test/live/main.ts [binary]` tries another executable, for example the installed one. Exit 1 on a miss.
import { resolve } from "node:path";
import { installClaude, openSession, type Session } from "./claude.ts";
import type { ModelRequest } from "./messages-server.ts";
import { CORE, SCENARIOS, type Scenario, type Step } from "./scenarios.ts";

const MARKER = /\[way:[a-z0-9-]+(?:\/[a-z0-9-]+)*\]/g;

async function main(binary: string): Promise<number> {
  const version = await installClaude();
  print(`${version} · ${binary}`);
  let missed = 0;
  for (const scenario of SCENARIOS) {
    const started = performance.now();
    const { faults, evidence } = await play(binary, scenario);
    if (faults.length > 0) missed++;
    print(
      "",
      `${faults.length === 0 ? "ok  " : "MISS"} ${scenario.name} (${Math.round(performance.now() - started)} ms)`,
    );
    for (const line of [...faults, ...evidence]) print(`     ${line}`);
  }
  print("", `${SCENARIOS.length - missed} delivered as expected, ${missed} missed`);
  return missed === 0 ? 0 : 1;
}

type Judged = { readonly faults: readonly string[]; readonly evidence: readonly string[] };

async function play(binary: string, { plans, ways = {}, steps }: Scenario): Promise<Judged> {
  const session = await openSession(binary, plans, ways);
  const faults: string[] = [];
  try {
    for (const [i, step] of steps.entries())
      faults.push(...(await judge(session, step)).map((fault) => `step ${i + 1}: ${fault}`));
    return { faults, evidence: evidenceOf(session.requests) };
  } finally {
    await session.close();
  }
}

async function judge(session: Session, step: Step): Promise<readonly string[]> {
  if ("feed" in step) {
    const printed = await session.feed(step.feed);
    const isRight = step.prints === "" ? printed === "" : printed.includes(step.prints);
    return isRight
      ? []
      : [`\`ways hook\` printed ${JSON.stringify(printed)} instead of ${JSON.stringify(step.prints)}`];
  }
  if ("command" in step) {
    const { exitCode, output } = await session.say(step.command);
    return exitCode === 0 ? [] : [`the client ended with ${exitCode}: ${output}`];
  }
  const before = session.requests.length;
  const { exitCode, output } = await session.say(step.say);
  const requests = session.requests.slice(before);
  const faults: string[] = exitCode === 0 ? [] : [`the client ended with ${exitCode}: ${output}`];
  if (requests.length !== step.requests)
    faults.push(`${requests.length} requests reached the model, not ${step.requests}`);
  for (const { thread, text } of requests)
    if (thread === "main" && !text.includes(CORE))
      faults.push("a request of the main conversation holds no core block");
  for (const thread of new Set([...requests.map((r) => r.thread), ...Object.keys(step.tells)])) {
    const due = (step.tells[thread] ?? []).map((way) => `[way:${way}]`);
    // The conversation is sent whole each time: what was told once stands in every later request, once.
    const found = requests.findLast((r) => r.thread === thread)?.text.match(MARKER) ?? [];
    if (found.join() !== due.join())
      faults.push(`\`${thread}\` was told ${found.join(", ") || "no way"} instead of ${due.join(", ") || "none"}`);
  }
  return faults;
}

/** Where ways stand in the last request of each thread, with what the client put before them. */
function evidenceOf(requests: readonly ModelRequest[]): readonly string[] {
  return [...Map.groupBy(requests, (r) => r.thread)].flatMap(([thread, own]) => {
    const text = own.at(-1)?.text ?? "";
    const found = [...text.matchAll(MARKER)].map(({ index }) => text.slice(Math.max(0, index - 60), index + 60));
    return found.map((excerpt) => `${thread}, request ${own.length}: … ${excerpt.replace(/\s+/g, " ")} …`);
  });
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

process.exit(await main(resolve(process.argv[2] ?? "dist/ways")));
