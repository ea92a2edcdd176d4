// `ways explain --expect`: whether the way one meant was shown, and what to do when it was not.
import { nearest } from "../diagnostics.ts";
import { type Candidate, type Decision, REASONS, type Reason } from "../match/decision.ts";
import { stemOf } from "../ways/graph.ts";

/** By its id, or by the last part of it where only one way has it; null: it could not compete. */
export function candidateNamed({ candidates }: Decision, name: string): Candidate | null {
  const [only, ...more] = candidates.filter(({ id }) => stemOf(id) === name);
  return candidates.find(({ id }) => id === name) ?? (more.length === 0 ? (only ?? null) : null);
}

/** What a person can do about a reason; `best`: the way that has better evidence. */
const NEXT: Partial<Record<Reason, (best: string) => string>> = {
  "below-bar": () => "put this situation into its `aliases:`, in words of your own; then `ways check`, and ask again",
  "not-best": (best) =>
    `\`${best}\` is nearer: make its \`aliases:\` more specific to this situation; then \`ways check\`, and ask again`,
  "parent-not-shown": () => "`requires_parent: true` in its frontmatter says so",
  "when-fails": () => "see `when:` in its frontmatter",
  "other-scope": () => "see `scope:` in its frontmatter",
  disabled: () => "`ways config` tells which file says so",
  "no-vector": () =>
    "`commands:`, `files:` and `errors:` in its frontmatter are triggers for that; prompts are matched by meaning",
};

/** Says why on stderr, and what next. */
export function renderMissed(decision: Decision, expected: string): string {
  const found = candidateNamed(decision, expected);
  if (found === null) {
    const near = nearest(
      expected,
      decision.candidates.flatMap(({ id }) => [id, stemOf(id)]),
    );
    const hint = near
      ? `did you mean \`${near}\`?`
      : "`ways list` shows the ways here, `ways lint` why a file is not read";
    return `ways: \`${expected}\` is no way that could compete here\n\nhint: ${hint}`;
  }
  const { id, evidence, bar, reason, score } = found;
  if (score === null && decision.null !== null)
    return `ways: \`${id}\` was not shown: its words are not embedded yet\n\nhint: \`ways check\` or \`ways corpus\` does it`;
  const numbers = reason === "below-bar" && evidence !== null ? ` (${evidence.toFixed(3)} of ${bar.toFixed(3)})` : "";
  const best = decision.shown[0] ?? decision.candidates.find((other) => other.id !== id)?.id ?? "";
  const next = NEXT[reason]?.(best);
  return `ways: expected \`${id}\`, not shown: ${REASONS[reason]}${numbers}${next === undefined ? "" : `\n\nhint: ${next}`}`;
}
