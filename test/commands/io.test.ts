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

test("what would steer a terminal is shown as a dot", () => {
  const evil = "\u001b[31mred\u0007 \u202eback\u2066 line\nbreak \u009b2J";
  expect(table([[evil, "x"]])).toBe("·[31mred· ·back· line·break ·2J  x");
});
