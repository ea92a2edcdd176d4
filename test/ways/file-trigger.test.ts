import { describe, expect, test } from "bun:test";
import { parseFileTrigger } from "../../src/ways/file-trigger.ts";
import { compilePattern } from "../../src/ways/regex.ts";

function parse(source: string) {
  const codes: string[] = [];
  const trigger = parseFileTrigger(source, (problem) => codes.push(problem.code));
  return {
    trigger,
    codes,
    matches: (path: string) => trigger !== null && compilePattern(trigger.regex)(path.normalize("NFC")),
  };
}

describe("what an entry is read as", () => {
  test.each([
    ["*.ts", "relative"],
    ["src/**", "relative"],
    ["**/*.{ts,tsx}", "relative"],
    ["@(a|b)/x", "relative"],
    ["+(a|b)", "relative"],
    ["Dockerfile", "relative"],
    ["/src/", "absolute"],
    ["/^.*/x$/", "absolute"],
    ["src/.*", "absolute"],
    ["src/a\\.ts", "absolute"],
    ["a.ts$", "absolute"],
    ["\\btest", "absolute"],
    ["src/(a|b)/x", "absolute"],
  ] as const)("%s sees the %s path", (source, sees) => {
    expect(parse(source).trigger?.sees).toBe(sees);
  });
});

describe("globs", () => {
  test.each([
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "src/deep/a.ts", true],
    ["**/*.ts", "src/a.tsx", false],
    ["*.ts", "src/a.ts", false],
    ["src/**", "src/a/b", true],
    ["src/**", "lib/src/a", false],
    ["src/**/test/*.js", "src/test/a.js", true],
    ["src/**/test/*.js", "src/x/y/test/a.js", true],
    ["**/migrations/**", "migrations/1.sql", true],
    ["**/migrations/**", "db/migrations/a/1.sql", true],
    ["**/.env*", "app/.env.local", true],
    ["**/dockerfile", "app/Dockerfile", true],
    ["[!a]x", "bx", true],
    ["[!a]x", "ax", false],
    ["{1..12}.md", "10.md", true],
    ["{1..12}.md", "13.md", false],
    ["{01..12}.md", "03.md", true],
    ["**/Orçamento/*.pdf", "x/Orçamento/a.pdf".normalize("NFD"), true],
    ["a.b", "axb", false],
  ])("%s on %s: %p", (glob, path, expected) => {
    expect(parse(glob).matches(path)).toBe(expected);
  });
});

test("NFC on both sides (field case C1)", () => {
  expect(parse("Orçamento/.*\\.pdf$".normalize("NFD")).matches("/x/Orçamento/a.pdf")).toBe(true);
  expect(parse("/학점/".normalize("NFD")).matches("/home/학점/a.txt".normalize("NFD"))).toBe(true);
});

describe("what can never match, or not what it seems", () => {
  test.each([
    ["/src/app.ts", "files-never"],
    ["~/notes/*.md", "files-never"],
    ["C:/x/*.md", "files-never"],
    ["!docs/x", "files-never"],
    ["/^src/", "files-never"],
    ["*.tf", "files-root"],
    ["src/.*", "files-regex"],
    ["src/{a,b", "glob-syntax"],
    ["!(a|b)", "glob-syntax"],
    ["/(/", "regex-syntax"],
  ])("%s: %s", (source, code) => {
    expect(parse(source).codes).toContain(code);
  });
});

test("a glob of many stars on a long path takes no time", () => {
  const { matches } = parse("*a*a*a*a*a*a*a*a*b");
  const start = performance.now();
  expect(matches("a".repeat(4000))).toBe(false);
  expect(performance.now() - start).toBeLessThan(500);
});
