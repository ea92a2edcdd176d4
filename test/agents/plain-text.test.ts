import { expect, test } from "bun:test";
import { plainText } from "../../src/agents/plain-text.ts";
import fc from "../support/properties.ts";

test.each([
  ["\u001b[1;31mred\u001b[0m text", "red text"],
  ["\u001b]8;;https://x.test\u0007link\u001b]8;;\u001b\\", "link"],
  ["\u001b]0;title\u001b\\after", "after"],
  ["\u001bP1$r0m\u001b\\x\u001b(By\u001b=z", "xyz"],
  ["a\tb\u0000c\u0007\u001b\u0000d", "a\tb c d"],
  ["\u009d0;title\u009cafter", "after"],
  ["one\r\ntwo\rthree\n", "one\ntwo\nthree\n"],
  ["lone \u001b", "lone  "],
  ["half \ud83d pair", "half \ufffd pair"],
  ["日本語 – ünï 👍", "日本語 – ünï 👍"],
])("%j becomes %j", (raw, plain) => {
  expect(plainText(raw)).toBe(plain);
});

test("leaves nothing for a second pass and no control characters but tab and line feed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const plain = plainText(text);
      expect(plainText(plain)).toBe(plain);
      expect([...plain].filter((c) => c < " " && c !== "\t" && c !== "\n")).toEqual([]);
      expect(plain.isWellFormed()).toBe(true);
    }),
  );
});

test("takes linear time on escapes that never end", () => {
  const started = performance.now();
  plainText("\u001b]0;".repeat(50_000) + "\u001bP".repeat(50_000) + "\u009d".repeat(1_000_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});
