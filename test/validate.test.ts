import { describe, expect, test } from "bun:test";
import { locate, parseFields } from "../src/validate.ts";
import { amount, flag, legacy, names, text, texts } from "../src/ways/kinds.ts";
import fc from "./support/properties.ts";

const TABLE = {
  title: text({ fallback: "untitled", meaning: "a title" }),
  loud: flag({ fallback: false, meaning: "loud or not" }),
  size: amount({ fallback: 3, min: 1, max: 9, integer: true, meaning: "how large" }),
  lines: texts({ fallback: [], meaning: "lines" }),
  tags: names({ fallback: [], meaning: "tags", isName: (n): n is string => n !== "" }),
  old: legacy("delete it"),
};

function check(record: unknown) {
  const located = locate(record, { line: 7, column: 3 });
  if (located.kind !== "map") throw new Error("a record is needed");
  return parseFields(located.entries, TABLE, "x.yaml");
}

test("every key of the table has a value: the one written, or the fallback", () => {
  const { values, given, diagnostics } = check({ loud: true, tags: "a, b" });
  expect(values).toEqual({ title: "untitled", loud: true, size: 3, lines: [], tags: ["a", "b"], old: null });
  expect([...given]).toEqual(["loud", "tags"]);
  expect(diagnostics).toEqual([]);
});

test("an unknown key is an error with the nearest name, at its place", () => {
  expect(check({ titel: "x" }).diagnostics).toEqual([
    {
      severity: "error",
      code: "unknown-key",
      file: "x.yaml",
      line: 7,
      column: 3,
      message: "unknown key `titel`",
      hint: "did you mean `title`?",
    },
  ]);
});

test("names of the prototype are unknown keys like any other", () => {
  const found = check({ constructor: 1, toString: 2, hasOwnProperty: 3 });
  expect(found.diagnostics.map((d) => d.code)).toEqual(["unknown-key", "unknown-key", "unknown-key"]);
});

test("a legacy key is a warning and is not used", () => {
  expect(check({ old: 4 })).toMatchObject({
    values: { old: null },
    diagnostics: [{ severity: "warning", code: "legacy-key", hint: "delete it" }],
  });
});

describe("a value of the wrong type is an error and leaves the fallback", () => {
  test.each([
    [{ loud: "yes" }, "`loud` must be `true` or `false`, found the text `yes`"],
    [{ size: "4" }, "`size` must be a whole number, found the text `4`"],
    [{ size: 4.5 }, "`size` must be a whole number from 1 to 9, found 4.5"],
    [{ size: 40 }, "`size` must be a whole number from 1 to 9, found 40"],
    [{ lines: "one" }, "`lines` must be a list of strings, found the text `one`"],
    [{ title: ["a"] }, "`title` must be a string, found a list"],
  ])("%j", (record, message) => {
    const { values, given, diagnostics } = check(record);
    expect(diagnostics.map((d) => d.message)).toEqual([message]);
    expect(given.size).toBe(0);
    expect(values.size).toBe(3);
  });
});

test("list items have places of their own", () => {
  expect([...check({ lines: ["a", "b"] }).places.keys()]).toEqual(["lines", "lines[0]", "lines[1]"]);
});

test("never throws, and always has all keys, whatever the record", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(TABLE), "x", "__proto__"), fc.jsonValue()), (record) => {
      expect(Object.keys(check(record).values)).toEqual(Object.keys(TABLE));
    }),
  );
});
