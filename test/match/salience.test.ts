import { describe, expect, test } from "bun:test";
import { readOutline } from "../../src/match/outline.ts";
import { selectUnits } from "../../src/match/salience.ts";
import { thinText } from "../../src/match/thin.ts";

const letter = (i: number) => String.fromCharCode(97 + i);
/** A sentence whose words stand nowhere else. */
const fresh = (i: number) => `${letter(i % 26)}ord${letter(Math.floor(i / 26))} says what nobody else said.`;
const outlineOf = (text: string) => readOutline(text, 60);

describe("the outline of a text", () => {
  test("tells talk from what headings, labels or lists lay out", () => {
    for (const text of ["One thing. Another thing?", "One thing.\n\nAnother, at 10:30 to be exact."])
      expect(outlineOf(text).isLaidOut).toBe(false);
    for (const text of ["# Plan\nOne thing.", "Task:\nOne thing.", "**Task**\nOne thing.", "- one\n- two", "1. one"])
      expect(outlineOf(text).isLaidOut).toBe(true);
  });

  test("tells a document from a message, by its sentences of prose", () => {
    const sentences = (count: number) => Array.from({ length: count }, (_, i) => fresh(i)).join("\n");
    expect(outlineOf(sentences(60)).isDocument).toBe(false);
    expect(outlineOf(sentences(61)).isDocument).toBe(true);
    expect(outlineOf("x = f(1);\n".repeat(200)).isDocument).toBe(false);
  });
});

describe("what is chosen", () => {
  const once = "Gather violet umbrellas before midnight.";
  const thrice = "Review angular components before midnight.";
  const filler = Array.from({ length: 60 }, (_, i) => fresh(i));
  const text = [
    ...filler,
    once,
    thrice,
    "Angular review.",
    "Components, angular.",
    "Review components.",
    ...filler,
  ].join("\n");
  const best = (isDocument: boolean) => {
    const outline = outlineOf(text);
    const units = outline.units.map((unit) => ({ ...unit, place: unit.text.includes("midnight") ? 1 : 0.1 }));
    return selectUnits({ ...outline, units, isDocument }, thinText(text), 18).map((unit) => unit.text);
  };

  test("of a document is what it comes back to", () => {
    expect(best(true)).toEqual([thrice]);
  });

  test("of a message is what is said once", () => {
    expect(best(false)).toEqual([once]);
  });
});
