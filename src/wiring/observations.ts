// What the own ways' aliases, their golden prompts of the tuning half and the null node's phrasings say about bars.
import { type Observed, observeAliases, type Trial, tryPhrasing, tryPrompt } from "../engine/outcomes.ts";
import type { Progress } from "../engine/refresh.ts";
import type { Env } from "../host/env.ts";
import { everydayRows } from "../match/block.ts";
import { BUDGETS, reduceText } from "../match/reduce.ts";
import type { Calibration } from "../match/space.ts";
import type { Config } from "../ways/config.ts";
import type { Golden } from "../ways/golden.ts";
import type { Way, WayId } from "../ways/way.ts";
import { openTrials } from "./arena.ts";
import { type Authored, ownWays } from "./authoring.ts";

/** What an author tunes here: a place or a folder, and the ways of it that are meant. */
export type TuneSubject = {
  readonly env: Env;
  readonly cwd: string;
  readonly waysDir: string | null;
  /** Given the own ways, the ids that are meant. */
  readonly choose: (own: readonly Way[]) => readonly WayId[];
};

export type Observations = {
  readonly tuned: ReadonlySet<WayId>;
  /** All that compete. */
  readonly ways: ReadonlyMap<WayId, Way>;
  readonly calibration: Calibration;
  readonly config: Config;
  readonly aliases: readonly Observed[];
  /** Golden prompts, then phrasings. */
  readonly trials: readonly Trial[];
  readonly phrasings: number;
};

/** `embedding`: texts of ways that are new; `progress`: aliases, prompts and phrasings tried. */
export async function observeWays(
  { env, cwd, waysDir, choose }: TuneSubject,
  embedding: Progress,
  progress: Progress,
): Promise<Observations> {
  const opened = await openTrials(env, cwd, waysDir, embedding);
  const { authored, config, calibration, vectorOf, flush } = opened;
  const chosen = [...chosenOf(authored, choose)];
  const common = { ways: authored.ways, calibration, config };
  if (chosen.length === 0) return { ...common, tuned: new Set(), aliases: [], trials: [], phrasings: 0 };
  const arena = await opened.arena();
  const tuned = new Set(chosen.filter((id) => arena.rows.has(id)));
  const prompts = [...authored.golden].flatMap(labelled);
  const phrasings = everydayRows(calibration.nothing);
  const texts = [...arena.rows.values()].reduce((sum, rows) => sum + rows.length, 0);
  const step = counter(progress, texts + prompts.length + phrasings);

  const aliases: Observed[] = [];
  for (const seen of observeAliases(tuned, arena)) {
    aliases.push(...seen);
    step();
  }
  const trials: Trial[] = [];
  for (const { text, ...label } of prompts) {
    trials.push(tryPrompt({ ...label, vector: await vectorOf(reduceText(text, BUDGETS.prompt)) }, arena));
    step();
  }
  for (let i = 0; i < phrasings; i++) {
    trials.push(tryPhrasing(i, arena));
    step();
  }
  flush();
  return { ...common, tuned, aliases, trials, phrasings };
}

/** Prompts that are embedded, of the half that may be tuned on. */
function labelled([way, { prompts }]: readonly [WayId, Golden]) {
  return prompts
    .filter(({ holdout, event }) => !holdout && (event === "prompt" || event === "task"))
    .map(({ prompt, kind, also }) => ({
      text: prompt,
      right: new Set(kind === "negative" ? also : [way, ...also]),
      nearMissOf: kind === "negative" ? way : null,
    }));
}

/** Ids among the own ways. */
export function chosenOf(authored: Authored, choose: TuneSubject["choose"]): ReadonlySet<WayId> {
  return new Set(choose([...ownWays(authored).values()]));
}

function counter(progress: Progress, total: number): () => void {
  let done = 0;
  return () => progress(++done, total);
}
