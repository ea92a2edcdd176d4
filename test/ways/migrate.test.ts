import { describe, expect, test } from "bun:test";
import { migrateLocales, migrateWay } from "../../src/ways/migrate.ts";
import fc from "../support/properties.ts";

const text = (migration: ReturnType<typeof migrateWay>) => (migration.kind === "migrated" ? migration.text : migration);

const LEGACY = `---
description: When a commit is written
vocabulary: commit, message
pattern: \\bcommit (message|text)\\b
files: src/.*\\.ts$, docs/**
scope: agent, subagent
scan_exclude:
  - node_modules
  - dist
# kept
match: regex
threshold: 2.0
embed_threshold: 0.45
---
# Commits

threshold: 2.0 stays here
`;

const MIGRATED = LEGACY.replace(/scan_exclude:\n.*\n.*\n/, "")
  .replace("match: regex\n", "")
  .replace("threshold: 2.0\nembed_threshold: 0.45\n", "");

describe("a way of an earlier version", () => {
  test("loses what is gone; unquoted regexes, comma lists and comments stay", () => {
    expect(text(migrateWay(LEGACY))).toBe(MIGRATED);
  });

  test.each([
    ["CRLF", (t: string) => t.replaceAll("\n", "\r\n")],
    ["CR", (t: string) => t.replaceAll("\n", "\r")],
    ["a byte order mark", (t: string) => `\ufeff${t}`],
  ])("keeps %s", (_, as) => {
    expect(text(migrateWay(as(LEGACY)))).toBe(as(MIGRATED));
  });

  test("migrated twice is as migrated once", () => {
    expect(migrateWay(MIGRATED)).toEqual({ kind: "unchanged" });
  });

  test("keeps the threshold of a context trigger, in both spellings", () => {
    const way = (trigger: string) => `---\ndescription: When it fills\n${trigger}match: x\n---\nBody.\n`;
    for (const trigger of [
      "trigger: context-threshold\nthreshold: 80\n",
      "trigger:\n  type: context-threshold\n  threshold: 80\n",
    ])
      expect(text(migrateWay(way(trigger)))).toBe(way(trigger).replace("match: x\n", ""));
  });

  test("keeps a bar that nothing marks as an old one", () => {
    expect(migrateWay("---\ndescription: When x\nembed_threshold: 0.4\n---\nBody.\n")).toEqual({ kind: "unchanged" });
  });

  test("loses the case flag of a regex, and no quotes", () => {
    const way = (pattern: string) => `---\ndescription: When x\npattern: ${pattern}\n---\nBody.\n`;
    expect(text(migrateWay(way("(?i)commit it")))).toBe(way("commit it"));
    expect(text(migrateWay(way("'(?i)\\bcommit'")))).toBe(way("'\\bcommit'"));
  });

  test("on one line is left to its author", () => {
    expect(migrateWay("---\n{description: When x, threshold: 2.0}\n---\nBody.\n").kind).toBe("by-hand");
  });

  test("that cannot be read is left alone", () => {
    expect(migrateWay("---\ndescription: [\nthreshold: 2\n---\n")).toEqual({ kind: "unchanged" });
    expect(migrateWay("no frontmatter\nthreshold: 2\n")).toEqual({ kind: "unchanged" });
  });

  test("whatever its lines, migrates once and for all", () => {
    const line = fc.constantFrom(
      "description: When x",
      "threshold: 2.0",
      "threshold:\n  2.0",
      "embed_threshold: 0.4",
      "match: x",
      "scan_exclude: [a, b]",
      "scan_exclude:\n- a\n- b",
      "trigger: context-threshold",
      "pattern: (?i)a b",
      "# comment",
      "",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 7 }), (lines) => {
        const before = `---\n${lines.join("\n")}\n---\nBody.\n`;
        const once = migrateWay(before);
        if (once.kind === "migrated") expect(migrateWay(once.text)).toEqual({ kind: "unchanged" });
        else expect(["unchanged", "by-hand"]).toContain(once.kind);
      }),
      { numRuns: 300 },
    );
  });
});

describe("locale rows", () => {
  test.each([
    ['{"lang": "ja", "description": "x", "embed_threshold": 0.4}', '{"lang": "ja", "description": "x"}'],
    ['{"embed_threshold":0.4,"lang":"ja","description":"x"}', '{"lang":"ja","description":"x"}'],
    ['{"lang":"ja","embed_threshold":"0,4","description":"x"}', '{"lang":"ja","description":"x"}'],
    [
      '{"lang":"ja","description":"\\"embed_threshold\\": 1,","embed_threshold":1}',
      '{"lang":"ja","description":"\\"embed_threshold\\": 1,"}',
    ],
  ])("%s", (before, after) => {
    expect(text(migrateLocales(`${before}\r\n`))).toBe(`${after}\r\n`);
    expect(migrateLocales(after)).toEqual({ kind: "unchanged" });
  });

  test("that are broken stay, the others lose their bars", () => {
    const rows = (bar: string) => `not json, "embed_threshold": 1\n{"lang":"de","description":"x"${bar}}\n`;
    expect(text(migrateLocales(rows(',"embed_threshold":0.3')))).toBe(rows(""));
  });
});
