// Triggers that would fire on ordinary work: `make`, `tag`, `^git`. Measured on stored samples, because a trigger ignores the score.
import type { Diagnostic } from "../../diagnostics.ts";
import { foldText } from "../pattern.ts";
import { compilePattern, type Pattern } from "../regex.ts";
import { ORDINARY_PROMPTS } from "./ordinary-prompts.ts";
import { ORDINARY_COMMANDS, ORDINARY_ERRORS, ORDINARY_PATHS } from "./ordinary-work.ts";
import { atKey, type LintRule, type Subject } from "./subject.ts";

type Sample = {
  readonly texts: readonly string[];
  readonly folded: string;
  readonly limit: number;
  readonly what: string;
};

const sampleOf = (texts: readonly string[], limit: number, what: string): Sample => ({
  texts,
  folded: foldText(texts.join("\n")),
  limit,
  what,
});

/** The number of ordinary texts from which on a trigger is too broad. */
const SAMPLES = {
  pattern: sampleOf(ORDINARY_PROMPTS, 3, "ordinary prompts"),
  commands: sampleOf(ORDINARY_COMMANDS, 6, "ordinary commands"),
  errors: sampleOf(ORDINARY_ERRORS, 4, "ordinary errors"),
  files: sampleOf(ORDINARY_PATHS, 8, "ordinary paths"),
} as const;

/** Patterns repeat across ways: each is measured once per run. */
export function breadthRule(): LintRule {
  const known = new Map<string, readonly string[]>();
  const hitsOf = (lane: keyof typeof SAMPLES, pattern: Pattern): readonly string[] => {
    const key = `${lane} ${pattern.source}`;
    const hits = known.get(key) ?? measure(SAMPLES[lane], pattern);
    known.set(key, hits);
    return hits;
  };
  return (subject) => {
    const { pattern, commands, files, errors } = subject.way.triggers;
    const written = (patterns: readonly Pattern[]) => patterns.map((regex) => ({ regex, source: regex.source }));
    const lanes = { pattern: written(pattern), commands: written(commands), errors: written(errors), files };
    return Object.keys(SAMPLES)
      .filter(isLane)
      .flatMap((lane) => lanes[lane].flatMap((one, i) => judge(subject, lane, i, one.source, hitsOf(lane, one.regex))));
  };
}

function measure({ texts, folded }: Sample, pattern: Pattern): readonly string[] {
  if (pattern.needles.length > 0 && !pattern.needles.some((needle) => folded.includes(needle))) return [];
  const matches = compilePattern(pattern);
  return texts.filter((text) => matches(text));
}

function judge(
  subject: Subject,
  lane: keyof typeof SAMPLES,
  index: number,
  source: string,
  hits: readonly string[],
): readonly Diagnostic[] {
  const { limit, texts, what } = SAMPLES[lane];
  if (hits.length < limit) return [];
  const key = subject.parsed.places.has(`${lane}[${index}]`) ? `${lane}[${index}]` : lane;
  const examples = hits.slice(0, 2).map((text) => `\`${text}\``);
  const message = `\`${lane}\` \`${source}\` meets ${hits.length} of ${texts.length} ${what}: ${examples.join(", ")}`;
  const hint =
    lane === "pattern"
      ? "name a term that only this way can mean, or leave it to the aliases"
      : "name the very thing this way is about";
  return [atKey(subject, key, "over-broad", { message, hint })];
}

function isLane(key: string): key is keyof typeof SAMPLES {
  return key in SAMPLES;
}
