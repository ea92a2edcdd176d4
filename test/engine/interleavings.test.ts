// 200 random interleavings of eight hooks in one session, on the real ledger of files: every `await` of the engine is a point at
// which another hook may go on. Each way is shown exactly once in a generation, no epoch is lost and no line of the metrics.
import { describe, expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Disclosure, Ports } from "../../src/engine/ports.ts";
import { findMarkers } from "../../src/engine/render.ts";
import { respond } from "../../src/engine/respond.ts";
import { openDispatches } from "../../src/store/dispatches.ts";
import { agentName, openLedger, sessionFolder } from "../../src/store/session.ts";
import { type WayId, wayId } from "../../src/ways/way.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { eventOf, placeOf, type Turn } from "../support/turns.ts";
import { NO_HURRY, openWorld, type WorldSketch } from "../support/world.ts";

const HOOKS = 8;
const RUNS = { numRuns: 200 };
const BOTH = ["agent", "subagent"] as const;
const LIBRARY: WorldSketch = {
  ways: {
    "code/supply": { pattern: "alpha", scope: BOTH },
    "code/supply/pin": { pattern: "alpha|beta", scope: BOTH },
    "code/supply/audit": { says: "audit an npm package for advisories", scope: BOTH, macro: "append" },
    "ops/rollback": { commands: "^gamma", scope: BOTH },
    "ops/start": { state: { kind: "session-start" } },
  },
};
/** Which ways each kind of turn brings up where nothing has been shown. */
const TURNS: readonly { readonly turn: Turn; readonly fits: readonly string[] }[] = [
  { turn: { prompt: "alpha" }, fits: ["code/supply", "code/supply/pin"] },
  { turn: { prompt: "beta" }, fits: ["code/supply/pin"] },
  { turn: { prompt: "audit an npm package for advisories" }, fits: ["code/supply/audit"] },
  { turn: { command: "gamma; ls" }, fits: ["ops/rollback"] },
];
const anyTurns = fc.array(fc.constantFrom(...TURNS), { minLength: HOOKS, maxLength: HOOKS });

const noFailure = (step: string, error: unknown) => {
  throw new Error(step, { cause: error });
};
const LINE: Omit<Disclosure, "way"> = {
  parent: null,
  depth: 2,
  epoch: 1,
  parent_epoch: null,
  epoch_distance: null,
  sibling_total: 0,
  sibling_fired: 0,
  trigger: "pattern",
  score: null,
  bar: null,
  agent: "agent",
};

type Told = { readonly turn: Turn; readonly ways: readonly string[] };

/** Runs all turns at once; the scheduler decides at each step which of them goes on. */
async function together(state: string, turns: readonly Turn[], s: fc.Scheduler): Promise<readonly Told[]> {
  const { ports: plain } = openWorld(LIBRARY);
  const step = <T>(value: T): Promise<T> => s.schedule(Promise.resolve(value));
  const ports: Ports = {
    ...plain,
    library: async (place) => step(await plain.library(place)),
    listed: Number.POSITIVE_INFINITY,
    loadEngines: () => step(false),
    coordinates: async (place, library) => step(await plain.coordinates(place, library)),
    vector: async (text, deadline) => step(await plain.vector(text, deadline)),
    macro: () => step({ kind: "output", text: "macro" } as const),
    ledger: (place) => openLedger(state, place, noFailure),
    dispatches: (place) => openDispatches(state, place, Date.now(), noFailure),
    failure: noFailure,
  };
  const hooks = turns.map(async (turn): Promise<Told> => {
    await step(null);
    const reply = await respond(eventOf(turn), ports, NO_HURRY);
    await step(null);
    reply.record();
    return { turn, ways: findMarkers(reply.context) };
  });
  await s.waitIdle();
  return Promise.all(hooks);
}

const own = (state: string) => join(sessionFolder(state, "session-1"), agentName(null));
const epochs = (state: string) => statSync(join(own(state), "epoch")).size;
const recorded = (state: string): readonly string[] => {
  const text = readFileSync(join(sessionFolder(state, "session-1"), "metrics.jsonl"), "utf8");
  return text.split("\n").flatMap((line) => (line === "" ? [] : [String(JSON.parse(line).way)]));
};
const sorted = (ids: Iterable<string>) => [...ids].sort();

