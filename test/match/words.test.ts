import { describe, expect, test } from "bun:test";
import { scanWords, wordSlots } from "../../src/match/words.ts";
import fc from "../support/properties.ts";

const slotsOf = (text: string) => {
  const into = new Uint16Array(text.length);
  return [...into.subarray(0, wordSlots(text, into))];
};

describe("the words of a text", () => {
  test("are the same in any case, with any marks around them", () => {
    expect(slotsOf("rotate the KEY")).toEqual(slotsOf("(Rotate, the: key!)"));
    expect(slotsOf("ПРИВЕТ мир")).toEqual(slotsOf("привет Мир"));
  });

  test("hold no single letters, numbers, ids and encoded data", () => {
    expect(slotsOf(`a 12 v3 0xdeadbeef id-${"x".repeat(60)}`)).toEqual(slotsOf("id"));
  });

  test("are pairs of neighbours where a script has no spaces", () => {
    expect(slotsOf("鍵を替")).toHaveLength(2);
    expect(slotsOf("鍵を。替")).toHaveLength(1);
  });
});

describe("a scan in parts", () => {
  const parts = (text: string) => {
    const into = new Uint16Array(200);
    const ends: number[] = [];
    const slots: number[] = [];
    for (let at = 0; at < text.length; at = ends.at(-1) ?? text.length) {
      const { words, end } = scanWords(text, at, 20, 200, into);
      slots.push(...into.subarray(0, words));
      ends.push(end);
    }
    return { ends, slots };
  };
  const piece = fc.oneof(fc.constantFrom("word ", "Ends. ", "\n", "猫犬", "。", "👍", "x".repeat(90)), fc.string());

  test("goes on to the end, never inside a surrogate pair and never further than it may", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const text = pieces.join("").toWellFormed();
        const { ends } = parts(text);
        expect(ends.at(-1) ?? 0).toBe(text.length);
        for (const [i, end] of ends.entries()) {
          expect(end - (ends[i - 1] ?? 0)).toBeWithin(1, 201);
          expect(text.slice(end).isWellFormed()).toBe(true);
        }
      }),
    );
  });

  test("finds each word once where there is space between them", () => {
    const text = "one two three, four five. six seven\neight ".repeat(40);
    expect(parts(text).slots).toEqual(slotsOf(text));
    expect(parts("wörter ohne ende ".repeat(60)).slots).toEqual(slotsOf("wörter ohne ende ".repeat(60)));
  });
});
