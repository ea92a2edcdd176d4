// A kernel before its weights are opened: what it needs to practise. Code in WebAssembly begins in an interpreter, which takes seventy times as
// long for a product as the JIT's last tier; the JIT compiles, in a thread of its own, what has been called often. So the kernel is started
// as soon as it is known that a text will be embedded, and practises while there is other work to do.
import { type Desk, openDesk } from "./desk.ts";
import type { Job } from "./layers.ts";
import { FIXED } from "./layout.ts";
import { type Exports, exportsOf, type KernelCode, type KernelExport, kernelMemory } from "./module.ts";

export type StartedKernel = {
  readonly code: KernelCode;
  readonly memory: WebAssembly.Memory;
  readonly run: Exports<KernelExport>;
  readonly desk: Desk;
  /** Gives a second thread the layers of the first text, which it runs if it comes to them first; null: there is none. */
  give: ((job: Job) => void) | null;
  /** For half a millisecond at most, and not at all once it has been enough. Worth while some time after the start, and before the first text. */
  practise(): void;
};

/** Calls until the JIT takes a function up into its first tier, and into its last: ten, and 3,334. */
const FIRST = 12;
const LAST = 3_400;
/** So many at a time, then a look at the clock: in the interpreter a call takes ten times as long. */
const PORTION = 100;
const MOST_MS = 0.5;

/** Of what else is called for a text: at the start, as much of it has loops, and later, as the rest is taken up when it has been called ten times. */
const FIRST_OF_REST = 3;
const OF_REST = 9;

export function startKernel(code: KernelCode): StartedKernel {
  const memory = kernelMemory();
  const run = exportsOf(code.module, memory);
  const desk = openDesk(memory);
  const practice = FIXED.practice.at;
  desk.setAlone(true);
  run.practise(practice, FIRST);
  for (let i = 0; i < FIRST_OF_REST; i++) run.practiseRest(practice);
  let left = LAST;
  let rest = OF_REST;
  return {
    code,
    memory,
    run,
    desk,
    give: null,
    practise() {
      const end = performance.now() + MOST_MS;
      for (; left > 0 && performance.now() < end; left -= PORTION) run.practise(practice, PORTION);
      for (; rest > 0 && performance.now() < end; rest--) run.practiseRest(practice);
    },
  };
}