describe("eight hooks of one session at once", () => {
  test("show each way that fits exactly once, and record each showing", async () => {
    await fc.assert(
      fc.asyncProperty(anyTurns, fc.scheduler(), async (chosen, s) => {
        const state = temporaryFolder();
        const told = await together(
          state,
          chosen.map(({ turn }) => turn),
          s,
        );
        const shown = told.flatMap(({ ways }) => ways);
        expect(sorted(shown)).toEqual(sorted(new Set(chosen.flatMap(({ fits }) => fits))));
        expect(sorted(recorded(state))).toEqual(sorted(shown));
        expect(epochs(state)).toBe(HOOKS);
        expect(sorted(openLedger(state, placeOf({}), () => {}).shown)).toEqual(sorted(shown));
      }),
      RUNS,
    );
  }, 60_000);

  test("with one compaction among them: at most once before it and once after, nothing lost", async () => {
    await fc.assert(
      fc.asyncProperty(anyTurns, fc.nat(HOOKS), fc.scheduler(), async (chosen, at, s) => {
        const state = temporaryFolder();
        const turns: Turn[] = chosen.map(({ turn }) => turn);
        turns.splice(at, 0, { start: "compact" });
        const shown = (await together(state, turns, s)).flatMap(({ ways }) => ways);
        const counts = Map.groupBy(shown, (id) => id);
        for (const id of new Set(["ops/start", ...chosen.flatMap(({ fits }) => fits)]))
          expect([1, 2]).toContain(counts.get(id)?.length ?? 0);
        expect(counts.get("ops/start")).toHaveLength(1);
        expect(sorted(recorded(state))).toEqual(sorted(shown));
        expect(epochs(state)).toBe(HOOKS + 1);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test("of the ledger alone, step by step: opened, claimed way by way, recorded", async () => {
    const ids = ["a/a", "b/b", "c/c", "d/d"].map(wayId);
    const orders = fc.array(fc.shuffledSubarray(ids, { minLength: 1 }), { minLength: HOOKS, maxLength: HOOKS });
    await fc.assert(
      fc.asyncProperty(orders, fc.scheduler(), async (all, s) => {
        const state = temporaryFolder();
        const step = () => s.schedule(Promise.resolve());
        const hooks = all.map(async (order) => {
          await step();
          const ledger = openLedger(state, placeOf({}), noFailure);
          const won: WayId[] = [];
          for (const id of order.filter((way) => !ledger.shown.has(way))) {
            await step();
            if (ledger.claim(id, 1)) won.push(id);
          }
          await step();
          ledger.record(won.map((way) => ({ ...LINE, way })));
          return won;
        });
        await s.waitIdle();
        const won = (await Promise.all(hooks)).flat();
        expect(sorted(won)).toEqual(sorted(new Set(all.flat())));
        expect([epochs(state), sorted(recorded(state))]).toEqual([HOOKS, sorted(won)]);
      }),
      RUNS,
    );
  }, 60_000);

  test("eight dispatches and their sub-agents: each is told its own, and once", async () => {
    await fc.assert(
      fc.asyncProperty(anyTurns, fc.scheduler(), fc.scheduler(), async (chosen, first, second) => {
        const state = temporaryFolder();
        const tasks = chosen.map(({ turn }) => ("prompt" in turn ? turn.prompt : "beta"));
        await together(
          state,
          tasks.map((task) => ({ task, type: "Explore" })),
          first,
        );
        const starts = chosen.map((_, i): Turn => ({ subagent: "Explore", agent: `a${i}` }));
        const told = await together(state, starts, second);
        const union = sorted(
          new Set(chosen.flatMap(({ turn, fits }) => ("prompt" in turn ? fits : ["code/supply/pin"]))),
        );
        for (const { ways } of told) expect(sorted(ways)).toEqual(union);
        expect(recorded(state)).toHaveLength(union.length * HOOKS);
        expect(
          (
            await together(
              state,
              [{ subagent: "Explore", agent: "late" }],
              fc.sample(fc.scheduler(), 1)[0] as fc.Scheduler,
            )
          )[0]?.ways,
        ).toEqual([]);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
