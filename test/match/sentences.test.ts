import { describe, expect, test } from "bun:test";
import { estimateTokens, fitsBudget, maySplit, splitSentences, takeTokens } from "../../src/match/sentences.ts";
import fc from "../support/properties.ts";

const textsOf = (text: string, longest = 60) => splitSentences(text, longest).map((s) => s.text);

describe("sentences", () => {
  const cases: Readonly<Record<string, readonly [string, readonly string[]]>> = {
    English: ["Move it. Does it work? Yes!", ["Move it.", "Does it work?", "Yes!"]],
    "lower case": ["move it. does it work?", ["move it.", "does it work?"]],
    Japanese: ["鍵を替えて。終わった？「はい。」次へ", ["鍵を替えて。", "終わった？", "「はい。」", "次へ"]],
    Hindi: ["यह टूट गया। इसे ठीक करो।", ["यह टूट गया।", "इसे ठीक करो।"]],
    Arabic: ["هل يعمل؟ لا أعرف.", ["هل يعمل؟", "لا أعرف."]],
    Armenian: ["Փոխիր բանալին։ Հետո ստուգիր։", ["Փոխիր բանալին։", "Հետո ստուգիր։"]],
    "closing quotes": ['He said "stop." Then he left.', ['He said "stop."', "Then he left."]],
    "abbreviations, numbers and file names": [
      "See e.g. main.ts, section 1. 2 of v3.14 first.",
      ["See e.g. main.ts, section 1. 2 of v3.14 first."],
    ],
  };
  for (const [name, [text, sentences]] of Object.entries(cases))
    test(`end where ${name} ends them`, () => expect(textsOf(text)).toEqual([...sentences]));

  test("end at every kind of line break, without list markers, headings, quote marks and check boxes", () => {
    expect(textsOf("# One\r\n- two\r> three\n1. four\n- [x] five\u2028six\n\n---\n")).toEqual([
      "One",
      "two",
      "three",
      "four",
      "five",
      "six",
    ]);
  });

  test("of Thai, which has no full stops, are cut at spaces", () => {
    const phrase = "เมื่อวานเราคุยเรื่องนี้กันตอนกินข้าวกลางวัน";
    expect(textsOf(`${phrase} ${phrase} ${phrase}`, 20)).toEqual([phrase, phrase, phrase]);
  });

  test("never take more than the given tokens", () => {
    const long = `${"word ".repeat(500)}${"x".repeat(500)}${"猫".repeat(500)}${"👩‍👩‍👧‍👦".repeat(50)}`;
    for (const { text, tokens } of splitSentences(long, 30)) {
      expect(estimateTokens(text)).toBe(Math.ceil(tokens));
      expect(tokens).toBeLessThanOrEqual(30);
    }
  });

  test("lose nothing but white space when they are cut", () => {
    const long = `${"word ".repeat(100)}${"猫犬".repeat(100)}${"👍🏽".repeat(50)}`;
    expect(textsOf(long, 20).join("").replaceAll(" ", "")).toBe(long.replaceAll(" ", ""));
  });
});

describe("a beginning", () => {
  test("ends at white space, else between graphemes", () => {
    expect(takeTokens("alpha beta gamma delta", 3)).toBe("alpha beta");
    expect(takeTokens("🇩🇪🇫🇷🇮🇹🇪🇸", 8)).toBe("🇩🇪🇫🇷");
    expect(takeTokens("e\u0301".repeat(20), 4.5)).toMatch(/^(?:e\u0301)+$/);
  });

  test("is never empty, however small the budget", () => {
    expect(takeTokens("👍 yes", 1)).toBe("👍");
    expect(takeTokens("", 5)).toBe("");
  });
});

describe("the estimate of tokens", () => {
  // Counts of the shipped tokenizer (models/tokenizer.bin).
  const real: readonly (readonly [string, number])[] = [
    ["rotate the stripe key and make the service read it from Vault", 15],
    ["Schreib Unit-Tests für den Rechnungsparser, auch für leere Dateien", 17],
    ["請求書パーサーのユニットテストを書いて。空ファイルのケースも含めて", 18],
    ["给新的支付回调接口做一次威胁建模，列出攻击者、信任边界和对应的防护措施", 26],
    ["ฟีเจอร์นี้ใหญ่เกินกว่าจะเริ่มเขียนโค้ดเลย", 12],
    ["Оформи ADR: почему мы выбрали Keycloak", 13],
  ];
  test("is no lower than the shipped tokenizer's count and at most twice it, whatever the script", () => {
    for (const [text, count] of real) {
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(count);
      expect(estimateTokens(text)).toBeLessThanOrEqual(2 * count);
    }
  });

  test("counts encoded data by the character, not by the word", () => {
    expect(estimateTokens("JKkmozVb3Q9tYw1ZrE5uX8pLs2Dc7HnG")).toBeGreaterThan(20);
  });

  test("says the same as `fitsBudget`", () => {
    for (const text of ["", "one", "one two three", "猫".repeat(7)]) {
      const tokens = estimateTokens(text);
      expect(fitsBudget(text, tokens)).toBe(true);
      expect(fitsBudget(text, tokens - 1)).toBe(text === "");
    }
  });
});

test("what is said not to split has one sentence, whatever it is made of", () => {
  const pieces = [
    "a",
    "Z",
    "1.",
    "e.g.",
    ".",
    "!",
    "?",
    ")",
    "]",
    "'",
    '"',
    " ",
    "\n",
    "\t",
    "- ",
    "。",
    "…",
    "।",
    "é",
  ];
  const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 }).map((all) => all.join("").trim());
  fc.assert(
    fc.property(text, (own) => maySplit(own) || textsOf(own).length <= 1),
    { numRuns: 20_000 },
  );
  expect(maySplit("please rename the old helper (all of it), e.g.this one")).toBe(false);
  expect(maySplit("rename it. Then run the tests")).toBe(true);
});
