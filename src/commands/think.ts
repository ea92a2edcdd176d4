// `ways think`: an agent's step through a think strategy.
import { WaysError } from "../errors.ts";
import { type OpenSession, openSession } from "../wiring/sessions.ts";
import { chooseStrategy, firstStage, nextStage, type Step, type Strategy, strategiesOf } from "../wiring/think.ts";
import { type Flags, JSON_FLAG, type Verb } from "./args.ts";
import { type Io, printJson, table } from "./io.ts";

const ACTIONS: Readonly<Record<string, (session: OpenSession, flags: Flags, io: Io) => void>> = { next, status, reset };

export const think: Verb = {
  summary: "go through a think strategy, stage by stage",
  examples: [
    ["ways think status", "which strategies there are, and how far this session has come"],
    ["ways think next", "the next stage of the strategy that has begun"],
    ["ways think next meta/think", "of this one"],
    ["ways think reset meta/think", "its first stage once more"],
    ["ways think next --session 5f0c --agent a91", "for a sub-agent, whose shell knows its session only"],
  ],
  words: ["next|status|reset", "id"],
  flags: {
    ...JSON_FLAG,
    session: { kind: "text", meaning: "default: the session this shell belongs to (CLAUDE_CODE_SESSION_ID)" },
    agent: { kind: "text", meaning: "id of a sub-agent of that session" },
  },
  json: {
    "strategies?": [{ id: "string", stages: ["string"], stage: "number" }],
    "id?": "string",
    "stage?": "number",
    "stages?": "number",
    "name?": "string",
    "finished?": "boolean",
    "text?": "string",
  },
  run: async (flags, io) => {
    const word = flags.words[0] ?? "status";
    const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
    if (action === undefined)
      throw new WaysError(`unknown step \`${word}\``, { hint: "`ways think next`, `status` or `reset`" });
    const named = { session: flags.text("session"), agent: flags.text("agent") };
    action(await openSession(io.env, io.cwd, named), flags, io);
    return 0;
  },
};

function next(session: OpenSession, flags: Flags, io: Io): void {
  const strategy = chooseStrategy(strategiesOf(session), flags.words[1] ?? null);
  print(nextStage(session, strategy, flags.text("agent")), flags, io);
}

function status(session: OpenSession, flags: Flags, io: Io): void {
  const all = strategiesOf(session);
  const named = flags.words[1] ?? null;
  const strategies = named === null ? all : [chooseStrategy(all, named)];
  if (flags.isOn("json")) printJson(io, "think", { strategies });
  else if (strategies.length === 0) io.out("there are no think strategies here");
  else io.out(table(strategies.map(rowOf)));
}

function rowOf({ id, stage, stages }: Strategy): readonly string[] {
  if (stage === 0) return [id, "not begun", stages.join(" → ")];
  return [id, `stage ${stage} of ${stages.length}`, stages[stage - 1] ?? ""];
}

function reset(session: OpenSession, flags: Flags, io: Io): void {
  const strategy = chooseStrategy(strategiesOf(session), flags.words[1] ?? null);
  print(firstStage(session, strategy, flags.text("agent")), flags, io);
}

function print({ text, ...step }: Step, flags: Flags, io: Io): void {
  if (flags.isOn("json")) printJson(io, "think", { ...step, text });
  else io.out(text);
}
