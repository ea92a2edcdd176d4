import { expect, test } from "bun:test";
import { thinText } from "../../src/match/thin.ts";

const lines = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, i) => `The room with the number ${from + i} was cleaned in the morning.\n`,
  ).join("");
const text = `It opens.\n${lines(0, 9000)}A zebra crossed the lobby.\n${lines(9000, 18_000)}It closes.`;

test("a text of an agent's size is looked at as a whole", () => {
  const short = lines(0, 200);
  expect(thinText(short)).toMatchObject({ text: short, share: 1 });
});

test("of a long text both ends and what is said nowhere else stay, in order", () => {
  const thinned = thinText(text);
  expect(thinned.text.length).toBeLessThan(16_384);
  const places = ["It opens.", "A zebra crossed the lobby.", "It closes."].map((s) => thinned.text.indexOf(s));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("every line that stays is a whole line of the text", () => {
  const all = new Set(text.split("\n"));
  for (const line of thinText(text).text.split("\n")) expect(all.has(line) || line === "").toBe(true);
});

test("words are counted over the whole text, and the share says how much of it is left", () => {
  const { counts, share, text: left } = thinText(text);
  expect(share).toBeCloseTo(left.length / text.length, 6);
  expect(counts.reduce((most, n) => Math.max(most, n), 0)).toBe(3 * 18_000 + 1); // "the"
});
