import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compilePattern, parsePattern } from "../../src/ways/regex.ts";
import fc from "../support/properties.ts";
import { patternText, shortText } from "./regex/arbitrary.ts";

function matches(pattern: string, text: string): boolean {
  const { pattern: parsed, problem } = parsePattern(pattern);
  if (parsed === null) throw new Error(problem?.message);
  return compilePattern(parsed)(text);
}

describe("case (field case B5): ignored, by simple folding, whatever the locale", () => {
  test.each([
    ["ssh", "Use SSH here", true],
    ["SSH", "use ssh here", true],
    ["коммит", "КОММИТ", true],
    ["straße", "STRAẞE", true],
    ["straße", "STRASSE", false],
    ["istanbul", "İSTANBUL", false],
    ["istanbul", "ISTANBUL", true],
    ["ıstanbul", "ISTANBUL", false],
    ["σοφια", "ΣΟΦΙΑΣ", true],
    ["[а-я]+ы", "ТЕСТЫ", true],
    ["kelvin", "\u212aelvin", true],
    ["slow", "ſlow", true],
  ])("%s in %s: %p", (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });
});

describe("word edges (field case G1): Unicode-aware, and open beside scripts that write without spaces", () => {
  test.each([
    ["\\bкоммит\\b", "сделай коммит", true],
    ["\\bкоммит\\b", "коммитер", false],
    ["\\bcafe\\b", "the café", false],
    ["\\bcafé\\b", "the CAFÉ.", true],
    ["\\bdecision\\b", "今日のdecisionについて", true],
    ["\\bdecision\\b", "indecision", false],
    ["发票", "我需要开发票", true],
    ["\\b发票\\b", "我需要开发票", true],
    ["커밋", "커밋해줘", true],
    ["\\b커밋\\b", "커밋해줘", true],
    ["ทดสอบ", "ช่วยทดสอบโค้ด", true],
    ["\\<git\\>", "run git now", true],
    ["\\<git\\>", "digit", false],
    ["\\<.it\\>", "é git", true],
    ["\\bgit\\B", "gitter", true],
    ["\\w+\\d", "ünï٣", true],
  ])("%s in %s: %p", (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });
});

describe("dialect of older way files (field case B2)", () => {
  test.each([
    ["(?i)commit", "COMMIT", true],
    ["\\Acommit", "commit it", true],
    ["\\Acommit", "please commit", false],
    ["done\\z", "all done", true],
    ["git\\ push", "git push", true],
    ["[[:alpha:]]{3}\\d", "abc1", true],
    ["[[:^digit:]]x", "1x", false],
    ["\\p{Greek}", "λ", true],
    ["\\pL\\PL", "a1", true],
    ["\\p{^L}", "a", false],
    ["(?P<tool>npm|yarn) ci", "npm ci", true],
    ["\\x41\\x{1F600}\\u{1F600}", "a😀😀", true],
    ["\\Qa.b\\E", "axb", false],
    ["\\Qa.b\\E", "a.b", true],
    ["^b$", "a\nb\nc", false],
    ["(?m)^b$", "a\nb\nc", true],
    ["a.c", "a\nc", false],
    ["(?s)a.c", "a\nc", true],
    ["(?s:a.)c.", "a\nc\n", false],
    ["a{2,}b", "aab", true],
    ["x{,2}", "x{,2}", true],
    ["[]a]z", "]z", true],
    ["[a-c-]9", "-9", true],
    ["", "anything", true],
  ])("%s in %j: %p", (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  test.each([
    ["(unclosed", "regex-syntax", 0],
    ["a)", "regex-syntax", 1],
    ["[a", "regex-syntax", 0],
    ["[z-a]", "regex-syntax", 0],
    ["*a", "regex-syntax", 0],
    ["a**", "regex-syntax", 3],
    ["a{3,2}", "regex-syntax", 6],
    ["\\y", "regex-syntax", 0],
    ["\\p{Nonsense}", "regex-syntax", 0],
    ["a\\", "regex-syntax", 1],
    ["a(?=b)", "regex-unsupported", 2],
    ["(?<!a)b", "regex-unsupported", 1],
    ["(a)\\1", "regex-unsupported", 3],
    ["(?>a)", "regex-unsupported", 1],
    ["a++", "regex-unsupported", 3],
    ["a{2000}", "regex-too-large", 7],
    ["(?:abc){400}d", "regex-too-large", 0],
    ["(".repeat(60) + ")".repeat(60), "regex-too-large", 50],
    ["a".repeat(3000), "regex-too-large", 0],
  ])("%s is refused", (pattern, code, offset) => {
    const { pattern: parsed, problem } = parsePattern(pattern);
    expect(parsed).toBeNull();
    expect({ code: problem?.code as string, offset: problem?.offset }).toEqual({ code, offset });
  });
});

test("NFC (field case C1): a pattern written in NFD means the same", () => {
  expect(matches("Orc\u0327amento/.*\\.pdf$", "x/Orçamento/a.pdf")).toBe(true);
  expect(matches("학점".normalize("NFD"), "학점")).toBe(true);
});

test("a verdict survives JSON", () => {
  const { pattern } = parsePattern("^git\\s+(push|pull)\\b.*--force");
  const stored = JSON.parse(JSON.stringify(pattern));
  expect(stored).toEqual(pattern);
  expect(compilePattern(stored)("git  push origin --force")).toBe(true);
});

test("what a search need not look at is trimmed away", () => {
  expect(parsePattern(".*(?:unwrap|expect)\\(.*").pattern).toEqual({
    source: "(?:unwrap|expect)\\(",
    engine: "native",
    needles: ["unwrap", "expect"],
  });
});

test("never throws, whatever the text", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        patternText,
        fc.string({ unit: fc.constantFrom(..."ab\\()[]{}?*+|^$.-<>PpbBAz:=!1&") }),
      ),
      (text) => {
        const { pattern, problem } = parsePattern(text);
        expect((pattern === null) === (problem !== null)).toBe(true);
        if (pattern) expect(typeof compilePattern(pattern)("a b\né日")).toBe("boolean");
      },
    ),
    { numRuns: 1500 },
  );
});

test("printing and reading again changes nothing", () => {
  fc.assert(
    fc.property(patternText, (text) => {
      const once = parsePattern(text).pattern;
      if (once) expect(parsePattern(once.source).pattern).toEqual(once);
    }),
  );
});

test("trimming, needles and both engines keep the meaning that JavaScript gives the untouched pattern", () => {
  fc.assert(
    fc.property(patternText, shortText, (text, input) => {
      const { pattern } = parsePattern(text);
      if (pattern === null) return;
      const expected = new RegExp(text, "iu").test(input);
      expect(compilePattern(pattern)(input)).toBe(expected);
      expect(compilePattern({ ...pattern, engine: "linear" })(input)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test("what hooks load to run patterns and read configuration holds neither the YAML parser nor the globs", () => {
  const source = join(import.meta.dir, "..", "..", "src", "ways");
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!file.endsWith(".ts")) return;
    const { imports } = new Bun.Transpiler({ loader: "ts" }).scan(readFileSync(file, "utf8"));
    for (const { path } of imports) visit(path.startsWith(".") ? join(dirname(file), path) : path);
  };
  for (const entry of ["regex.ts", "config.ts", "graph.ts", "way.ts"]) visit(join(source, entry));
  expect([...seen].filter((file) => !file.endsWith(".ts"))).toEqual([]);
});
