import { expect, test } from "bun:test";
import { compileLinear } from "../../../src/ways/regex/linear.ts";
import { parseRegex } from "../../../src/ways/regex/parse.ts";
import fc from "../../support/properties.ts";
import { patternText, shortText } from "./arbitrary.ts";

function linear(pattern: string): (text: string) => boolean {
  const { regex } = parseRegex(pattern);
  const run = regex && compileLinear(regex);
  if (!run) throw new Error(`no program for ${pattern}`);
  return run;
}

test("agrees with JavaScript on ASCII", () => {
  fc.assert(
    fc.property(patternText, shortText, (pattern, text) => {
      expect(linear(pattern)(text)).toBe(new RegExp(pattern, "iu").test(text));
    }),
    { numRuns: 1000 },
  );
});

const random = (seed: number) =>
  Array.from({ length: 200_000 }, (_, i) => ((Math.imul(i + seed, 2654435761) >>> 13) & 1 ? "a" : "b"));

test.each([
  ["^(a+)+$", `${"a".repeat(200_000)}!`],
  ["(\\w+\\s?)*:x", "word word ".repeat(20_000)],
  ["(a|a)*b\\d", "a".repeat(200_000)],
  ["(x?){150}y", "x".repeat(200_000)],
  ["(?:a|b)*a(?:[ab]){100}c", random(1).join("")],
  ["commit.*push.*force", "commit push ".repeat(16_000)],
  ["é(a*)*b", `é${"a".repeat(200_000)}`],
])("%s on 200 KB of hostile text takes a bounded time (field case B1)", (pattern, text) => {
  const run = linear(pattern);
  const start = performance.now();
  expect(run(text)).toBe(false);
  expect(performance.now() - start).toBeLessThan(1500);
});
