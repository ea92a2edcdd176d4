// Two threads, one embedding. Which of them does an item is chance, so every property is tried on many texts.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleAssistant } from "../../../src/build/worker.ts";
import { startAssistant } from "../../../src/embed/kernel/assistant.ts";
import { openDesk } from "../../../src/embed/kernel/desk.ts";
import { type Kernel, openKernel } from "../../../src/embed/kernel/engine.ts";
import { startKernel } from "../../../src/embed/kernel/start.ts";
import { randomIds, seeded } from "../random.ts";
import { kernelCode, kernelFiles, openTestKernel } from "./builds.ts";

const folder = mkdtempSync(join(tmpdir(), "ways-assistant-"));
const thread = join(folder, "assistant.js");
writeFileSync(thread, await bundleAssistant());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const alone = await openTestKernel();
const lengths = [1, 2, 3, 4, 5, 8, 9, 16, 17, 40, 64, 100, 129, 512];

async function openAssisted(code = kernelCode(), path = thread): Promise<Kernel> {
  const started = startKernel(await code);
  startAssistant(path, kernelFiles().weights, started);
  return openKernel(kernelFiles(), started);
}

/** Its kernel shares its tasks; nobody takes part until somebody starts. */
async function openUnassisted() {
  const started = startKernel(await kernelCode());
  started.desk.setAlone(false);
  return { kernel: openKernel(kernelFiles(), started), started };
}

/** A second thread that takes jobs and does nothing. */
async function openSilent() {
  const started = startKernel(await kernelCode());
  const path = join(folder, "silent.js");
  writeFileSync(path, "self.onmessage = () => {};");
  startAssistant(path, kernelFiles().weights, started);
  return { kernel: openKernel(kernelFiles(), started), desk: started.desk };
}

