// Who gets a second thread (embed/kernel/assistant.ts): nobody for whom it would be late, idle, or a burden.
import { loadAverage } from "../host/load.ts";

/** UTF-8 bytes of a text, some ten tokens, that is embedded before a thread has paid for its start. */
const SHORT = 48;

/** Processes for each core that want to run, from which on a thread would only wait for one. */
const BUSY = 1.5;

export type Machine = { readonly cores: number; readonly load: number };

export function isAssisted(text: string, { cores, load }: Machine = thisMachine()): boolean {
  return cores > 1 && load <= BUSY * cores && Buffer.byteLength(text) >= SHORT;
}

function thisMachine(): Machine {
  return { cores: navigator.hardwareConcurrency, load: loadAverage() };
}
