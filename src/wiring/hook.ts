// What `ways hook` needs once an event is ours. Tool calls that no trigger can match end at the gate: the engine, the library
// and the model are not even loaded for them.
import type { Event, LiveEvent } from "../agents/event.ts";
import type { Deadline } from "../engine/ports.ts";
import type { Reply } from "../engine/respond.ts";
import { seenBy } from "../engine/seen.ts";
import type { Env } from "../host/env.ts";
import { writeAll } from "../host/stdout.ts";
import { buildSubjects } from "../match/triggers.ts";
import { freshOverlay, type Overlay } from "../store/overlay.ts";
import { countEpoch } from "../store/session.ts";
import { tokensAt } from "../store/transcript.ts";
import { type Gate, isOpenFor, USUAL_WINDOW } from "../ways/gate.ts";
import { openSite, type Site } from "./site.ts";
import type { World } from "./world.ts";

export type Hook = {
  readonly projectOf: Site["projectOf"];
  answer(event: LiveEvent, deadline: Deadline): Promise<Reply>;
  write(text: string): void;
  readonly failure: Site["failure"];
};

/** `event`: what will be asked, so that work on it can begin; null: only to tell of a failure. */
export async function openHook(env: Env, event: Event | null): Promise<Hook> {
  const site = openSite(env);
  const isEmbedded = event?.kind === "prompt" || event?.kind === "task";
  return hookAt(site, isEmbedded ? (await import("./ahead.ts")).openAhead(site, event) : null);
}

/** `ahead`: opened for what will be embedded, its kernel at work. */
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
  if (Object.keys(env).some((name) => name.startsWith("WAYS_LANES") || name === "WAYS_CONTEXT_WINDOW")) return false;
  const overlay = freshOverlay(places, event.at.project, libraryHash);
  if (overlay === null || configures(overlay, /^(?:lanes\.|context_window$)/)) return false;
  const gate = overlay.gate();
  return gate !== null && !isOpenFor(gate, buildSubjects(seenBy(event))) && !mayBeFull(gate, event);
}

function configures(overlay: Overlay, key: RegExp): boolean {
  return overlay.config.some((layer) => layer.entries.some((entry) => key.test(entry.key)));
}

/** The window is the default one here: a configured one sends the event to the engine. */
function mayBeFull(gate: Gate, { at }: LiveEvent): boolean {
  const tokens = gate.contextPercent === null ? null : tokensAt(at);
  return tokens !== null && (tokens / USUAL_WINDOW) * 100 >= (gate.contextPercent ?? 0);
}
