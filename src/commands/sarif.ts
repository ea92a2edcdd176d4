// Findings as SARIF 2.1.0, so that code hosts and editors show them in place. Written out here: the part of the format that
// a list of findings needs is one object.
import type { Diagnostic, Severity } from "../diagnostics.ts";

const LEVEL: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** `meanings`: by code; every code of a finding is among them. `file` of a finding is a path below the root, or absolute. */
export function formatSarif(
  findings: readonly Diagnostic[],
  meanings: ReadonlyMap<string, string>,
  version: string,
): string {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "ways",
            version,
            rules: codes.map((id) => ({ id, shortDescription: { text: meanings.get(id) ?? id } })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: findings.map((found) => resultOf(found, codes)),
      },
    ],
  };
  return JSON.stringify(log, null, 2);
}

function resultOf({ severity, code, file, line, column, message, hint }: Diagnostic, codes: readonly string[]) {
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVEL[severity],
    message: { text: hint === undefined ? message : `${message}\n${hint}` },
    locations: [
      { physicalLocation: { artifactLocation: placeOf(file), region: { startLine: line, startColumn: column } } },
    ],
  };
}

function placeOf(file: string): { readonly uri: string; readonly uriBaseId?: string } {
  const path = file.replaceAll("\\", "/");
  const uri = path.split("/").map(encodeURIComponent).join("/");
  if (/^[A-Za-z]:\//.test(path)) return { uri: `file:///${uri.replace("%3A", ":")}` };
  return path.startsWith("/") ? { uri: `file://${uri}` } : { uri, uriBaseId: "%SRCROOT%" };
}
