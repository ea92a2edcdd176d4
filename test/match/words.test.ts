import { describe, expect, test } from "bun:test";
import { addBlock, addWords, newVocabulary, type Vocabulary } from "../../src/match/words.ts";
import fc from "../support/properties.ts";

/** Each word and how often it occurs, by first occurrence. */
const entriesOf = ({ counts, slots, size }: Vocabulary) =>
  [...slots.subarray(0, size)].map((slot) => [slot, counts[slot]]);
const wordsOf = (text: string) => {
  const words = newVocabulary();
  addWords(text, words);
  return entriesOf(words);
};

describe("the words of a text", () => {
  test("are the same in any case, with any marks around them", () => {
    expect(wordsOf("rotate the KEY")).toEqual(wordsOf("(Rotate, the: key!)"));
    expect(wordsOf("ПРИВЕТ мир")).toEqual(wordsOf("привет Мир"));
  });

  test("hold no single letters, numbers, ids and encoded data", () => {
    expect(wordsOf(`a 12 v3 0xdeadbeef id-${"x".repeat(60)}`)).toEqual(wordsOf("id"));
  });

  test("are pairs of neighbours where a script has no spaces", () => {
    expect(wordsOf("鍵を替")).toHaveLength(2);
    expect(wordsOf("鍵を。替")).toHaveLength(1);
    expect(wordsOf("鍵x替")).toEqual([]);
  });

  test("are one for all numbers of one digit", () => {
    expect(wordsOf("Step 4, of 9.").slice(1)).toEqual([[expect.any(Number), 2], ...wordsOf("of")]);
  });
});

describe("a scan in parts", () => {
  const parts = (text: string) => {
    const words = newVocabulary();
    const ends: number[] = [];
    for (let at = 0; at < text.length; at = ends.at(-1) ?? text.length) ends.push(addBlock(text, at, 20, 200, words));
    return { ends, words: entriesOf(words) };
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

  test("counts each word once where there is space between them", () => {
    const text = "one two three, four five. six seven\neight ".repeat(40);
    expect(parts(text).words).toEqual(wordsOf(text));
    expect(parts("wörter ohne ende ".repeat(60)).words).toEqual(wordsOf("wörter ohne ende ".repeat(60)));
  });
});
