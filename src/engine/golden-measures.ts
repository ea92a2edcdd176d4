// What a run of golden prompts is held to, and why a prompt did not do what it should.
import { REASONS } from "../match/decision.ts";
import type { GoldenResult } from "./golden.ts";
import { type GoldenReport, ratioOf, type Share } from "./golden-report.ts";

/** Small talk that may show one of the ways, as a share of the null node's phrasings. */
const MAX_SMALL_TALK = 0.02;

export type Measure = {
  readonly name: string;
  readonly value: number;
  readonly share: Share;
  readonly text: string;
  /** As people read it; null: only told. */
  readonly limit: string | null;
  readonly isMet: boolean;
};

type Judged = {
  readonly report: GoldenReport;
  /** `golden.precision` and `golden.recall` of the configuration. */
  readonly floors: { readonly precision: number; readonly recall: number };
};

export function measuresOf({ report, floors }: Judged): readonly Measure[] {
  const floor = (name: string, share: Share, at: number) =>
    measure(name, share, { limit: `≥ ${at}`, isMet: share.of === 0 || ratioOf(share) >= at });
  const told = (name: string, share: Share) => measure(name, share, { limit: null, isMet: true });
  return [
    floor("recall", report.recall, floors.recall),
    floor("precision", report.precision, floors.precision),
    told("direct", report.direct),
    told("situational", report.situational),
    told("near-misses held", report.held),
    measure("small talk", report.smallTalk, {
      limit: `≤ ${MAX_SMALL_TALK}`,
      isMet: report.smallTalk.of === 0 || ratioOf(report.smallTalk) <= MAX_SMALL_TALK,
    }),
  ];
}

function measure(name: string, share: Share, limit: Pick<Measure, "limit" | "isMet">): Measure {
  return { name, share, value: ratioOf(share), text: `${share.hits} of ${share.of}`, ...limit };
}

/** Why a prompt did not do what it should. */
export function reasonOf({ verdict, own, rival, wrong, shown }: GoldenResult): string {
  const evidence = (x: number | null) => (x === null ? "none" : x.toFixed(3));
  if (verdict === "fired")
    return own ? `${REASONS[own.reason]}, ${evidence(own.evidence)} at bar ${own.bar.toFixed(3)}` : "";
  if (wrong.length > 0) return `${wrong.join(", ")} shown instead`;
  if (shown.length > 0) return `${shown.join(", ")} shown`;
  if (own === null) return "the way cannot compete here";
  if (own.reason === "not-best" || (own.reason === "below-bar" && (rival?.evidence ?? -1) > (own.evidence ?? -1)))
    return `${rival?.id} is ${comparison(evidence(rival?.evidence ?? null), evidence(own.evidence))}, and below its bar, too`;
  if (own.reason === "below-bar") return `evidence ${evidence(own.evidence)} below the bar ${own.bar.toFixed(3)}`;
  return REASONS[own.reason];
}

/** As printed: what differs beyond the last digit is as near. */
function comparison(theirs: string, own: string): string {
  return theirs === own ? `as near (${own})` : `nearer (${theirs} to ${own})`;
}

const PROMPT_UNITS = 70;

/** A prompt on one line, as messages quote it. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= PROMPT_UNITS ? line : `${line.slice(0, PROMPT_UNITS - 1).toWellFormed()}…`;
}
