import { describe, expect, test } from "bun:test";
import { appendFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EventLine, type FailureLine, openLog } from "../../src/store/log.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const event = (ms: number): EventLine => ({
  at: "2026-05-01T10:00:00.000Z",
  session: "5f0c",
  agent: null,
  event: "prompt",
  vector: "used",
  shown: ["a/a"],
  candidates: [{ id: "a/a", evidence: 0.5, bar: 0.3, reason: "best" }],
  tokens: 120,
  ms,
});
const failure = (step: string): FailureLine => ({ at: "2026-05-01T10:00:00.000Z", step, kind: "Error", size: null });

describe("the log", () => {
  test("gives back events and failures in order, across processes", () => {
    const state = join(temporaryFolder(), "state");
    openLog(state).event(event(1));
    openLog(state).failure(failure("embed"));
    openLog(state).event(event(2));
    expect(openLog(state).events()).toEqual([event(1), event(2)]);
    expect(openLog(state).failures()).toEqual([failure("embed")]);
    expect(statSync(join(state, "events.jsonl")).mode & 0o777).toBe(0o600);
  });

  test("begins a new file when one is full, and keeps the older one beside it", () => {
    const state = temporaryFolder({ "events.jsonl": `${JSON.stringify(event(1)).padEnd(2_000_000)}\n` });
    const log = openLog(state);
    log.event(event(2));
    log.event(event(3));
    expect(readdirSync(state).sort()).toEqual(["events.jsonl", "events.jsonl.1"]);
    expect(statSync(join(state, "events.jsonl")).size).toBeLessThan(1_000);
    expect(log.events().map((e) => e.ms)).toEqual([1, 2, 3]);
    appendFileSync(join(state, "events.jsonl"), `${"".padEnd(2_000_000)}\n`);
    log.event(event(4));
    expect(log.events().map((e) => e.ms)).toEqual([2, 3, 4]);
  });

  test("passes over lines that were cut or are not ours", () => {
    const state = temporaryFolder();
    const lines = ["", "{", "null", "7", "[]", '{"event":1}', '{"at":"x","event":"prompt","shown":7,"candidates":[]}'];
    writeFileSync(join(state, "events.jsonl"), `${lines.join("\n")}\n${JSON.stringify(event(9))}\n{"at":"2026`);
    writeFileSync(join(state, "failures.jsonl"), `{"step":7,"kind":"x","at":"y"}\n${JSON.stringify(failure("x"))}`);
    expect(openLog(state).events()).toEqual([event(9)]);
    expect(openLog(state).failures()).toEqual([failure("x")]);
  });

  test.each([
    ["there is no state folder", () => null],
    ["it cannot be written", () => join(temporaryFolder({ file: "" }), "file")],
  ])("is no reason to fail when %s", (_, stateOf) => {
    const log = openLog(stateOf());
    log.event(event(1));
    log.failure(failure("x"));
    expect([log.events(), log.failures()]).toEqual([[], []]);
  });
});
