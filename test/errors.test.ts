import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { describe as describeError, escapeControl, messageOf, WaysError } from "../src/errors.ts";

const thrown = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe("what a person sees", () => {
  test("of an error they can put right: message and hint", () => {
    const error = new WaysError("there is no way `a`", { hint: "`ways list` lists them" });
    expect(describeError(error, false)).toBe("ways: there is no way `a`\n\nhint: `ways list` lists them");
    expect(describeError(new WaysError("no"), false)).toBe("ways: no");
  });

  test("of a refusal of the system: path and reason, and no call to report it", () => {
    const text = describeError(
      thrown(() => readFileSync(`${import.meta.path}/below`)),
      false,
    );
    expect(text).toStartWith("ways: the system refused: ENOTDIR: ");
    expect(text).toContain(import.meta.path);
    expect(text).not.toContain("hint");
  });

  test("of a bug: how to report it", () => {
    expect(describeError(new TypeError("x is not a function"), false)).toMatch(/^ways: unexpected error: .*\n\nhint: /);
    expect(describeError("a word", false)).toContain("unexpected error: a word");
  });

  test("with debugging: the stack, too", () => {
    const error = new WaysError("no");
    expect(describeError(error, true)).toContain("errors.test.ts");
    expect(describeError(error, false)).not.toContain("errors.test.ts");
  });
});

test("control characters of a file name or a prompt are escaped; tab and line feed stay", () => {
  expect(escapeControl("a\x1b[31m\0b\tc\nd\x9b")).toBe("a\\x1b[31m\\x00b\tc\nd\\x9b");
  expect(messageOf(7)).toBe("7");
});
