// The words of the desk (assembly/parallel.ts) that JavaScript reads and writes: whether the layers are run, and what became of them.
import { FIXED } from "./layout.ts";

/** Byte offsets on the desk. */
const [ASLEEP, ALONE, TAKEN, ENDED, SCRATCH] = [128, 132, 136, 140, 228];

/** 0: not yet. */
const ENDINGS = { done: 1, failed: 2 } as const;
export type Ending = keyof typeof ENDINGS;

export type Desk = ReturnType<typeof openDesk>;

export function openDesk(memory: WebAssembly.Memory) {
  const desk = FIXED.desk.at;
  const words = new Int32Array(memory.buffer, desk, 64);
  const at = (offset: number) => offset >> 2;
  return {
    at: desk,
    /** Whether every item is done by the thread that lays it out: no second one, or one that has kept it waiting. */
    isAlone: () => Atomics.load(words, at(ALONE)) === 1,
    setAlone: (alone: boolean) => void Atomics.store(words, at(ALONE), alone ? 1 : 0),
    /** Where the thread that assists may work. */
    setScratch: (address: number) => void Atomics.store(words, at(SCRATCH), address),
    /** True for the first of both threads: it runs the layers. */
    takeRun: () => Atomics.compareExchange(words, at(TAKEN), 0, 1) === 0,
    /** What became of the layers; null: they are not over. */
    ending: (): Ending | null => {
      const ended = Atomics.load(words, at(ENDED));
      return ended === ENDINGS.done ? "done" : ended === ENDINGS.failed ? "failed" : null;
    },
    end: (how: Ending) => {
      Atomics.store(words, at(ENDED), ENDINGS[how]);
      Atomics.store(words, at(ASLEEP), 0);
      Atomics.notify(words, at(ASLEEP));
    },
  };
}
