// The thread of assistant.ts. Bundled by itself (build/worker.ts): it starts in a process that has just started, so it holds no more than
// it needs.
import type { AssistantSpec } from "./assistant.ts";
import { meetingPlaces } from "./layout.ts";
import { exportsOf } from "./module.ts";

declare const self: Worker;

self.onmessage = ({ data: { module, memory } }: MessageEvent<AssistantSpec>) => {
  exportsOf(module, memory).assist(meetingPlaces().desk);
};
