import { describe, expect, test } from "bun:test";
import { parsePattern } from "../../../src/ways/regex.ts";
import fc from "../../support/properties.ts";
import { patternText } from "./arbitrary.ts";

const engineOf = (pattern: string) => parsePattern(pattern).pattern?.engine;

describe("what authors write every day is proven harmless", () => {
  test.each([
    "\\bSBOM\\b",
    "^git (commit|ci)\\b",
    "^(sudo )?apt(-get)? install",
    "^git push .*--force",
    "(?:^|/)[^/]*\\.ts$",
    "\\.test\\.tsx?$",
    "foo\\s+bar",
    ".*unwrap.*",
    "^\\s*$",
  ])("%s", (pattern) => {
    expect(engineOf(pattern)).toBe("native");
  });
});

describe("what can grow faster than the text goes to the linear engine", () => {
  test.each([
    "^(a+)+$",
    "=(\\w+\\s?)*:x",
    "commit.*push",
    "^git\\s+push\\s+.*--force",
    "\\b\\w+:",
    "=x*y*x*y*z",
    "(a?){12}b",
    "(a?){30}b",
    "(a|aa){40}b",
    "^.*\\s+x",
    "^a*a*b",
    "\\b\\w+\\b@",
  ])("%s", (pattern) => {
    expect(engineOf(pattern)).toBe("linear");
  });
});

test("field case B1: patterns that explode elsewhere are named, deterministic loops are not", () => {
  const explosive = ["^(a+)+$", "(\\w+\\s?)*:", "(a|a)*b", "(.*)*x", "(\\s*\\w+\\s*)*="].map(
    (p) => parsePattern(p).isExplosive,
  );
  expect(explosive).toEqual([true, true, true, true, true]);
  const plain = ["git (?:-\\S+ )*commit", "(foo|bar)+", "commit.*push", "(?:\\w+-)*x", "a+b+"].map(
    (p) => parsePattern(p).isExplosive,
  );
  expect(plain).toEqual([false, false, false, false, false]);
});

test("a pattern vetted as native runs 200 KB of hostile text in a bounded time", () => {
  const unit = fc.array(fc.constantFrom("a", "b", " ", "-", "ab", "a a", "1", "\n"), { minLength: 1, maxLength: 4 });
  const hostile = fc
    .tuple(unit, unit)
    .map(([head, tail]) => (head.join("") + tail.join("").repeat(200_000)).slice(0, 200_000));
  fc.assert(
    fc.property(patternText, hostile, (text, input) => {
      const { pattern } = parsePattern(text);
      if (pattern?.engine !== "native") return;
      const regex = new RegExp(pattern.source, "iu");
      const start = performance.now();
      regex.test(input);
      expect(performance.now() - start).toBeLessThan(1000);
    }),
    { numRuns: 400 },
  );
}, 60_000);