describe("a kernel with an assistant", () => {
  test("gives the bits of a kernel alone, for every length, while its memory grows and when it is large already", async () => {
    const random = seeded(31);
    const kernel = await openAssisted();
    for (const length of [...lengths, ...lengths.toReversed(), ...lengths]) {
      const ids = randomIds(random, length);
      expect(kernel.embed(ids)).toEqual(alone.embed(ids));
    }
    const texts = lengths.slice(0, -1).map((length) => randomIds(random, length));
    expect(kernel.embedAll(texts, () => false)).toEqual(alone.embedAll(texts, () => false));
  }, 120_000);

  test("gives them in hundreds of short texts, where a task is over before the other thread has seen it", async () => {
    const random = seeded(32);
    const kernel = await openAssisted();
    for (let i = 0; i < 400; i++) {
      const ids = randomIds(random, 1 + (i % 6));
      expect(kernel.embed(ids)).toEqual(alone.embed(ids));
    }
  }, 120_000);

  test("gives them in the build without relaxed SIMD, too", async () => {
    const random = seeded(33);
    const kernel = await openAssisted(kernelCode({ relaxed: () => Uint8Array.of(0, 97, 115, 109, 9, 9, 9, 9) }));
    expect(kernel.build).toBe("plain");
    for (const length of [3, 16, 64]) {
      const ids = randomIds(random, length);
      expect(kernel.embed(ids)).toEqual(alone.embed(ids));
    }
  }, 120_000);

  test("does everything itself while the other thread has not started, and where it never does", async () => {
    const { kernel, started: nobody } = await openUnassisted();
    const ids = randomIds(seeded(34), 20);
    expect(kernel.embed(ids)).toEqual(alone.embed(ids));
    expect(nobody.desk.isAlone()).toBe(false);
    const broken = await openAssisted(kernelCode(), join(folder, "no-such-thread.js"));
    expect(broken.embed(ids)).toEqual(alone.embed(ids));
  }, 60_000);

  test("has the other thread take part", async () => {
    const { kernel, started } = await openUnassisted();
    // Whoever claims an item without doing it, leaves its share undone: the vector tells that there are others.
    const thief = startThief(started.memory, 0);
    await thief.ready;
    const ids = randomIds(seeded(35), 64);
    expect(kernel.embed(ids)).not.toEqual(alone.embed(ids));
    thief.stop();
  }, 60_000);

  test("gives an assistant that keeps it waiting nothing any more", async () => {
    const { kernel, started } = await openUnassisted();
    const thief = startThief(started.memory, 50);
    await thief.ready;
    kernel.embed(randomIds(seeded(36), 64));
    expect(started.desk.isAlone()).toBe(true);
    thief.stop();
    const ids = randomIds(seeded(37), 64);
    expect(kernel.embed(ids)).toEqual(alone.embed(ids));
  }, 60_000);

  test.each([
    [0, 64],
    [1, 19],
    [4, 512],
    [400, 5],
    [900, 512],
  ])(
    "gives the same bits whoever comes to the layers first (after %i ms of other work, %i tokens)",
    async (wait, length) => {
      const started = startKernel(await kernelCode());
      startAssistant(thread, kernelFiles().weights, started);
      const kernel = openKernel(kernelFiles(), started);
      const random = seeded(wait);
      const nap = new Int32Array(new SharedArrayBuffer(4));
      const ids = randomIds(random, length);
      const begun = kernel.begin([ids]);
      Atomics.wait(nap, 0, 0, wait);
      expect(begun.finish(() => false)).toEqual(alone.embedAll([ids], () => false));
      if (wait >= 400) expect(started.desk.ending()).toBe("done"); // by the other thread
      for (const next of [3, 100]) {
        const other = randomIds(random, next);
        expect(kernel.embed(other)).toEqual(alone.embed(other));
      }
    },
    120_000,
  );

  test("gives them where the other thread cannot read the weights, and runs again what it could not finish", async () => {
    const ids = randomIds(seeded(41), 20);
    const started = startKernel(await kernelCode());
    startAssistant(thread, join(folder, "no-such-weights"), started);
    expect(openKernel(kernelFiles(), started).embed(ids)).toEqual(alone.embed(ids));

    const { kernel, desk } = await openSilent();
    const begun = kernel.begin([ids]);
    expect(desk.takeRun()).toBe(true);
    desk.end("failed");
    expect(begun.finish(() => false)).toEqual(alone.embedAll([ids], () => false));
  }, 60_000);

  test("gives up what it has begun when something else is asked for", async () => {
    const kernel = await openAssisted();
    const [first, second] = [randomIds(seeded(42), 30), randomIds(seeded(43), 12)];
    kernel.begin([first]);
    expect(kernel.embed(second)).toEqual(alone.embed(second));
  }, 60_000);

  test("looks at the clock while the other thread is at work", async () => {
    const started = startKernel(await kernelCode());
    startAssistant(thread, kernelFiles().weights, started);
    const kernel = openKernel(kernelFiles(), started);
    const ids = randomIds(seeded(45), 512);
    const begun = kernel.begin([ids]);
    const ticket = new BigInt64Array(started.memory.buffer, started.desk.at, 1);
    const nap = new Int32Array(new SharedArrayBuffer(4));
    while (Atomics.load(ticket, 0) === 0n) Atomics.wait(nap, 0, 0, 1); // the other thread has begun
    let looks = 0;
    expect(begun.finish(() => ++looks < 0)).toEqual(alone.embedAll([ids], () => false));
    expect(looks).toBeGreaterThan(6); // of twelve layers
  }, 60_000);

  test("gives up in time what the other thread never ends, and its memory with it", async () => {
    const { kernel, desk } = await openSilent();
    const begun = kernel.begin([randomIds(seeded(44), 8)]);
    expect(desk.takeRun()).toBe(true);
    let looks = 0;
    const late = () => ++looks > 3;
    expect(begun.finish(late)).toBeNull();
    expect(looks).toBe(4);
    expect(kernel.embed([1, 2, 3], late)).toBeNull();
  }, 60_000);

  test("does not wait for ever for an assistant that claimed something and died", async () => {
    const { kernel, started } = await openUnassisted();
    const thief = startThief(started.memory, Number.POSITIVE_INFINITY);
    await thief.ready;
    expect(() => kernel.embed(randomIds(seeded(38), 64))).toThrow(WebAssembly.RuntimeError);
    thief.stop();
  }, 60_000);
});

/** A thread that claims items by the rules of assembly/parallel.ts, does none, and says `ms` milliseconds later that it is done. */
function startThief(memory: WebAssembly.Memory, ms: number) {
  const path = join(folder, `thief-${ms}.js`);
  writeFileSync(
    path,
    `self.onmessage = ({ data: { buffer, desk } }) => {
      const ticket = new BigInt64Array(buffer, desk, 1);
      const done = new Int32Array(buffer, desk + 64, 1);
      const nap = new Int32Array(new SharedArrayBuffer(4));
      postMessage("ready");
      for (;;) {
        const seen = Atomics.load(ticket, 0);
        if ((seen & 0xffffn) >= ((seen >> 16n) & 0xffffn)) continue;
        if (Atomics.compareExchange(ticket, 0, seen, seen + 1n) !== seen) continue;
        if (${ms} > 0) Atomics.wait(nap, 0, 0, ${ms});
        Atomics.add(done, 0, 1);
      }
    };`,
  );
  const worker = new Worker(path);
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  worker.onmessage = () => resolve();
  worker.postMessage({ buffer: memory.buffer, desk: openDesk(memory).at });
  return { ready, stop: () => worker.terminate() };
}
