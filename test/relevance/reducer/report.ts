// The tables of docs/adr/0004: share of right nodes at rank 1 per group, and paired differences.
import { mean, pairedInterval } from "./statistics.ts";

export type Outcome = { readonly group: string; readonly opens: boolean; readonly rank: number };

const first = (o: Outcome) => (o.rank === 1 ? 1 : 0);
const third = (o: Outcome) => (o.rank <= 3 ? 1 : 0);
const percent = (x: number) => (100 * x).toFixed(1);

export function renderReport(outcomes: ReadonlyMap<string, readonly Outcome[]>): string {
  const [some = []] = outcomes.values();
  const groups = [...new Set(some.map((o) => o.group))];
  const names = [...outcomes.keys()];
  const cell = (name: string, keep: (o: Outcome) => boolean, score = first) =>
    percent(mean((outcomes.get(name) ?? []).filter(keep).map(score)));
  const table = [
    `| group | n | ${names.join(" | ")} |`,
    `|---|---|${names.map(() => "---").join("|")}|`,
    ...groups.map(
      (g) =>
        `| ${g} | ${some.filter((o) => o.group === g).length} | ${names.map((n) => cell(n, (o) => o.group === g)).join(" | ")} |`,
    ),
    `| **all, rank 1** | ${some.length} | ${names.map((n) => cell(n, () => true)).join(" | ")} |`,
    `| all, rank ≤ 3 | ${some.length} | ${names.map((n) => cell(n, () => true, third)).join(" | ")} |`,
  ];
  return [...table, "", ...differences(outcomes, groups)].join("\n");
}

/** What `shipped` gains over the others, with 95 % intervals. */
function differences(outcomes: ReadonlyMap<string, readonly Outcome[]>, groups: readonly string[]): readonly string[] {
  const shipped = outcomes.get("shipped");
  if (!shipped) return [];
  const parts: readonly (readonly [string, (o: Outcome) => boolean])[] = [
    ["topic opens the text", (o) => o.opens],
    ["topic does not open it", (o) => !o.opens],
    ["dispatch prompts", (o) => o.group.startsWith("dispatch")],
    ...groups.map((g) => [g, (o: Outcome) => o.group === g] as const),
  ];
  const rows = [...outcomes.keys()].filter((n) => n !== "shipped");
  return [
    `| shipped minus … | ${rows.join(" | ")} |`,
    `|---|${rows.map(() => "---").join("|")}|`,
    ...parts.map(([title, keep]) => {
      const own = shipped.filter(keep).map(first);
      const cells = rows.map((name) => {
        const d = pairedInterval(own, (outcomes.get(name) ?? []).filter(keep).map(first));
        return `${percent(d.mean)} (${percent(d.low)} … ${percent(d.high)})`;
      });
      return `| ${title} (${own.length}) | ${cells.join(" | ")} |`;
    }),
  ];
}
