import { expect, test } from "bun:test";
import { table } from "../../src/commands/io.ts";

test("cells of a table stand below each other", () => {
  expect(
    table([
      ["a", "b"],
      ["longer", "c"],
    ]),
  ).toBe("a       b\nlonger  c");
});

test("what would steer a terminal is escaped", () => {
  const evil = "\u001b[31mred\u0007 \u202eback\u2066 line\nbreak \u009b2J";
  expect(table([[evil, "x"]])).toBe("\\x1b[31mred\\x07 \\u202eback\\u2066 line break \\x9b2J  x");
});
