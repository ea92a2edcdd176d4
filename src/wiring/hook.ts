// What `ways hook` needs once an event is ours: answer it, log it, write it.
import type { LiveEvent } from "../agents/event.ts";
import type { Deadline } from "../engine/ports.ts";
import { type Reply, respond } from "../engine/respond.ts";
import type { Env } from "../host/env.ts";
import { writeAll } from "../host/stdout.ts";
import type { Decision } from "../match/decision.ts";
import type { EventLine } from "../store/log.ts";
import { sessionKey } from "../store/session.ts";
import { openPorts } from "./ports.ts";
import { openWorld, type World } from "./world.ts";

export type Hook = {
  readonly projectOf: World["projectOf"];
  answer(event: LiveEvent, deadline: Deadline): Promise<Reply>;
  write(text: string): void;
};

export function openHook(env: Env): Hook {
  const world = openWorld(env);
  return {
    projectOf: world.projectOf,
    write: (text) => {
      if (text !== "") writeAll(text);
    },
    answer: async (event, deadline) => {
      const ports = await openPorts(world, event.kind === "session-start" ? "session" : "event");
      const reply = await respond(event, ports, deadline);
      if (reply.decision !== null) world.log.event(eventLine(event, reply.decision, deadline));
      return reply;
    },
  };
}

/** How many candidates the log keeps for `ways why`. */
const LOGGED = 5;

function eventLine(event: LiveEvent, decision: Decision, deadline: Deadline): EventLine {
  const { session, agent } = event.at;
  return {
    at: new Date().toISOString(),
    session: session && sessionKey(session),
    agent: agent && sessionKey(agent),
    event: event.kind,
    vector: decision.vector,
    shown: decision.shown,
    candidates: decision.candidates
      .slice(0, LOGGED)
      .map(({ id, evidence, bar, reason }) => ({ id, evidence, bar, reason })),
    ms: Math.round(deadline.now() * 10) / 10,
  };
}
