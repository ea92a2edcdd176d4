import { expect, test } from "bun:test";
import { formatSarif } from "../../src/commands/sarif.ts";
import type { Diagnostic } from "../../src/diagnostics.ts";

const found = (file: string, severity: Diagnostic["severity"] = "error"): Diagnostic => ({
  severity,
  code: severity === "error" ? "wrong-type" : "files-root",
  file,
  line: 3,
  column: 7,
  message: "must be a string",
  hint: "write one",
});
const runOf = (findings: readonly Diagnostic[]) =>
  JSON.parse(formatSarif(findings, new Map([["wrong-type", "a value has its type"]]), "1.2.3")).runs[0];

test("a finding stands at its place, under its rule, with its hint", () => {
  const run = runOf([found("ways/a b/ä.md"), found("ways/x.md", "info")]);
  expect(run.tool.driver).toMatchObject({ name: "ways", version: "1.2.3" });
  expect(run.tool.driver.rules).toEqual([
    { id: "files-root", shortDescription: { text: "files-root" } },
    { id: "wrong-type", shortDescription: { text: "a value has its type" } },
  ]);
  expect(run.results.map((r: { level: string; ruleIndex: number }) => [r.level, r.ruleIndex])).toEqual([
    ["error", 1],
    ["note", 0],
  ]);
  expect(run.results[0].message.text).toBe("must be a string\nwrite one");
  expect(run.results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: "ways/a%20b/%C3%A4.md", uriBaseId: "%SRCROOT%" },
    region: { startLine: 3, startColumn: 7 },
  });
});

test("files outside the root have whole addresses", () => {
  const uri = (file: string) => runOf([found(file)]).results[0].locations[0].physicalLocation.artifactLocation.uri;
  expect(uri("/srv/a#b.md")).toBe("file:///srv/a%23b.md");
  expect(uri("C:\\ways\\a.md")).toBe("file:///C:/ways/a.md");
});

test("without findings the document is whole", () => {
  expect(runOf([])).toMatchObject({ results: [], tool: { driver: { rules: [] } } });
});
