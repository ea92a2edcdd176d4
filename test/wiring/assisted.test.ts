// Who gets a second thread: nobody for whom it would be late, idle, or a burden.
import { expect, test } from "bun:test";
import { isAssisted } from "../../src/wiring/assisted.ts";

const SHORT = "rename the old helper";
const TEXT =
  "please rename the old helper, then update all of its callers in the big service and in the nightly import";
const FREE = { cores: 2, load: 1 };

test.each([
  ["one core", TEXT, { cores: 1, load: 0 }],
  ["cores that others have taken", TEXT, { cores: 2, load: 3.1 }],
  ["a text of a few tokens", SHORT, FREE],
])("none for %s", (_, text, machine) => {
  expect(isAssisted(text, machine)).toBe(false);
});

test.each([
  ["Latin", TEXT],
  ["Japanese", "この変更のコミットメッセージを書いて、それから送信してください。急ぎませんので丁寧にお願いします"],
])("one for a longer text (%s)", (_, text) => {
  expect(isAssisted(text, FREE)).toBe(true);
});
