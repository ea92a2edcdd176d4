// A problem in something a person wrote (way, locale row, golden prompt, configuration): a value, never thrown.
import { escapeControl } from "./errors.ts";

export type Severity = "error" | "warning" | "info";

export type Diagnostic = {
  readonly severity: Severity;
  /** Stable, kebab-case: the name of the rule and of its fixture folder. */
  readonly code: string;
  readonly file: string;
  /** 1-based; 1 when the whole file is meant. */
  readonly line: number;
  /** 1-based, UTF-16 units. */
  readonly column: number;
  readonly message: string;
  readonly hint?: string;
};

/** `file:line:column: severity: message (code)`, the hint on a line of its own. */
export function renderDiagnostic(d: Diagnostic): string {
  const head = `${d.file}:${d.line}:${d.column}: ${d.severity}: ${d.message} (${d.code})`;
  return escapeControl(d.hint ? `${head}\n  hint: ${d.hint}` : head);
}

/** The nearest of `names` within two edits of `word` (or a third of its length), for did-you-mean hints. */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3));
  let best: string | undefined;
  let distance = limit + 1;
  for (const name of names) {
    const d = editDistance(word.toLowerCase(), name.toLowerCase());
    if (d < distance) [best, distance] = [name, d];
  }
  return best;
}

/** Optimal string alignment distance: insert, delete, replace, swap of neighbours. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min(at(i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(i - 1, j - 1) + same);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, at(i - 2, j - 2) + 1);
      row.push(d);
    }
  }
  return at(a.length, b.length);
}
