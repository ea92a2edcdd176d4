// A model that needs no model: the part of the Anthropic Messages API that Claude Code uses, on the loopback interface.
// It keeps every request, so a check can see what text really reached the model, and calls tools as a plan says.

export type ToolCall = { readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** One answer after another; calls of one answer run in parallel. After the last one the conversation is closed with a text. */
export type Plan = readonly (readonly ToolCall[])[];

/** `main` is the person's conversation; a sub-agent's is told by a phrase of its task, the key. */
export type Plans = { readonly main: Plan } & Readonly<Record<string, Plan>>;

/** One request for an answer of a conversation, oldest first. */
export type ModelRequest = {
  /** Key of the plan. */
  readonly thread: string;
  /** What the model reads: system blocks and messages; tool definitions are left out. */
  readonly text: string;
  /** Results of tool calls among the messages: where in the plan this request stands. */
  readonly toolResults: number;
};

export type ModelServer = {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  stop(): Promise<void>;
};

type Block = { readonly type: string; readonly [key: string]: unknown };
type Message = { readonly role?: string; readonly content: string | readonly Block[] };
type Body = {
  readonly model: string;
  readonly stream?: boolean;
  readonly system?: unknown;
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name: string }[];
};

export function startModelServer(plans: Plans): ModelServer {
  const requests: ModelRequest[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/count_tokens")) return Response.json({ input_tokens: 1_000 });
      if (pathname !== "/v1/messages") return Response.json({}, { status: 404 });
      const body = (await request.json()) as Body;
      // Side requests (titles, summaries) offer no tools and are not part of a conversation.
      if (!body.tools?.length) return answer(body, []);
      const thread = threadOf(body, Object.keys(plans));
      const toolResults = body.messages.flatMap(blocksOf).filter((block) => block.type === "tool_result").length;
      requests.push({ thread, text: stringsOf([body.system, body.messages]).join("\n"), toolResults });
      return answer(body, nextCalls(plans[thread] ?? [], toolResults));
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, requests, stop: () => server.stop(true) };
}

/** A task stands in the first words of a sub-agent's conversation; in the parent's only as the input of a tool call. */
function threadOf({ messages }: Body, keys: readonly string[]): string {
  const end = messages.findIndex((message) => message.role === "assistant");
  const opening = stringsOf(messages.slice(0, end < 0 ? undefined : end)).join("\n");
  return keys.find((key) => key !== "main" && opening.includes(key)) ?? "main";
}

/** The step of the plan whose calls have not been made yet. */
function nextCalls(plan: Plan, toolResults: number): readonly ToolCall[] {
  let made = 0;
  for (const step of plan) {
    if (made >= toolResults) return step;
    made += step.length;
  }
  return [];
}

function blocksOf(message: Message): readonly Block[] {
  return typeof message.content === "string" ? [] : message.content;
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function answer(body: Body, calls: readonly ToolCall[]): Response {
  const content: readonly Block[] =
    calls.length === 0
      ? [{ type: "text", text: "Done." }]
      : calls.map(({ name, input }) => ({ type: "tool_use", id: `toolu_${crypto.randomUUID()}`, name, input }));
  const end = { stop_reason: calls.length === 0 ? "end_turn" : "tool_use", stop_sequence: null };
  const usage = { input_tokens: 1_000, output_tokens: 10, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  const message = { id: `msg_${crypto.randomUUID()}`, type: "message", role: "assistant", model: body.model, usage };
  if (body.stream !== true) return Response.json({ ...message, ...end, content });
  return eventStream([
    { type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
    ...content.flatMap(streamed),
    { type: "message_delta", delta: end, usage: { output_tokens: 10 } },
    { type: "message_stop" },
  ]);
}

/** The stream announces a block without its content, which follows as a delta. */
function streamed(block: Block, index: number): readonly Block[] {
  const [empty, delta] =
    block.type === "tool_use"
      ? [{ input: {} }, { type: "input_json_delta", partial_json: JSON.stringify(block["input"]) }]
      : [{ text: "" }, { type: "text_delta", text: block["text"] }];
  return [
    { type: "content_block_start", index, content_block: { ...block, ...empty } },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ];
}

function eventStream(events: readonly Block[]): Response {
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}
