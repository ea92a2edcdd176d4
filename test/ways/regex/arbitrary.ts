// Random patterns over a small alphabet, rich in what makes backtracking engines slow: loops beside and inside loops.
import fc from "../../support/properties.ts";

const atom = fc.constantFrom("a", "b", " ", "-", ".", "[ab]", "[^a]", "\\w", "\\s", "\\S", "\\W", "\\d", "ab", "ba-");
const place = fc.constantFrom("^", "$", "\\b", "\\B", "(?m:^)", "(?m:$)");
const mark = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{0,3}", "{2,}");

export const patternText: fc.Arbitrary<string> = fc.letrec<{ all: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthIdentifier: "regex" },
    { weight: 5, arbitrary: fc.tuple(atom, mark).map(([a, m]) => (a.length > 1 && /^[ab]/.test(a) ? a : a + m)) },
    { weight: 1, arbitrary: place },
    { weight: 3, arbitrary: fc.tuple(tie("all"), mark).map(([inner, m]) => `(?:${inner})${m}`) },
  ),
  all: fc.oneof(
    { maxDepth: 3, depthIdentifier: "regex" },
    { weight: 4, arbitrary: fc.array(tie("part"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")) },
    { weight: 1, arbitrary: fc.tuple(tie("part"), tie("part")).map((parts) => parts.join("|")) },
  ),
})).all;

export const shortText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom("a", "b", "A", " ", "-", "\n", "1", "_"), { maxLength: 10 })
  .map((chars) => chars.join(""));
