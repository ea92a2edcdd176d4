// Candidates of a decision built by hand: below the bar unless told otherwise.
import type { Candidate } from "../../src/match/decision.ts";
import { wayId } from "../../src/ways/way.ts";

export function buildCandidate(id: string, evidence: number | null, change: Partial<Candidate> = {}): Candidate {
  return {
    id: wayId(id),
    alias: null,
    score: evidence,
    null: evidence === null ? null : 0,
    evidence,
    bar: 0.3,
    outcome: "not",
    reason: "below-bar",
    ...change,
  };
}
