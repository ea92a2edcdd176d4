// What `ways hook` needs once an event is ours. Tool calls that no trigger can match end at the gate: the engine, the library
// and the model are not even loaded for them.
import type { LiveEvent } from "../agents/event.ts";
import type { StartedKernel } from "../embed/kernel/start.ts";
import type { Deadline } from "../engine/ports.ts";
import type { Reply } from "../engine/respond.ts";
import { seenBy } from "../engine/seen.ts";
import { type Env, setting } from "../host/env.ts";
import { writeAll } from "../host/stdout.ts";
import { buildSubjects } from "../match/triggers.ts";
import { freshOverlay, type Overlay } from "../store/overlay.ts";
import { countEpoch } from "../store/session.ts";
import { tokensAt } from "../store/transcript.ts";
import { type Gate, isOpenFor, PAST_THE_GATE, USUAL_WINDOW } from "../ways/gate.ts";
import { openSite, type Site } from "./site.ts";
import type { World } from "./world.ts";

export type Hook = {
  readonly projectOf: Site["projectOf"];
  answer(event: LiveEvent, deadline: Deadline): Promise<Reply>;
  write(text: string): void;
  readonly failure: Site["failure"];
};

/** `kernel`: started ahead (ahead.ts), for what will be embedded. */
export async function openHook(env: Env, kernel: StartedKernel | null): Promise<Hook> {
  const site = openSite(env);
  if (kernel === null) return hookAt(site, null);
  kernel.practise();
  return hookAt(site, (await import("./world.ts")).openWorldAt(site, kernel));
}

/** `ahead`: opened with a kernel that has been started. */
export function hookAt(site: Site, ahead: World | null): Hook {
  return {
    projectOf: site.projectOf,
    failure: site.failure,
    write: (text) => {
      if (text !== "") writeAll(text);
    },
    answer: async (event, deadline) => {
      if (isQuiet(site, event))
        return {
          context: "",
          notice: "",
          decision: null,
          record: () => countEpoch(site.places?.state ?? null, event.at),
        };
      const { answerEvent } = await import("./answer.ts");
      return answerEvent(site, ahead, event, deadline);
    },
  };
}

/** True when nothing can fire: a tool event, no embedding lane, no needle of any pattern in it, the context not full enough. */
function isQuiet({ env, places, libraryHash }: Site, event: LiveEvent): boolean {
  if (places === null || libraryHash === null || !["command", "file", "tool-failed"].includes(event.kind)) return false;
  const overlay = freshOverlay(places, event.at.project, libraryHash);
  if (overlay === null || looksPastTheGate(overlay, env)) return false;
  const gate = overlay.gate();
  return gate !== null && !isOpenFor(gate, buildSubjects(seenBy(event))) && !mayBeFull(gate, event);
}

function looksPastTheGate({ config }: Overlay, env: Env): boolean {
  for (const [key, variable] of PAST_THE_GATE) {
    if (setting(env, variable) !== null) return true;
    if (config.some(({ entries }) => entries.some((entry) => entry.key === key))) return true;
  }
  return false;
}

/** The window is the default one here: a configured one sends the event to the engine. */
function mayBeFull(gate: Gate, { at }: LiveEvent): boolean {
  const tokens = gate.contextPercent === null ? null : tokensAt(at);
  return tokens !== null && (tokens / USUAL_WINDOW) * 100 >= (gate.contextPercent ?? 0);
}
