// How `ways add` and `ways update` show a package: what it is, what is wrong with it, what of it waits for approval.
import { renderDiagnostic } from "../diagnostics.ts";
import { escapeControl } from "../errors.ts";
import type { PackageChange } from "../wiring/packages.ts";
import type { Shape } from "./args.ts";
import { countFindings, FINDING_SHAPE, plural, renderCounts } from "./findings.ts";
import type { Io } from "./io.ts";

/** Warnings shown before the rest is counted: they are for the package's authors. */
const SHOWN = 8;

/** A package as the lock file has it. */
export const PACKAGE_SHAPE = {
  name: "string",
  version: "string",
  licence: "string",
  source: "string",
  resolved: "string",
  hash: "string",
} as const;

export const CHANGE_SHAPE: Shape = {
  ...PACKAGE_SHAPE,
  ways: ["string"],
  macros: ["string"],
  findings: [FINDING_SHAPE],
};

export function changeAsJson({ after, ways, macros, findings }: PackageChange) {
  return { ...after, ways, macros, findings };
}

export function hasErrors({ findings }: PackageChange): boolean {
  return countFindings(findings).errors > 0;
}

/** `team 1.2.0 (MIT): 5 ways from <source>, commit …`, then its hash and what waits. */
export function renderPackage({ after, ways, macros }: PackageChange): string {
  const { name, version, licence, source, resolved, hash } = after;
  const at = resolved === "" || resolved === version ? "" : ` at ${resolved.slice(0, 12)}`;
  const waiting =
    macros.length === 0
      ? []
      : [`  ${plural(macros.length, "macro")} not run before \`ways trust\`: ${macros.join(", ")}`];
  const lines = [`${name} ${version} (${licence}): ${plural(ways.length, "way")} from ${source}${at}`, `  ${hash}`];
  return escapeControl([...lines, ...waiting].join("\n"));
}

/** On stderr; errors come whole. */
export function tellFindings(io: Io, { after, findings }: PackageChange): void {
  if (findings.length === 0) return;
  const errors = findings.filter(({ severity }) => severity === "error");
  const others = findings.filter(({ severity }) => severity !== "error");
  for (const found of [...errors, ...others.slice(0, SHOWN)]) io.err(renderDiagnostic(found));
  const hidden = others.length - SHOWN;
  const counts = renderCounts(countFindings(findings));
  io.err(`ways: in \`${after.name}\`: ${counts}${hidden > 0 ? ` (${hidden} warnings not shown: \`--json\`)` : ""}`);
}
