// What every agent's dialect has to keep, whatever it speaks: one suite, run by the test of each adapter.
import { describe, expect, test } from "bun:test";
import type { Dialect, Event, LiveEvent } from "../../src/agents/event.ts";
import fc from "../support/properties.ts";

export type DialectSubject = {
  readonly dialect: Dialect;
  /** One real payload for each event kind that the agent can send. */
  readonly payloads: Readonly<Partial<Record<LiveEvent["kind"], unknown>>>;
  /** Payloads that are to be left alone. */
  readonly ignored: readonly unknown[];
  /** The text for the model in a formatted reply; null when it holds none. */
  readonly contextOf: (output: unknown) => string | null;
};

const KINDS: readonly Event["kind"][] = [
  "prompt",
  "command",
  "file",
  "task",
  "tool-failed",
  "session-start",
  "subagent-start",
  "ignored",
];

export function dialectContract({ dialect, payloads, ignored, contextOf }: DialectSubject): void {
  const parse = (json: unknown) => dialect.parse(json, (cwd) => cwd);
  const live = Object.values(payloads).map(parse);

  describe(`the dialect of ${dialect.name}`, () => {
    test("answers any JSON with an event that is whole", () => {
      fc.assert(fc.property(fc.jsonValue(), (json) => void expectWhole(parse(json))));
    });

    test("survives real payloads with any keys replaced, missing or nested wrongly", () => {
      const payload = fc.constantFrom(...Object.values(payloads));
      fc.assert(
        fc.property(payload, fc.infiniteStream(fc.nat()), fc.jsonValue(), (json, choices, junk) => {
          expectWhole(parse(mutate(json, choices, junk)));
        }),
        { numRuns: 300 },
      );
    });

    test("gives the kind that each payload stands for, and the same again for the same payload", () => {
      for (const [kind, json] of Object.entries(payloads)) {
        expect(parse(json).kind).toBe(kind as Event["kind"]);
        expect(parse(structuredClone(json))).toEqual(parse(json));
      }
    });

    test("never says a thing when there is nothing to say", () => {
      for (const event of live)
        if (event.kind !== "ignored") expect(dialect.format(event, { context: "", notice: "" })).toBe("");
    });

    test("replies with one JSON object that holds the context unchanged, whatever its characters", () => {
      const text = fc.string({ unit: "binary", minLength: 1 });
      fc.assert(
        fc.property(fc.constantFrom(...live), text, fc.string(), (event, context, notice) => {
          if (event.kind === "ignored") throw new Error("a payload was ignored");
          const output = dialect.format(event, { context, notice });
          const parsed: unknown = JSON.parse(output);
          expect(typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)).toBe(true);
          expect(output).not.toContain("\n");
          expect(contextOf(parsed)).toBe(context.toWellFormed());
        }),
      );
    });

    test("asks where the project is exactly once, and only for events that are used", () => {
      const asked: string[] = [];
      for (const json of Object.values(payloads)) dialect.parse(json, (cwd) => String(asked.push(cwd)));
      expect(asked).toHaveLength(live.length);
      const neverAsked = () => {
        throw new Error("asked for an event that is ignored");
      };
      for (const json of [...ignored, {}, [], null]) expect(dialect.parse(json, neverAsked).kind).toBe("ignored");
    });
  });
}

function expectWhole(event: Event): void {
  expect(KINDS).toContain(event.kind);
  if (event.kind === "ignored") {
    expect(event.reason).not.toBe("");
    return;
  }
  const { at, ...fields } = event;
  const { turn = null, ...rest } = "turn" in fields ? fields : { ...fields, turn: null };
  expect(Object.keys(at).sort()).toEqual(["agent", "agentType", "cwd", "project", "session", "transcript"]);
  for (const id of [at.session, at.agent, at.agentType, at.transcript, turn])
    expect(id === null || (typeof id === "string" && id !== "")).toBe(true);
  for (const value of [at.cwd, at.project, ...Object.values(rest)]) expect(typeof value).toBe("string");
}

/** Walks the payload; at each place a choice keeps it, drops it, or puts junk there. */
function mutate(json: unknown, choices: Iterator<number>, junk: unknown): unknown {
  const choice = (choices.next().value ?? 0) % 8;
  if (choice === 0) return junk;
  if (Array.isArray(json)) return json.map((item) => mutate(item, choices, junk));
  if (typeof json !== "object" || json === null) return choice === 1 ? [json] : json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(() => (choices.next().value ?? 0) % 8 !== 0)
      .map(([key, value]) => [key, mutate(value, choices, junk)]),
  );
}
