// Sessions written down as YAML (replay/README.md), run against the engine and against the binary.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stemOf } from "../../src/ways/graph.ts";
import { wayId } from "../../src/ways/way.ts";
import { type Box, scenario } from "../support/binary.ts";
import { openFakeEmbedder } from "../support/fake-embedder.ts";
import { reasons } from "../support/selection.ts";
import type { Turn } from "../support/turns.ts";
import { openWorld, type World } from "../support/world.ts";
import {
  payloadOf,
  type ReplayTurn,
  readReplays,
  type Scenario,
  type Surroundings,
  sketchOf,
} from "./replay-format.ts";

const REPLAYS = readReplays(join(import.meta.dir, "replay"));

for (const { file, runs, scenarios } of REPLAYS)
  describe(file, () => {
    for (const story of scenarios)
      if (runs === "engine") test(story.name, () => runEngine(story));
      else scenario(story.name, (box) => runBinary(story, box), filesOf(story));
  });

test("there are at least 25 scenarios for the engine and 4 for the binary, each named once", () => {
  const count = (kind: string) => REPLAYS.filter((r) => r.runs === kind).flatMap((r) => r.scenarios).length;
  expect([count("engine") >= 25, count("binary") >= 4]).toEqual([true, true]);
  const names = REPLAYS.flatMap((r) => r.scenarios.map((s) => s.name));
  expect(new Set(names).size).toBe(names.length);
});

async function runEngine({ ways, config, core, calibration, turns }: Scenario): Promise<void> {
  const embedder = { ...openFakeEmbedder(), isLate: false };
  const embed: typeof embedder.embed = (kind, text, deadline) =>
    embedder.isLate ? Promise.resolve(null) : openFakeEmbedder().embed(kind, text, deadline);
  const sketches = Object.fromEntries(Object.entries(ways).map(([id, way]) => [id, sketchOf(id, way)]));
  const world = openWorld({ ways: sketches, config, core, calibration, embedder: { ...embedder, embed } });
  for (const [i, turn] of turns.entries()) {
    const { act } = turn;
    if ("think" in act) {
      world.levers.stages.set(act.id, (world.levers.stages.get(act.id) ?? 0) + 1);
      continue;
    }
    if ("event" in act) throw new Error("the engine hears our events only");
    surround(world, turn.with ?? {}, embedder);
    const recorded = world.disclosures.length;
    const { context, notice, decision } = await world.hear(inProject(act));
    const because = pick(decision === null ? {} : reasons(decision), turn);
    const told = "task" in act ? (decision?.shown ?? []) : markersIn(context);
    const fresh = world.disclosures.slice(recorded);
    const records = Object.fromEntries(fresh.map((d) => [d.way, { ...d }]));
    expectTurn(i, act, turn, { shows: told.map(String), because, context, notice, records });
  }
}

/** At the start of a line: the core block talks about markers, too. */
function markersIn(context: string): readonly string[] {
  return [...context.matchAll(/^\[way:([^\]\s]+)\]$/gm)].map((m) => m[1] ?? "");
}

function surround(world: World, changes: Surroundings, embedder: { isLate: boolean }): void {
  const { levers } = world;
  if (changes.tokens !== undefined) levers.tokens = changes.tokens;
  if (changes.transcript !== undefined) levers.transcript = changes.transcript;
  if (changes.late !== undefined) embedder.isLate = changes.late;
  for (const key of ["files", "taken", "defined"] as const) {
    const values = changes[key];
    if (values === undefined) continue;
    levers[key].clear();
    for (const value of values) levers[key].add(value);
  }
  for (const [id, text] of Object.entries(changes.macros ?? {}))
    levers.macros.set(id, text === null ? { kind: "unapproved" } : { kind: "output", text });
}

/** A relative path is one of the project. */
function inProject(turn: Turn): Turn {
  return "edit" in turn && !turn.edit.startsWith("/")
    ? { ...turn, edit: `${turn.project ?? "/srv/shop"}/${turn.edit}` }
    : turn;
}

function filesOf({ ways }: Scenario): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(ways).map(([id, text]) => [`home/.claude/hooks/ways/${id}/${stemOf(wayId(id))}.md`, String(text)]),
  );
}

async function runBinary({ turns, corpus }: Scenario, box: Box): Promise<void> {
  if (corpus) expect((await box.run(["corpus"])).status).toBe(0);
  for (const [i, turn] of turns.entries()) {
    const run = await box.hook(payloadOf(turn.act, box.cwd));
    expect(run).toMatchObject({ status: 0, stderr: "" });
    const context = run.context ?? "";
    const notice = run.stdout === "" ? "" : String(JSON.parse(run.stdout).systemMessage ?? "");
    const because = turn.because === undefined ? {} : pick(loggedReasons(box), turn);
    expectTurn(i, turn.act, turn, { shows: markersIn(context), because, context, notice, records: {} });
  }
  expect(box.failures()).toEqual([]);
}

/** Of the decision logged last. */
function loggedReasons(box: Box): Readonly<Record<string, string>> {
  const lines = readFileSync(join(box.home, ".local/state/claude-ways/events.jsonl"), "utf8").trimEnd().split("\n");
  const { candidates } = JSON.parse(lines.at(-1) ?? "{}");
  return Object.fromEntries(candidates.map((c: { id: string; reason: string }) => [c.id, c.reason]));
}

function pick(
  all: Readonly<Record<string, string>>,
  { because = {} }: ReplayTurn,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.keys(because).map((id) => [id, all[id]]));
}

type Outcome = {
  readonly shows: readonly string[];
  readonly because: Readonly<Record<string, string | undefined>>;
  readonly context: string;
  readonly notice: string;
  readonly records: Readonly<Record<string, object>>;
};

/** The turn's number and what it was stand in every comparison, so that a failure says where it happened. */
function expectTurn(i: number, act: object, turn: ReplayTurn, seen: Outcome): void {
  const at = `turn ${i + 1}: ${JSON.stringify(act)}`;
  expect({ at, shows: seen.shows, because: seen.because }).toEqual({
    at,
    shows: [...turn.shows],
    because: turn.because ?? {},
  });
  for (const text of [turn.says ?? []].flat())
    expect({ at, context: seen.context }).toEqual({ at, context: expect.stringContaining(text) });
  if (turn.silent === true) expect({ at, ...seen }).toMatchObject({ at, context: "", notice: "" });
  if (turn.notice !== undefined)
    expect({ at, notice: seen.notice }).toEqual({ at, notice: expect.stringContaining(turn.notice) });
  for (const [id, fields] of Object.entries(turn.records ?? {}))
    expect({ at, ...seen.records[id] }).toMatchObject({ at, ...fields });
}
