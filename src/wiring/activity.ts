// What the log says about the product's own work: counters for `ways status`, times for `ways timings`.
import type { Env } from "../host/env.ts";
import type { EventLine } from "../store/log.ts";
import { ledgerIn } from "../store/session.ts";
import { offBy } from "./config.ts";
import { matchingOff } from "./notices.ts";
import { openPorts } from "./ports.ts";
import { chooseSession } from "./sessions.ts";
import { openWorld, placeAt, type World } from "./world.ts";

export type Fire = { readonly at: string; readonly event: string; readonly ways: readonly string[] };

export type Activity = {
  /** Null: on; else why matching by meaning, or everything, is off. */
  readonly matching_off: string | null;
  readonly project: string;
  /** Ways that compete here. */
  readonly ways: number;
  /** When the oldest line in the log was written; the log is bounded. */
  readonly since: string | null;
  readonly events: number;
  /** Events at which something was shown, and ways shown in all. */
  readonly answered: number;
  readonly shown: number;
  /** Estimated as bytes / 4. */
  readonly tokens: number;
  /** Answered by triggers alone although there was a text to embed: too late, or the embedding failed. */
  readonly without_vector: { readonly late: number; readonly failed: number; readonly last_day: number };
  readonly failures: {
    readonly total: number;
    readonly last_day: number;
    readonly steps: Readonly<Record<string, number>>;
  };
  readonly last_fire: Fire | null;
  readonly session: { readonly key: string; readonly events: number; readonly shown: readonly string[] } | null;
};

const DAY_MS = 86_400_000;
const WITHOUT: Readonly<Record<string, "late" | "failed">> = { deadline: "late", embed: "failed" };

export async function readActivity(env: Env, cwd: string, now: number): Promise<Activity> {
  const world = openWorld(env);
  const place = placeAt(world, cwd, null);
  const events = world.log.events();
  const failures = world.log.failures();
  const isRecent = ({ at }: { readonly at: string }) => now - Date.parse(at) < DAY_MS;
  const without = failures.filter((f) => WITHOUT[f.step] !== undefined);
  const fires = events.filter((e) => e.shown.length > 0);
  const last = fires.at(-1);
  const { config, nodes } = await openPorts(world, "session").library(place);
  const off = config.enabled ? null : `ways is switched off here by ${offBy(world, place.project)}`;
  return {
    matching_off: off ?? matchingOff(world),
    project: place.project,
    ways: config.enabled ? nodes.size : 0,
    since: events[0]?.at ?? failures[0]?.at ?? null,
    events: events.length,
    answered: fires.length,
    shown: fires.reduce((sum, e) => sum + e.shown.length, 0),
    tokens: events.reduce((sum, e) => sum + (e.tokens ?? 0), 0),
    without_vector: {
      late: without.filter((f) => WITHOUT[f.step] === "late").length,
      failed: without.filter((f) => WITHOUT[f.step] === "failed").length,
      last_day: without.filter(isRecent).length,
    },
    failures: {
      total: failures.length,
      last_day: failures.filter(isRecent).length,
      steps: Object.fromEntries([...Map.groupBy(failures, (f) => f.step)].map(([step, same]) => [step, same.length])),
    },
    last_fire: last === undefined ? null : { at: last.at, event: last.event, ways: last.shown },
    session: sessionOf(world),
  };
}

/** This shell's, else the latest. */
function sessionOf(world: World): Activity["session"] {
  const session = world.places === null ? null : chooseSession(world, null);
  if (session === null) return null;
  const ledger = ledgerIn(session.path, "main", world.failure, "read");
  return { key: session.key, events: ledger.epoch, shown: [...ledger.shown].sort() };
}

export type Timing = {
  readonly event: string;
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
};

/** Milliseconds from the start of the process to the answer, by kind of event; and how each got its vector. */
export function readTimings(env: Env): { readonly since: string | null; readonly kinds: readonly Timing[] } {
  const events = openWorld(env)
    .log.events()
    .filter((e) => Number.isFinite(e.ms));
  const kinds = [...Map.groupBy(events, kindOf)].map(([event, lines]) =>
    timingOf(
      event,
      lines.map((e) => e.ms),
    ),
  );
  return { since: events[0]?.at ?? null, kinds: kinds.sort((a, b) => (a.event < b.event ? -1 : 1)) };
}

/** A prompt that is embedded costs another order of magnitude than one whose vector is in the cache. */
function kindOf({ event, vector }: EventLine): string {
  return vector === "skipped" ? event : `${event}, vector ${vector}`;
}

function timingOf(event: string, times: readonly number[]): Timing {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { event, count: sorted.length, median: at(0.5), p95: at(0.95), max: at(1) };
}
