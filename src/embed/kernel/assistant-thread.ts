// The thread of assistant.ts. Bundled by itself (build/worker.ts): it starts in a process that has just started, so it holds no more than
// it needs.
import { compileLate } from "../../host/jit.ts";
import type { AssistantSpec } from "./assistant.ts";
import { openDesk } from "./desk.ts";
import { type Job, runLayers } from "./layers.ts";
import { exportsOf } from "./module.ts";
import { openEncoder } from "./weights.ts";

declare const self: Worker;

const FOR_EVER = -1;

compileLate();

self.onmessage = ({ data: { module, memory, weights } }: MessageEvent<AssistantSpec>) => {
  const run = exportsOf(module, memory);
  const desk = openDesk(memory);
  const encoder = attempt(() => openEncoder(weights, run.layerBytes()));
  self.onmessage = ({ data: job }: MessageEvent<Job>) => {
    // Without weights it can still assist.
    if (encoder !== null && desk.takeRun())
      desk.end(attempt(() => runLayers(job, run, memory, encoder, () => false)) === null ? "failed" : "done");
    run.assist(desk.at, FOR_EVER);
  };
};

/** null: what was wrong the other thread finds, too. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
