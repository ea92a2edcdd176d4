// Issue 8's properties, on texts mixed from everything that people and agents send.
import { describe, expect, test } from "bun:test";
import { reduceText } from "../../src/match/reduce.ts";
import { estimateTokens } from "../../src/match/sentences.ts";
import fc from "../support/properties.ts";

const RUNS = { numRuns: 10_000, seed: 130 };
const TIMEOUT = 60_000;
const GRAPHEMES = [
  "a",
  "B",
  "7",
  ".",
  " ",
  "\n",
  "é",
  "e\u0301",
  "猫",
  "が",
  "か\u3099",
  "한",
  "กำ",
  "நி",
  "क्षि",
  "ñ",
  "ß",
];
const EMOJI = ["👍🏽", "👩‍👩‍👧‍👦", "🇩🇪", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "#️⃣", "❤️", "𝒳", "𠮷"];
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const sentence = fc.constantFrom(
  "Please rotate the leaked key. ",
  "Why is it slow since Tuesday? ",
  "この鍵を替えてください。",
  "เมื่อวานเราคุยเรื่องนี้กันตอนกินข้าวกลางวัน ",
  "Скинь старые токены! ",
  "यह टूट गया। ",
);
const layout = fc.constantFrom(
  "\n\n",
  "\r\n",
  "```ts\n",
  "\n```\n",
  "~~~\n",
  "## Your task\n",
  "Return: ",
  "- [ ] ",
  "[way:a/b]\n",
  "https://example.org/a?b=c ",
  "    at a.b (c.ts:1:2)\n",
  '{"text": "a\\nb"} ',
  "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=".repeat(3),
  "=".repeat(70),
);
const anything = fc
  .array(fc.oneof(sentence, layout, fc.string({ maxLength: 30 }), fc.string({ unit: "binary", maxLength: 20 })), {
    maxLength: 60,
    size: "max",
  })
  .map((parts) => parts.join(""));
const budget = fc.oneof(fc.constantFrom(30, 60, 100), fc.integer({ min: 4, max: 150 }));

/** Words of the text that survive every step as they are: letters only. */
const wordsOf = (text: string) => text.match(/\p{L}+/gu) ?? [];

describe("every text and every budget", () => {
  test(
    "gives a text within the budget, the same one for a text that fits, and that one again for itself",
    () => {
      fc.assert(
        fc.property(anything, budget, (text, tokens) => {
          const out = reduceText(text, tokens);
          expect(estimateTokens(out)).toBeLessThanOrEqual(tokens);
          if (estimateTokens(text) <= tokens) expect(out).toBe(text);
          expect(reduceText(out, tokens)).toBe(out);
        }),
        RUNS,
      );
    },
    TIMEOUT,
  );

  test(
    "keeps something of every text that is not blank, in the order of the text",
    () => {
      fc.assert(
        fc.property(anything, budget, (text, tokens) => {
          const out = reduceText(text, tokens);
          expect(out.trim() === "").toBe(text.trim() === "");
          let at = 0;
          for (const word of wordsOf(out)) {
            const found = text.indexOf(word, at);
            expect(found).toBeGreaterThanOrEqual(at);
            at = found + word.length;
          }
        }),
        RUNS,
      );
    },
    TIMEOUT,
  );

  test(
    "splits no grapheme and no surrogate pair",
    () => {
      const texts = fc
        .array(fc.constantFrom(...GRAPHEMES, ...EMOJI), { maxLength: 300, size: "max" })
        .map((parts) => parts.join(""));
      fc.assert(
        fc.property(texts, fc.integer({ min: 30, max: 120 }), (text, tokens) => {
          const out = reduceText(text, tokens);
          expect(out.isWellFormed()).toBe(true);
          const own = new Set(Array.from(segmenter.segment(text), (s) => s.segment));
          for (const { segment } of segmenter.segment(out))
            expect(/^[\n ]$/.test(segment) || own.has(segment)).toBe(true);
        }),
        RUNS,
      );
    },
    TIMEOUT,
  );
});

describe("a megabyte", () => {
  // Seconds, not milliseconds: what is quadratic takes minutes. test/relevance/reducer/cost.ts measures.
  const kinds: Readonly<Record<string, string>> = {
    "of one line": "word ".repeat(200_000),
    "of one word": "a".repeat(1_000_000),
    "of Chinese": "密钥泄露了请尽快更换".repeat(100_000),
    "of Thai": "เราคุยเรื่องนี้กันตอนกินข้าวกลางวัน".repeat(28_000),
    "of line breaks": "a\n".repeat(500_000),
    "of white space": `a${" ".repeat(999_998)}b`,
    "of full stops": ".".repeat(1_000_000),
    "of fences that never close": "```a\n".repeat(200_000),
    "of way markers": "[way:a/b]\n# X\n- y\n\n".repeat(50_000),
    "of brackets": "{[(".repeat(333_333),
    "of backslashes": `{${"\\".repeat(999_999)}`,
    "of colons": "a: ".repeat(333_333),
    "of backticks": "`".repeat(1_000_000),
    "of families": "👩‍👩‍👧‍👦".repeat(90_000),
    "of combining marks": `a${"\u0301".repeat(999_999)}`,
    "of addresses": `${"https://a.".repeat(100_000)} x`,
  };
  for (const [name, text] of Object.entries(kinds))
    test(`${name} is reduced in no time`, () => {
      const start = performance.now();
      const out = reduceText(text, 100);
      expect(performance.now() - start).toBeLessThan(2_000);
      expect(out).not.toBe("");
      expect(estimateTokens(out)).toBeLessThanOrEqual(100);
    });

  const planted = "Please rotate the leaked Stripe credential and revoke every old token.";
  const words =
    "system room guest price while under table green morning page rate house large often with because".split(" ");
  const prose = Array.from(
    { length: 14_000 },
    (_, i) => `${Array.from({ length: 11 }, (_, k) => words[(i * 7 + k * (3 + (i % 11))) % words.length]).join(" ")}.`,
  ).join(" ");
  for (const percent of [10, 50, 90])
    test(`of prose keeps a sentence that stands out at ${percent} %`, () => {
      const at = prose.indexOf(". ", (prose.length * percent) / 100) + 2;
      expect(reduceText(`${prose.slice(0, at)}${planted} ${prose.slice(at)}`, 100)).toContain(planted);
    });
});
