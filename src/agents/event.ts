// Our events: what every agent's dialect is translated into. Nothing here knows an agent.

/** Where an event happened; decided once, when the event is parsed. */
export type Place = {
  readonly cwd: string;
  /** Root of the project (behaviour: CLAUDE_PROJECT_DIR, else nearest folder with `.claude/ways` or `.git`, else cwd). */
  readonly project: string;
  /** null: the agent gave none; such an event shares no ledger with any other. */
  readonly session: string | null;
  /** Sub-agent id; null for the main agent. */
  readonly agent: string | null;
  readonly agentType: string | null;
  readonly transcript: string | null;
};

export type SessionSource = "startup" | "resume" | "clear" | "compact" | "fork";

/** Id of the prompt that is being worked on; null where the agent does not tell. */
export type Turn = string | null;

export type Event =
  | { readonly kind: "prompt"; readonly at: Place; readonly text: string }
  | { readonly kind: "command"; readonly at: Place; readonly command: string; readonly description: string }
  | { readonly kind: "file"; readonly at: Place; readonly path: string }
  | {
      readonly kind: "task";
      readonly at: Place;
      readonly text: string;
      readonly agentType: string;
      readonly turn: Turn;
    }
  | { readonly kind: "tool-failed"; readonly at: Place; readonly error: string }
  | { readonly kind: "session-start"; readonly at: Place; readonly source: SessionSource }
  | { readonly kind: "subagent-start"; readonly at: Place; readonly agentType: string; readonly turn: Turn }
  | { readonly kind: "ignored"; readonly reason: string };

export type LiveEvent = Exclude<Event, { readonly kind: "ignored" }>;

/** An agent's dialect: parse never throws on content; format gives the one JSON object the agent expects, or "" for silence. */
export type Dialect = {
  readonly name: string;
  readonly parse: (json: unknown, projectOf: (cwd: string) => string) => Event;
  /** `context`: text for the model; `notice`: one line for the person. */
  readonly format: (event: LiveEvent, reply: { readonly context: string; readonly notice: string }) => string;
};
