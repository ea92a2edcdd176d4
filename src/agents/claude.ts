// Claude Code's dialect: its hook JSON ⇄ our events. Every key may be missing or of an odd type; unknown keys are ignored.
// The event name is data: one registered command serves all events, and what we do not use is answered with silence.
import type { Dialect, Event, LiveEvent, Place, SessionSource, Turn } from "./event.ts";
import { plainText } from "./plain-text.ts";
import { parsePrompt } from "./prompt.ts";

export const claude: Dialect = { name: "claude", parse: parseEvent, format: formatReply };

type Fields = Readonly<Record<string, unknown>>;
type Parser = (fields: Fields, at: Place) => Event;
type ToolParser = (input: Fields, at: Place, turn: Turn) => Event;

const PARSERS: ReadonlyMap<string, Parser> = new Map<string, Parser>([
  ["SessionStart", (fields, at) => ({ kind: "session-start", at, source: sourceOf(text(fields, "source")) })],
  ["UserPromptSubmit", parseUserPrompt],
  ["PreToolUse", parseToolUse],
  ["PostToolUseFailure", parseFailure],
  ["SubagentStart", parseSubagent],
]);

const TOOLS: ReadonlyMap<string, ToolParser> = new Map<string, ToolParser>([
  ["Bash", parseCommand],
  ["PowerShell", parseCommand],
  ["Edit", parseFile],
  ["Write", parseFile],
  ["MultiEdit", parseFile],
  ["NotebookEdit", parseFile],
  ["Agent", parseTask],
  ["Task", parseTask],
]);

/** The agent type that a dispatch without `subagent_type` starts. */
const DEFAULT_AGENT_TYPE = "general-purpose";

/** `projectOf` looks at the disk, so it is asked for events that are used only; it gets "" when the event names no folder. */
function parseEvent(json: unknown, projectOf: (cwd: string) => string): Event {
  const fields = fieldsOf(json);
  const name = text(fields, "hook_event_name");
  const parser = PARSERS.get(name);
  if (parser === undefined) return ignored(name === "" ? "no hook event" : `event \`${word(name)}\` is not used`);
  const event = parser(fields, {
    cwd: text(fields, "cwd"),
    project: "",
    session: text(fields, "session_id") || null,
    agent: text(fields, "agent_id") || null,
    agentType: text(fields, "agent_type") || null,
    transcript: text(fields, "transcript_path") || null,
  });
  return event.kind === "ignored" ? event : { ...event, at: { ...event.at, project: projectOf(event.at.cwd) } };
}

function parseUserPrompt(fields: Fields, at: Place): Event {
  const prompt = parsePrompt(text(fields, "prompt"));
  return prompt.kind === "human" ? { kind: "prompt", at, text: prompt.text } : ignored(prompt.reason);
}

function parseToolUse(fields: Fields, at: Place): Event {
  const tool = text(fields, "tool_name");
  const parser = TOOLS.get(tool);
  if (parser === undefined) return ignored(tool === "" ? "no tool" : `tool \`${word(tool)}\` is not watched`);
  return parser(fieldsOf(fields["tool_input"]), at, turnOf(fields));
}

function parseCommand(input: Fields, at: Place): Event {
  const command = plainText(text(input, "command"));
  if (command.trim() === "") return ignored("no command");
  return { kind: "command", at, command, description: plainText(text(input, "description")) };
}

/** Paths stay as given: backslashes on Windows, whatever normal form the file system has. */
function parseFile(input: Fields, at: Place): Event {
  const path = text(input, "file_path") || text(input, "notebook_path");
  return path === "" ? ignored("no file path") : { kind: "file", at, path };
}

function parseTask(input: Fields, at: Place, turn: Turn): Event {
  const parts = [text(input, "description"), text(input, "prompt")].map((part) => plainText(part).trim());
  const task = parts.filter((part) => part !== "").join("\n\n");
  if (task === "") return ignored("no task text");
  return { kind: "task", at, text: task, agentType: text(input, "subagent_type") || DEFAULT_AGENT_TYPE, turn };
}

function parseFailure(fields: Fields, at: Place): Event {
  if (fields["is_interrupt"] === true) return ignored("interrupted by the person");
  const error = plainText(text(fields, "error"));
  return error.trim() === "" ? ignored("no error text") : { kind: "tool-failed", at, error };
}

/** Without an agent id the child would share the ledger of the main agent, so such an event is left alone. */
function parseSubagent(fields: Fields, at: Place): Event {
  if (at.agent === null) return ignored("no agent id");
  return { kind: "subagent-start", at, agentType: text(fields, "agent_type"), turn: turnOf(fields) };
}

/** Since Claude Code 2.1.196. */
function turnOf(fields: Fields): Turn {
  return text(fields, "prompt_id") || null;
}

/** Unknown sources count as a new start: guidance shown twice is better than guidance that never comes. */
function sourceOf(source: string): SessionSource {
  switch (source) {
    case "resume":
    case "clear":
    case "compact":
    case "fork":
      return source;
    default:
      return "startup";
  }
}

const HOOK_EVENTS: Readonly<Record<LiveEvent["kind"], string>> = {
  prompt: "UserPromptSubmit",
  command: "PreToolUse",
  file: "PreToolUse",
  task: "PreToolUse",
  "tool-failed": "PostToolUseFailure",
  "session-start": "SessionStart",
  "subagent-start": "SubagentStart",
};

/** One JSON object, always with `hookEventName` (without it some versions report an error); half surrogates never leave. */
function formatReply(event: LiveEvent, reply: { readonly context: string; readonly notice: string }): string {
  if (reply.context === "" && reply.notice === "") return "";
  const hookEventName = HOOK_EVENTS[event.kind];
  return JSON.stringify({
    hookSpecificOutput:
      reply.context === "" ? { hookEventName } : { hookEventName, additionalContext: reply.context.toWellFormed() },
    ...(reply.notice === "" ? {} : { systemMessage: reply.notice.toWellFormed() }),
  });
}

function ignored(reason: string): Event {
  return { kind: "ignored", reason };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function text(fields: Fields, key: string): string {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return typeof value === "string" ? value : "";
}

/** A foreign name, short and harmless enough for a log line. */
function word(name: string): string {
  return name.replace(/[^\w.:-]/g, "?").slice(0, 60);
}
