// An event that may bring up a way: the engine with its real ports, and the line in the log.
import type { LiveEvent } from "../agents/event.ts";
import { queryText } from "../engine/lanes.ts";
import type { Deadline } from "../engine/ports.ts";
import { type Reply, respond } from "../engine/respond.ts";
import type { Decision } from "../match/decision.ts";
import { once } from "../once.ts";
import type { EventLine } from "../store/log.ts";
import { sessionKey } from "../store/session.ts";
import { sweepSessions } from "../store/sessions.ts";
import { openPorts } from "./ports.ts";
import type { Site } from "./site.ts";
import { openWorldAt, type World } from "./world.ts";

/** Texts that people write are embedded whatever the library is configured to. */
const NO_LANES = { command: false, file: false };

/**
 * The reply's `record` also logs the event and, after writing, while nobody waits, does a session start's tidying. Where the corpus may
 * have fallen behind, at a session start and when ways were edited since the last event, it looks, and starts a refresh.
 */
export async function answerEvent(
  site: Site,
  ahead: World | null,
  event: LiveEvent,
  deadline: Deadline,
): Promise<Reply> {
  const world = ahead ?? openWorldAt(site);
  const ports = openPorts(world, event.kind === "session-start" ? "session" : "event");
  const query = ahead === null ? undefined : queryText(event, NO_LANES);
  if (query) ports.begin(query);
  const library = once(() => ports.library(event.at));
  const reply = await respond(event, { ...ports, library, query }, deadline);
  const { decision } = reply;
  if (decision === null) return reply;
  const { config, isNew } = await library();
  const line = eventLine(event, { ...reply, decision }, deadline, config.log_prompts);
  const isStart = event.kind === "session-start";
  const record = async () => {
    await reply.record();
    world.log.event(line);
    if (isStart) tidy(world, event);
    if (!isStart && !isNew) return;
    const { refreshIfStale } = await import("./freshness.ts");
    refreshIfStale(world, event.at.project, isStart ? "everything" : "here");
  };
  return { ...reply, record };
}

function tidy({ places, models }: World, { at }: LiveEvent): void {
  if (places !== null) sweepSessions(places.state, at.session, Date.now());
  try {
    models.keepTokenizer();
  } catch {
    // no model: the session's notice says so
  }
}

function eventLine(
  event: LiveEvent,
  { decision, context }: { readonly decision: Decision; readonly context: string },
  deadline: Deadline,
  isVerbose: boolean,
): EventLine {
  const { session, agent } = event.at;
  return {
    at: new Date().toISOString(),
    session: session && sessionKey(session),
    agent: agent && sessionKey(agent),
    event: event.kind,
    vector: decision.vector,
    // What a dispatch matched is only kept; it counts as shown when its sub-agent has started.
    shown: event.kind === "task" ? [] : decision.shown,
    candidates: decision.candidates.map(({ id, evidence, bar, reason }) => ({ id, evidence, bar, reason })),
    tokens: Math.ceil(Buffer.byteLength(context) / 4),
    ms: Math.round(deadline.now() * 10) / 10,
    ...(isVerbose ? { text: wordsOf(event) } : {}),
  };
}

/** Written only where the person has switched `log_prompts` on. */
function wordsOf(event: LiveEvent): string {
  switch (event.kind) {
    case "prompt":
    case "task":
      return event.text;
    case "command":
      return event.command;
    case "file":
      return event.path;
    case "tool-failed":
      return event.error;
    default:
      return "";
  }
}
