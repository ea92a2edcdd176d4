import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderDiagnostic } from "../../src/diagnostics.ts";
import { buildDiagnostic, hasBlockingError, RULES } from "../../src/ways/rules.ts";
import { lintFixture } from "./fixture-library.ts";

const BROKEN = join(import.meta.dir, "..", "fixtures", "broken");

test("every rule has a folder that breaks it, and every folder a rule", () => {
  expect(readdirSync(BROKEN).sort()).toEqual(Object.keys(RULES).sort());
});

describe("broken", () => {
  test.each(Object.entries(RULES))("%s", (code, rule) => {
    const found = lintFixture(join(BROKEN, code));
    const expected = readFileSync(join(BROKEN, code, "expected.txt"), "utf8");
    expect(`${found.map(renderDiagnostic).join("\n")}\n`).toBe(expected);
    const own = found.filter((d) => d.code === code);
    expect(own.length).toBeGreaterThan(0);
    expect(own.map((d) => d.severity)).toEqual(own.map(() => rule.severity));
  });
});

test("what blocks embedding: errors that cost the way; a broken trigger and warnings do not (ADR-109)", () => {
  const of = (code: keyof typeof RULES) => [buildDiagnostic(code, { file: "x", message: "m" })];
  expect(hasBlockingError(of("unknown-key"))).toBe(true);
  expect(hasBlockingError(of("regex-syntax"))).toBe(false);
  expect(hasBlockingError(of("crowding"))).toBe(false);
  expect(hasBlockingError([{ ...of("crowding")[0]!, severity: "error", code: "of-another-list" }])).toBe(true);
});
