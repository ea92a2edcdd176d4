// A second thread for one prompt. It is there in 3 ms, and nobody waits for it: the layers of the first text are run by whichever thread
// comes to them first, with the other one taking part in the tasks they consist of (assembly/parallel.ts).
import type { StartedKernel } from "./start.ts";

/** The first message; a job is the second. `weights`: path of encoder.k4. */
export type AssistantSpec = {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly weights: string;
};

/** `thread`: path of its bundle (assistant-thread.ts). Throws when there is no thread to be had. */
export function startAssistant(thread: string, weights: string, started: StartedKernel): void {
  const worker = new Worker(thread);
  worker.onerror = () => {}; // its share is done here
  const {
    code: { module },
    memory,
  } = started;
  worker.postMessage({ module, memory, weights } satisfies AssistantSpec);
  started.desk.setAlone(false);
  started.give = (job) => worker.postMessage(job);
}
