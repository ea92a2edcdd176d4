// The text an agent gets: short enough to be shown whole, its links and tables in order.
import type { Diagnostic } from "../../diagnostics.ts";
import { nearest } from "../../diagnostics.ts";
import { MAX_BODY_UNITS, MAX_LINES } from "../budget.ts";
import { sharedStems, stemOf } from "../graph.ts";
import { parseSeeAlso, type Section } from "../markdown.ts";
import { type WayId, wayId } from "../way.ts";
import { atBody, atKey, type LintRule, type Subject } from "./subject.ts";

export const lintBody: LintRule = (subject) => {
  const { way, parsed } = subject;
  const found = [];
  const units = way.body.trim().length;
  if (units > MAX_BODY_UNITS)
    found.push(
      atKey(subject, "", "body-too-large", {
        message: `the body has ${units.toLocaleString("en")} characters; above ${MAX_BODY_UNITS.toLocaleString("en")} it may find no room even in a message of its own, and then only the way's name is shown`,
        hint: "split it into a parent and children",
      }),
    );
  if (parsed.lines > MAX_LINES)
    found.push(
      atKey(subject, "", "body-long", {
        message: `the file has ${parsed.lines} lines, more than ${MAX_LINES}`,
        hint: splitHint(concernsOf(parsed.sections)),
      }),
    );
  return found;
};

/** ADR-105: over 80 lines with several concerns should split. */
function splitHint(concerns: readonly string[]): string {
  if (concerns.length < 2) return "shorten it: an agent pays for every line";
  return `split it into a parent and children: ${concerns.map((title) => `\`${title}\``).join(", ")}`;
}

/** Titles of the sections that are about something of their own. */
function concernsOf(sections: readonly Section[]): readonly string[] {
  const isForm = /^(?:see also|common rationali[sz]ations|stage:.*)$/i;
  return sections.flatMap(({ level, title }) => (level === 2 && !isForm.test(title) ? [title] : []));
}

export const lintSeeAlso: LintRule = (subject, { ways, isWay }) => {
  const { links, strange } = parseSeeAlso(subject.parsed.sections);
  const shape = strange.map(({ text, line }) =>
    atBody(subject, line, "see-also-shape", { message: `\`${text}\` is no link`, hint: "write `- id — label`" }),
  );
  const missing = links
    .filter(({ id }) => !isWay(wayId(id)) || id === subject.way.id)
    .map(({ id, line }) =>
      atBody(subject, line, "see-also-missing", {
        message: id === subject.way.id ? `\`${id}\` is this way itself` : `there is no way \`${id}\``,
        ...(id === subject.way.id ? {} : nearHint(id, ways.keys())),
      }),
    );
  return [...shape, ...missing];
};

function nearHint(id: string, ids: Iterable<WayId>): { readonly hint?: string } {
  const all = [...ids];
  const near = all.find((other) => stemOf(other) === id.split("/").at(-1)) ?? nearest(id, all);
  return near === undefined ? {} : { hint: `did you mean \`${near}\`?` };
}

/** ADR-105: excuses are answered where the work is done, in leaves, as a table of two columns. */
export const lintRationalizations: LintRule = (subject, { family }) => {
  const sections = subject.parsed.sections.filter(({ title }) => /^common rationali[sz]ations$/i.test(title));
  return sections.flatMap((section): readonly Diagnostic[] => {
    const child = family.children.get(subject.way.id)?.[0];
    const place =
      child === undefined ? [] : [atBody(subject, section.line, "rationalizations-place", placeRemark(child))];
    const fault = tableFault(section);
    const shape =
      fault === null
        ? []
        : [atBody(subject, section.line + fault.line, "rationalizations-shape", tableRemark(fault.what))];
    return [...place, ...shape];
  });
};

const placeRemark = (child: WayId) => ({
  message: `a rationalization table stands in a way with children (\`${child}\`)`,
  hint: "move it into the leaf whose work the excuses would skip",
});
const tableRemark = (what: string) => ({
  message: `the rationalization table ${what}`,
  hint: "write `| Excuse | Why it fails |`, `|---|---|`, then one row for each excuse",
});

/** `line`: lines after the heading. */
function tableFault({ lines }: Section): { readonly line: number; readonly what: string } | null {
  const rows = lines.flatMap((text, i) => (text.trim().startsWith("|") ? [{ cells: cellsOf(text), line: i + 1 }] : []));
  const [head, rule, ...body] = rows;
  if (!head || !rule?.cells.every((cell) => /^:?-+:?$/.test(cell))) return { line: 0, what: "is missing" };
  if (body.length === 0) return { line: head.line, what: "has no rows" };
  const odd = rows.find(({ cells }) => cells.length !== 2 || cells.includes(""));
  return odd
    ? { line: odd.line, what: `has a row with ${odd.cells.filter((cell) => cell !== "").length} filled cells` }
    : null;
}

function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\||\|$/g, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** Stems are names people use: two ways with one stem can only be told apart by their whole id. */
export function lintStems(subjects: readonly Subject[]): readonly Diagnostic[] {
  const shared = sharedStems(subjects.map(({ way }) => way.id));
  return subjects.flatMap((subject) => {
    const others = shared.get(stemOf(subject.way.id))?.filter((id) => id !== subject.way.id) ?? [];
    if (others.length === 0) return [];
    return [
      atKey(subject, "", "stem-shared", {
        message: `is called like ${others
          .slice(0, 3)
          .map((id) => `\`${id}\``)
          .join(", ")}`,
      }),
    ];
  });
}
