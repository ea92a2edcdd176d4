// A model that needs no model: the part of the Anthropic Messages API that Claude Code uses, on the loopback interface.
// It keeps every request, so a check can see what text really reached the model, and calls tools as a plan says.

export type ToolCall = { readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** One request for an answer of the main conversation, oldest first. */
export type ModelRequest = {
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
type Message = { readonly content: string | readonly Block[] };
type Body = {
  readonly model: string;
  readonly stream?: boolean;
  readonly system?: unknown;
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name: string }[];
};

/** Answers each turn with the next call of `plan`, then with a closing text. */
export function startModelServer(plan: readonly ToolCall[]): ModelServer {
  const requests: ModelRequest[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/count_tokens")) return Response.json({ input_tokens: 1_000 });
      if (pathname !== "/v1/messages") return Response.json({}, { status: 404 });
      const body = (await request.json()) as Body;
      const toolResults = body.messages.flatMap(blocksOf).filter((block) => block.type === "tool_result").length;
      // Side requests (titles, summaries) offer no tools and are not part of the conversation.
      const call = body.tools?.length ? plan[toolResults] : undefined;
      if (body.tools?.length) requests.push({ text: stringsOf([body.system, body.messages]).join("\n"), toolResults });
      return answer(body, call ? toolUse(call, toolResults) : { type: "text", text: "Done." });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, requests, stop: () => server.stop(true) };
}

function blocksOf(message: Message): readonly Block[] {
  return typeof message.content === "string" ? [] : message.content;
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function toolUse(call: ToolCall, turn: number): Block {
  return { type: "tool_use", id: `toolu_${String(turn).padStart(6, "0")}`, name: call.name, input: call.input };
}

function answer(body: Body, block: Block): Response {
  const end = { stop_reason: block.type === "tool_use" ? "tool_use" : "end_turn", stop_sequence: null };
  const usage = { input_tokens: 1_000, output_tokens: 10, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  const message = { id: `msg_${crypto.randomUUID()}`, type: "message", role: "assistant", model: body.model, usage };
  if (body.stream !== true) return Response.json({ ...message, ...end, content: [block] });
  // The stream announces a block without its content, which follows as a delta.
  const [empty, delta] =
    block.type === "tool_use"
      ? [{ input: {} }, { type: "input_json_delta", partial_json: JSON.stringify(block["input"]) }]
      : [{ text: "" }, { type: "text_delta", text: block["text"] }];
  return eventStream([
    { type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
    { type: "content_block_start", index: 0, content_block: { ...block, ...empty } },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: end, usage: { output_tokens: 10 } },
    { type: "message_stop" },
  ]);
}

function eventStream(events: readonly Block[]): Response {
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}
