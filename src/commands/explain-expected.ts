// `ways explain --expect`: whether the way one meant was shown, and what to do when it was not.
import { type Diagnostic, nearest, renderDiagnostic } from "../diagnostics.ts";
import { type Candidate, type Decision, isEmbedded, REASONS, type Reason } from "../match/decision.ts";
import { stemOf } from "../ways/graph.ts";
import type { WayId } from "../ways/way.ts";
import type { RowsState } from "../wiring/corpus-state.ts";

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
  disabled: () => "`ways config show --origin` tells which file says so",
  "no-vector": () =>
    "`commands:`, `files:` and `errors:` in its frontmatter are triggers for that; prompts are matched by meaning",
};

/** Why a way was not shown that its texts might have brought up. */
const BY_MEANING: ReadonlySet<Reason> = new Set(["no-vector", "below-bar", "not-best"]);

/** What keeps its texts from being compared, and what a person can do about it; lint says more where its file is at fault. */
const WITHHELD: Readonly<Record<Exclude<RowsState, "made">, readonly [why: string, next: string]>> = {
  missing: ["words of it are not embedded yet", "`ways check` or `ways corpus` does it"],
  "failed lint": ["an error in its file keeps it from being embedded", "`ways lint` says which"],
  "of this project, which is disincluded": ["this project is disincluded", "`ways project include` takes its ways in"],
  "without a text": ["it has no words to be compared with", "write a `description:` and `aliases:`, then `ways check`"],
};

export type LookInto = {
  readonly state: (id: WayId) => Promise<RowsState | null>;
  readonly finding: (name: string) => Promise<Diagnostic | null>;
};

/** Says why on stderr, and what next. */
export async function renderMissed(decision: Decision, expected: string, look: LookInto): Promise<string> {
  const found = candidateNamed(decision, expected);
  if (found === null) {
    const finding = await look.finding(expected);
    return said(`\`${expected}\` is no way that could compete here`, finding ?? nearHint(decision, expected));
  }
  const { id, evidence, bar, reason } = found;
  const state = isEmbedded(decision) && BY_MEANING.has(reason) ? await look.state(id) : null;
  if (state !== null && state !== "made") {
    const [why, next] = WITHHELD[state];
    const finding = state === "failed lint" ? await look.finding(id) : null;
    return said(`\`${id}\` was not shown: ${why}`, finding ?? next);
  }
  const numbers = reason === "below-bar" && evidence !== null ? ` (${evidence.toFixed(3)} of ${bar.toFixed(3)})` : "";
  const best = decision.shown[0] ?? decision.candidates.find((other) => other.id !== id)?.id ?? "";
  return said(`expected \`${id}\`, not shown: ${REASONS[reason]}${numbers}`, NEXT[reason]?.(best));
}

function nearHint({ candidates }: Decision, expected: string): string {
  const near = nearest(
    expected,
    candidates.flatMap(({ id }) => [id, stemOf(id)]),
  );
  return near ? `did you mean \`${near}\`?` : "`ways list` shows the ways here, `ways lint` why a file is not read";
}

function said(what: string, next: string | Diagnostic | undefined): string {
  if (next === undefined) return `ways: ${what}`;
  return `ways: ${what}\n\n${typeof next === "string" ? `hint: ${next}` : renderDiagnostic(next)}`;
}
