// A second thread for one prompt, that takes part in the kernel's tasks (assembly/parallel.ts). It is there in 2 ms; nobody waits for it, and
// without it all is done here, only later.
import { ALONE, meetingPlaces } from "./layout.ts";
import type { StartedKernel } from "./start.ts";

export type AssistantSpec = { readonly module: WebAssembly.Module; readonly memory: WebAssembly.Memory };

/** `thread`: path of its bundle (assistant-thread.ts). Throws when there is no thread to be had. */
export function startAssistant(thread: string, { code: { module }, memory }: StartedKernel): void {
  const worker = new Worker(thread);
  worker.onerror = () => {}; // its share is done here
  worker.postMessage({ module, memory } satisfies AssistantSpec);
  new Int32Array(memory.buffer, meetingPlaces().desk + ALONE, 1)[0] = 0;
}
