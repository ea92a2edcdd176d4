// A run of golden prompts as people read it: the measures and what they are held to, then what went wrong, way by way.
import type { GoldenResult } from "../engine/golden.ts";
import { type GoldenReport, ratioOf, type Share } from "../engine/golden-report.ts";
import { escapeControl } from "../errors.ts";
import { REASONS } from "../match/decision.ts";
import type { GoldenRun } from "../wiring/golden.ts";
import { table } from "./io.ts";

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

export function measuresOf({ report, floors }: Pick<GoldenRun, "report" | "floors">): readonly Measure[] {
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
    return `${rival?.id} is nearer (${evidence(rival?.evidence ?? null)} to ${evidence(own.evidence)}), and below its bar, too`;
  if (own.reason === "below-bar") return `evidence ${evidence(own.evidence)} below the bar ${own.bar.toFixed(3)}`;
  return REASONS[own.reason];
}

export function renderMeasures(measures: readonly Measure[], report: GoldenReport): string {
  const rows = measures
    .filter(({ share }) => share.of > 0)
    .map(({ name, value, text, limit, isMet }) => [
      isMet ? "" : "MISSED",
      name,
      value.toFixed(3),
      text,
      limit === null ? "" : `must be ${limit}`,
    ]);
  const languages = report.languages.map(({ lang, recall }) => `${lang} ${recall.hits}/${recall.of}`).join(", ");
  return `${table(rows)}${report.languages.length > 1 ? `\n\nfound, by language: ${languages}` : ""}`;
}

/** One line per prompt that went wrong and per phrasing of small talk, under its way; worst ways first. */
export function renderProblems(
  { ways }: GoldenReport,
  limit?: number,
): { readonly text: string; readonly hidden: number } {
  const blocks = ways
    .map((way) => {
      const wrong = way.missed.length + way.fired.length + way.stolen.length + way.smallTalk.length;
      const counted = `${way.id}  found ${way.recall.hits} of ${way.recall.of}`;
      const quoted = (text: string) => `"${escapeControl(shortened(text))}"`;
      const lines = [
        ...way.missed.map((r) => `  missed      ${quoted(r.prompt.prompt)}: ${reasonOf(r)}`),
        ...way.fired.map((r) => `  near-miss   ${quoted(r.prompt.prompt)}: ${reasonOf(r)}`),
        ...way.stolen.map((r) => `  shown for   ${quoted(r.prompt.prompt)} of ${r.way}`),
        ...way.smallTalk.map((text) => `  small talk  ${quoted(text)}`),
      ];
      return { wrong, text: [counted, ...lines].join("\n") };
    })
    .filter(({ wrong }) => wrong > 0)
    .sort((a, b) => b.wrong - a.wrong);
  const shown = blocks.slice(0, limit);
  return { text: shown.map(({ text }) => text).join("\n"), hidden: blocks.length - shown.length };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 70 ? line : `${line.slice(0, 69).toWellFormed()}…`;
}
