// How verbs for authors print findings: paths as one would type them here, counts by severity, exit 1 for errors and warnings.
import { isAbsolute, relative } from "node:path";
import { type Diagnostic, renderDiagnostic } from "../diagnostics.ts";
import { EXIT } from "../errors.ts";
import type { Shape } from "./args.ts";
import { type Io, printJson } from "./io.ts";

export const FINDING_SHAPE: Shape = {
  severity: "string",
  code: "string",
  file: "string",
  line: "number",
  column: "number",
  message: "string",
  "hint?": "string",
};

/** For verbs that show a view, and with `--check` judge it. */
export const CHECK_FLAG = {
  check: { kind: "flag", meaning: "only what breaks the rules of ADR-105; exit 1 when something does" },
} as const;

/** What `--check` prints, and its exit code. */
export function reportCheck(io: Io, verb: string, withJson: boolean, found: readonly Diagnostic[]): number {
  const findings = placedFrom(io.cwd, found);
  const counts = countFindings(findings);
  if (withJson) printJson(io, verb, { ok: exitCodeOf(counts) === EXIT.ok, findings });
  else {
    printFindings(io, findings, false);
    io.err(`ways ${verb}: ${renderCounts(counts)}`);
  }
  return exitCodeOf(counts);
}

/** Below the working folder: relative to it; otherwise as it is. */
export function pathFrom(cwd: string, path: string): string {
  if (!isAbsolute(path)) return path;
  const short = relative(cwd, path);
  return short === "" || short.startsWith("..") || isAbsolute(short) ? path : short;
}

export function placedFrom(cwd: string, findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.map((found) => ({ ...found, file: pathFrom(cwd, found.file) }));
}

export type Counts = { readonly errors: number; readonly warnings: number; readonly notes: number };

export function countFindings(findings: readonly Diagnostic[]): Counts {
  const count = (severity: Diagnostic["severity"]) => findings.filter((d) => d.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), notes: count("info") };
}

export function exitCodeOf({ errors, warnings }: Counts): number {
  return errors + warnings === 0 ? EXIT.ok : EXIT.finding;
}

/** Notes only where they are asked for: a large library has many, and none of them asks for anything. */
export function printFindings(io: Io, findings: readonly Diagnostic[], withNotes: boolean): void {
  for (const found of findings) if (withNotes || found.severity !== "info") io.out(renderDiagnostic(found));
}

export function renderCounts({ errors, warnings, notes }: Counts): string {
  return [plural(errors, "error"), plural(warnings, "warning"), plural(notes, "note")].join(", ");
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
