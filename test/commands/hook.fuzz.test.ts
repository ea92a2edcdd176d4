// Issue 8: 20,000 payloads through the whole hook in one process: its own reading, deciding, logging and formatting, on a home
// of its own; only stdin, stdout and the model's arithmetic are replaced. Nothing crashes, and nothing is missed in silence.
import { expect, test } from "bun:test";
import { type HookIo, runHook } from "../../src/commands/hook.ts";
import type { Embedder } from "../../src/engine/ports.ts";
import type { EventLine } from "../../src/store/log.ts";
import { readActivity } from "../../src/wiring/activity.ts";
import { hookAt } from "../../src/wiring/hook.ts";
import { openWorld, type World } from "../../src/wiring/world.ts";
import { expectNoMiss, type Heard } from "../contracts/hook.ts";
import { type Payload, payloads } from "../support/payloads.ts";
import fc from "../support/properties.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const RUNS = 20_000;
const TIMEOUT = 120_000;
/** What is quadratic takes minutes; a busy machine does not take that long. */
const LONGEST_MS = 5_000;
const DIMENSIONS = 384;

/** A direction for each text; one in a hundred fails, one is late. */
const embedder: Embedder = {
  dimensions: DIMENSIONS,
  embed: async (_, text) => {
    const hash = Bun.hash.crc32(text);
    if (hash % 100 === 0) throw new RangeError(`no vector for ${text}`);
    if (hash % 100 === 1) return null;
    const vector = Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(hash + i * i));
    const length = Math.hypot(...vector);
    return vector.map((x) => x / length);
  },
};

test(
  `${RUNS} payloads are answered, nobody's business or counted`,
  async () => {
    const folder = temporaryFolder({ "work/README.md": "" });
    const env = { HOME: folder, WAYS_MODEL_DIR: "models", WAYS_REFRESH: "off" };
    const all = { heard: 0, steps: new Map<string, number>() };

    const world = openWorld(env);
    const hear = async ({ bytes }: Payload): Promise<Heard> => {
      const lines: EventLine[] = [];
      const failures: string[] = [];
      const written: string[] = [];
      const watched: World = {
        ...world,
        libraryHash: world.shippedHash(), // as in the binary: tool calls may end at the gate
        models: { ...world.models, openEmbedder: async () => embedder },
        log: {
          ...world.log,
          event: (line) => {
            lines.push(line);
            world.log.event(line);
          },
        },
        failure: (step, error, size) => {
          failures.push(step);
          world.failure(step, error, size);
        },
      };
      const io: HookIo = {
        env,
        deadline: { at: 1_500, now: () => 0 },
        read: async (isComplete) => ({ bytes, end: isComplete(bytes) ? "complete" : "eof" }),
        help: () => expect.unreachable(),
        open: async () => ({ ...hookAt(watched, watched), write: (text) => void written.push(text) }),
      };
      const start = performance.now();
      expect(await runHook([], io)).toBe(0);
      expect(performance.now() - start).toBeLessThan(LONGEST_MS);
      for (const step of failures) all.steps.set(step, (all.steps.get(step) ?? 0) + 1);
      if (lines.length > 0) all.heard++;
      return { output: written.join(""), lines, failures };
    };

    await fc.assert(
      fc.asyncProperty(payloads, async (payload) => expectNoMiss(payload, await hear(payload))),
      { numRuns: RUNS },
    );

    const { failures } = await readActivity(env, folder, Date.now());
    expect(failures).toEqual({
      total: [...all.steps.values()].reduce((sum, n) => sum + n, 0),
      last_day: failures.total,
      steps: Object.fromEntries(all.steps),
    });
    // The payloads are no monoculture: most are events, all kinds of failures occur, and no others.
    expect(all.heard).toBeGreaterThan(RUNS / 8);
    expect([...all.steps.keys()].sort()).toEqual(["deadline", "embed", "stdin"]);
  },
  TIMEOUT,
);
