// The thread of assistant.ts. Bundled by itself (build/worker.ts): it starts in a process that has just started, so it holds no more than
// it needs.
import { type AssistantSpec, meetingPlaces } from "./assistant.ts";
import { bindExports } from "./module.ts";

declare const self: Worker;

/** Enough for the JIT's last tier; some 3 ms. */
const REHEARSALS = 80;

self.onmessage = ({ data: { module, memory } }: MessageEvent<AssistantSpec>) => {
  const call = bindExports(new WebAssembly.Instance(module, { env: { memory } }));
  const { desk, rehearsal } = meetingPlaces();
  const ticket = new Int32Array(memory.buffer, desk, 2);
  for (let i = 0; i < REHEARSALS && Atomics.load(ticket, 1) === 0; i++) call("rehearse", rehearsal);
  call("assist", desk);
};
