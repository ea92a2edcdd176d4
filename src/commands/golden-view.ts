// A run of golden prompts as people read it: the measures, then what went wrong, way by way.
import { type Measure, reasonOf, shortened } from "../engine/golden-measures.ts";
import type { GoldenReport } from "../engine/golden-report.ts";
import { escapeControl } from "../errors.ts";
import { table } from "./io.ts";

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
