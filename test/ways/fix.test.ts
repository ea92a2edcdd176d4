import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FIXABLE, fixWay } from "../../src/ways/fix.ts";
import { parseWay } from "../../src/ways/parse-way.ts";
import { wayId } from "../../src/ways/way.ts";

const parse = (text: string) => parseWay({ id: wayId("demo"), parent: null, origin: "core", file: "demo.md", text });
const fix = (text: string) => fixWay(text, parse(text).diagnostics);
const way = (lines: string) => `---\ndescription: When the demo is shown\n${lines}\n---\n# Demo\n\nA fact.\n`;

describe("a value is put right, the rest of the file is as it was", () => {
  test.each([
    ["aliases:\n  - note: it is late", "aliases:\n  - 'note: it is late'"],
    ["vocabulary: it's: late", "vocabulary: 'it''s: late'"],
    ["files: **/*.ts", "files: '**/*.ts'"],
    ['pattern: "\\s+demo"', "pattern: '\\s+demo'"],
    ['pattern: "\\bdemo\\b"', "pattern: '\\bdemo\\b'"],
    ["pattern: (?i)demo day", "pattern: demo day"],
    ["pattern: '(?i)demo day'", "pattern: 'demo day'"],
    ["pattern: /demo day/i", "pattern: demo day"],
    ["files: 'src/.*\\.ts$'", "files: '/src/.*\\.ts$/'"],
    ["files:\n  - a/**\n  - src/.*\\.ts$", "files:\n  - a/**\n  - '/src/.*\\.ts$/'"],
  ])("%s", (before, after) => {
    expect(fix(way(before)).text).toBe(way(after));
    expect(fix(way(before)).done).toHaveLength(1);
    expect(parse(way(after)).diagnostics).toEqual([]);
  });

  test("line ends and a byte order mark stay", () => {
    const before = `\ufeff${way("pattern: (?i)demo day").replaceAll("\n", "\r\n")}`;
    expect(fix(before).text).toBe(before.replace("(?i)", ""));
  });
});

describe("left to the author", () => {
  test.each([
    ["a value inside brackets", "pattern: [(?i)demo day, x y]"],
    ["two regexes in one comma string", "files: a\\.ts$, b\\.ts$"],
    ["flags in the middle", "pattern: demo (?i)day"],
    ["a comment that may be meant", "vocabulary: c #sharp"],
    ["a key that may be another", "vocabulry: x"],
  ])("%s", (_, lines) => {
    expect(fix(way(lines))).toEqual({ text: way(lines), done: [] });
  });
});

test("fixing twice changes nothing more", () => {
  const before = way('pattern: "(?i)\\bdemo day"\nfiles: **/*.ts');
  const once = fix(before).text;
  expect(fix(fix(once).text).text).toBe(fix(once).text);
});

test("every rule that says so is fixable in its own fixture, or stands there in brackets", () => {
  const broken = join(import.meta.dir, "..", "fixtures", "broken");
  for (const code of FIXABLE) {
    const text = readFileSync(join(broken, code, "demo", "demo.md"), "utf8").replace(/\['(.*?)', .*\]/, "'$1'");
    const codes = (t: string) => parse(t).diagnostics.filter((d) => d.code === code).length;
    expect([code, codes(fix(text).text) < codes(text)]).toEqual([code, true]);
  }
});
