// A second thread for one prompt: until there is something to embed it makes the JIT compile the kernel, then it takes part in the kernel's
// tasks (assembly/parallel.ts). It is ready in 2 ms; nobody waits for it, and without it all is done here, only later.
import { buildLayout } from "./layout.ts";
import { MEMORY } from "./module.ts";

/** A memory above a megabyte brings on a garbage collection. */
const USUAL_PAGES = 15;

export type Assistant = {
  /** Of the kernel that it is to assist. */
  readonly memory: WebAssembly.Memory;
  /** Tells it the kernel's code. */
  begin(module: WebAssembly.Module): void;
};

export type AssistantSpec = { readonly module: WebAssembly.Module; readonly memory: WebAssembly.Memory };

/** `thread`: path of its bundle (assistant-thread.ts). */
export function startAssistant(thread: string): Assistant {
  const worker = new Worker(thread);
  worker.onerror = () => {}; // its share is done here
  const memory = kernelMemory();
  return { memory, begin: (module) => worker.postMessage({ module, memory } satisfies AssistantSpec) };
}

export function kernelMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: USUAL_PAGES, ...MEMORY });
}

/** Where both threads look, whatever the length of a text. */
export function meetingPlaces() {
  const { desk, rehearsal } = buildLayout(0, { vectors: 0, panels: 0 }).regions;
  return { desk: desk.at, rehearsal: rehearsal.at } as const;
}
