// The words of the desk (assembly/parallel.ts) that JavaScript reads and writes: who runs the layers, and what became of them.
import { buildLayout } from "./layout.ts";

/** Byte offsets on the desk. */
const [ASLEEP, ALONE, RUNNER, ENDED, SCRATCH] = [128, 132, 136, 140, 228];

/** Who runs the layers of the first job: whoever comes first, the other one assists. */
const RUNNERS = { kernel: 1, assistant: 2 } as const;
export const ENDING = { running: 0, done: 1, failed: 2 } as const;

/** Where both threads look, and practise, whatever the length of a text. */
export function meetingPlaces() {
  const { desk, rehearsal } = buildLayout(0, { vectors: 0, panels: 0 }).regions;
  return { desk: desk.at, rehearsal: rehearsal.at } as const;
}

export type Desk = ReturnType<typeof openDesk>;

export function openDesk(memory: WebAssembly.Memory) {
  const { desk } = meetingPlaces();
  const words = new Int32Array(memory.buffer, desk, 64);
  const at = (offset: number) => offset >> 2;
  return {
    at: desk,
    /** Whether every item is done by the thread that lays it out: no second one, or one that has kept it waiting. */
    isAlone: () => Atomics.load(words, at(ALONE)) === 1,
    setAlone: (alone: boolean) => void Atomics.store(words, at(ALONE), alone ? 1 : 0),
    /** Where the thread that assists may work. */
    setScratch: (address: number) => void Atomics.store(words, at(SCRATCH), address),
    /** True for the first of both threads. */
    takeRun: (runner: keyof typeof RUNNERS) => Atomics.compareExchange(words, at(RUNNER), 0, RUNNERS[runner]) === 0,
    ending: () => Atomics.load(words, at(ENDED)),
    end: (how: number) => {
      Atomics.store(words, at(ENDED), how);
      Atomics.store(words, at(ASLEEP), 0);
      Atomics.notify(words, at(ASLEEP));
    },
  };
}
