// `ways session`: what sessions have been shown, and the way to have it shown again.
import { WaysError } from "../errors.ts";
import {
  type AgentView,
  KEY_LENGTH,
  resetSession,
  type SessionRow,
  sessionRows,
  viewSession,
} from "../wiring/sessions.ts";
import { type Flags, JSON_FLAG, type Verb } from "./args.ts";
import { type Io, printJson, table } from "./io.ts";

const ACTIONS: Readonly<Record<string, (flags: Flags, io: Io) => void>> = { list, show, reset };

/** How many sessions a list shows. */
const ROWS = 20;

export const session: Verb = {
  summary: "what sessions have been shown",
  examples: [
    ["ways session list", "the latest first; ids are hashed, as on disk"],
    ["ways session show", "this shell's session, else the latest: each way with its event and context position"],
    ["ways session show 5f0c1a2b", "one of the list, or a session by its own id"],
    ["ways session reset", "everything may be shown again"],
  ],
  words: ["list|show|reset", "id"],
  flags: { ...JSON_FLAG, all: { kind: "flag", meaning: "the whole list" } },
  json: {
    "sessions?": [
      {
        key: "string",
        last_event: "string",
        events: "number",
        shown: "number",
        subagents: "number",
        current: "boolean",
      },
    ],
    "key?": "string",
    "agents?": [
      {
        agent: "string",
        events: "number",
        shown: [{ id: "string", epoch: "number | null", tokens: "number | null" }],
      },
    ],
    "reset?": "boolean",
  },
  run: async (flags, io) => {
    const word = flags.words[0] ?? "list";
    const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
    if (action === undefined)
      throw new WaysError(`\`ways session ${word}\` is nothing`, { hint: "`ways session list`, `show` or `reset`" });
    action(flags, io);
    return 0;
  },
};

function list(flags: Flags, io: Io): void {
  const sessions = sessionRows(io.env);
  if (flags.isOn("json")) printJson(io, "session", { sessions });
  else if (sessions.length === 0) io.out("no session yet: `ways doctor` tells whether the hook is registered");
  else printList(flags.isOn("all") ? sessions : sessions.slice(0, ROWS), sessions.length, io);
}

function printList(sessions: readonly SessionRow[], total: number, io: Io): void {
  const rows = sessions.map((s) => [
    s.key.slice(0, KEY_LENGTH),
    s.last_event.slice(0, 16).replace("T", " "),
    `${s.events}`,
    `${s.shown}`,
    `${s.subagents}`,
    s.current ? "this shell's" : "",
  ]);
  io.out(table([["session", "last event", "events", "shown", "sub-agents", ""], ...rows]));
  if (total > rows.length) io.err(`${total - rows.length} older ones: \`--all\``);
}

function show(flags: Flags, io: Io): void {
  const view = viewSession(io.env, flags.words[1] ?? null);
  if (flags.isOn("json")) printJson(io, "session", view);
  else {
    io.out(`session ${view.key.slice(0, KEY_LENGTH)}`);
    if (view.agents.length === 0) io.out("nothing has happened in it yet");
    for (const agent of view.agents) printAgent(agent, io);
  }
}

function printAgent({ agent, events, shown }: AgentView, io: Io): void {
  io.out(`\n${agent}: ${events} events, ${shown.length} ways shown since it began or was compacted`);
  const rows = shown.map(({ id, epoch, tokens }) => [
    `  ${id}`,
    epoch === null ? "" : `event ${epoch}`,
    tokens === null ? "" : `at ${tokens} tokens`,
  ]);
  if (rows.length > 0) io.out(table(rows));
}

function reset(flags: Flags, io: Io): void {
  const key = resetSession(io.env, flags.words[1] ?? null);
  if (flags.isOn("json")) printJson(io, "session", { key, reset: true });
  else io.out(`session ${key.slice(0, KEY_LENGTH)}: everything may be shown again`);
}
