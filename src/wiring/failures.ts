// The failures of the last day as findings of `ways doctor`: what each class means, and what to do about it.
// Field lesson: failing open hid six hundred crashes for two weeks.
import type { FailureLine } from "../store/log.ts";
import type { Finding } from "./health.ts";

const DAY_MS = 86_400_000;

type Class = { readonly means: string; readonly fix: string };

const OURS = "report it with this finding and the output of `ways doctor --json`: an event should never do this";
const STATE = "see that the state folder (`ways dirs`) can be written and its disk is not full";

/** By the step at which something failed. */
const CLASSES: Readonly<Record<string, Class>> = {
  stdin: {
    means: "what came in was no event",
    fix: "by hand, `ways hook --help` shows an event to feed it; from an agent, something stands between it and `ways hook`: `ways setup claude` registers the binary itself",
  },
  parse: { means: "an event could not be read", fix: OURS },
  answer: { means: "an event was not answered at all", fix: OURS },
  write: { means: "an answer could not be written", fix: "see that the agent's disk and pipes are not full" },
  record: { means: "an answer was given, but not written down", fix: STATE },
  deadline: {
    means: "answered by triggers alone: the vector was late",
    fix: "the machine was busy, or the model lies on a slow disk; `ways timings` tells how long events take",
  },
  embed: {
    means: "answered by triggers alone: no vector could be made",
    fix: "the findings on model and corpus above say why; `ways self-test` tries the model",
  },
  window: { means: "a text was cut at the model's window behind the reducer", fix: OURS },
  body: { means: "the file of a way could not be read", fix: "`ways lint` names files that cannot be read" },
  vectors: {
    means: "the vectors of your ways could not be kept",
    fix: "see that the cache folder (`ways dirs`) can be written",
  },
  thread: {
    means: "texts were embedded on one core: a thread of the embedding did not work",
    fix: OURS,
  },
  corpus: { means: "the corpus was not refreshed", fix: "`ways corpus` tries again and says why" },
  macro: { means: "a macro could not be run", fix: "`ways trust` shows the macros; run the file by hand" },
  "macro-late": { means: "a macro took too long", fix: "run the file by hand: it has two seconds at most" },
  "macro-exit": { means: "a macro ended with an error", fix: "run the file by hand to see the error" },
  trust: { means: "approvals could not be read, so nothing was approved", fix: "see the finding on approvals above" },
  packages: { means: "the lock file of packages could not be read, so none was used", fix: "see packages above" },
  stash: { means: "what a sub-agent should be told was not kept", fix: STATE },
  collect: { means: "a sub-agent was not told what waited for it", fix: STATE },
  "session-epoch": { means: "an event was not counted", fix: STATE },
  "session-claim": { means: "what was shown is not remembered, it may be shown again", fix: STATE },
  "session-metrics": { means: "what was shown is missing in the metrics", fix: STATE },
  "session-generation": { means: "a compaction was not noted, ways may not come again", fix: STATE },
};

export function failureFindings(lines: readonly FailureLine[], now: number): readonly Finding[] {
  const check = "failures";
  const recent = lines.filter((line) => now - Date.parse(line.at) < DAY_MS);
  if (recent.length === 0) return [{ check, state: "ok", message: "none in the last day" }];
  return [...Map.groupBy(recent, ({ step, kind }) => `${step}: ${kind}`)].map(([name, same]): Finding => {
    const last = same.at(-1);
    const known = last && Object.hasOwn(CLASSES, last.step) ? CLASSES[last.step] : undefined;
    const means = known === undefined ? "" : ` (${known.means})`;
    const hint = known?.fix ?? OURS;
    return {
      check,
      state: "problem",
      message: `${same.length} × ${name}${means} in the last day, last at ${last?.at}`,
      hint,
    };
  });
}
