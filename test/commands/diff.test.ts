import { expect, test } from "bun:test";
import { renderDiff } from "../../src/commands/diff.ts";

test("shows changed lines with their neighbours", () => {
  expect(renderDiff("a.json", '{\n  "a": 1\n}\n', '{\n  "a": 2\n}\n')).toBe(
    '--- a.json\n+++ a.json\n@@ -1,3 +1,3 @@\n {\n-  "a": 1\n+  "a": 2\n }',
  );
});

test("a file that appears or goes stands beside /dev/null", () => {
  expect(renderDiff("a.json", null, "{}\n")).toStartWith("--- /dev/null\n+++ a.json\n@@ -0,0 +1,1 @@\n+{}");
  expect(renderDiff("a.json", "{}\n", null)).toStartWith("--- a.json\n+++ /dev/null\n");
});

test("says nothing when nothing changes", () => {
  expect(renderDiff("a.json", "{}", "{}")).toBe("");
  expect(renderDiff("a.json", null, null)).toBe("");
});

test("hides line ends and BOM, and can't drive the terminal", () => {
  const diff = renderDiff("a.json", "\uFEFFa\r\n\u001b[2J\r\n", "\uFEFFa\r\nb\r\n");
  expect(diff).toContain(" a\n-\\x1b[2J\n+b");
  expect(diff).not.toMatch(/\uFEFF|\r/);
});
