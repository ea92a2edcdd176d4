// How far long work has come: a bar on a terminal, one line per step elsewhere. On stderr, and nothing of the bar stays.
import type { Io } from "./io.ts";

const WIDTH = 24;
/** A terminal is written to no oftener. */
const PAUSE_MS = 80;

export type ProgressBar = {
  readonly step: (text: string) => void;
  readonly progress: (done: number, total: number) => void;
};

/** `work`: what is being done, as in "embedding". */
export function openProgress(
  io: Pick<Io, "err" | "showStatus">,
  work: string,
  now: () => number = () => performance.now(),
): ProgressBar {
  const started = now();
  let drawn = Number.NEGATIVE_INFINITY;
  const { showStatus } = io;
  const bar = (done: number, total: number) => {
    if (showStatus === null) return;
    if (done < total && now() - drawn < PAUSE_MS) return;
    drawn = now();
    showStatus(done < total ? renderBar(work, done, total, now() - started) : "");
  };
  return {
    step: (text) => {
      showStatus?.("");
      io.err(text);
    },
    progress: (done, total) => {
      bar(done, total);
      if (done === 1 && showStatus === null) io.err(`${work} ${total} ${total === 1 ? "text" : "texts"}`);
    },
  };
}

/** `embedding [#####-----] 123 of 456, 12 s left`. */
export function renderBar(work: string, done: number, total: number, elapsedMs: number): string {
  const full = Math.floor((done / total) * WIDTH);
  const left = done === 0 ? null : Math.ceil(((elapsedMs / done) * (total - done)) / 1_000);
  const bar = `${"#".repeat(full)}${"-".repeat(WIDTH - full)}`;
  return `${work} [${bar}] ${done} of ${total}${left === null ? "" : `, ${left} s left`}`;
}
