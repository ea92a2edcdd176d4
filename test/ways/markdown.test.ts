import { expect, test } from "bun:test";
import { blankComments, parseSections, parseSeeAlso, parseStages } from "../../src/ways/markdown.ts";

test("sections end at the next heading of the same or a higher level", () => {
  const sections = parseSections("intro\n# A\na\n## B\nb\n# C ##\nc");
  expect(sections.map(({ title, level, line, text }) => ({ title, level, line, text }))).toEqual([
    { title: "A", level: 1, line: 1, text: "a\n## B\nb" },
    { title: "B", level: 2, line: 3, text: "b" },
    { title: "C", level: 1, line: 5, text: "c" },
  ]);
});

test("fenced code holds no headings and no links", () => {
  const body = "## See Also\n~~~~\n- a/b — no\n~~~\n## Stage: no\n~~~~\n- c/d — yes\n```";
  expect(parseSections(body).map((s) => s.title)).toEqual(["See Also"]);
  expect(parseSeeAlso(parseSections(body)).links).toEqual([{ id: "c/d", line: 6 }]);
});

test("comments on lines of their own are emptied, and every other line keeps its number", () => {
  const kept: readonly (readonly [string, string])[] = [
    ["# A\n\n<!-- a note -->\n- fact", "# A\n\n\n- fact"],
    ["a\n  <!-- one\n\ntwo -->  \nb", "a\n\n\n\nb"],
    ["<!-- an example:\n```\nx\n```\n-->\nb", "\n\n\n\n\nb"],
    ["<!-- a --><!-- b -->\nc", "<!-- a --><!-- b -->\nc"],
  ];
  for (const [body, expected] of kept) expect(blankComments(body)).toBe(expected);
  const alone = [
    "```html\n<!-- code -->\n```",
    "a <!-- beside text -->",
    "<!-- before --> text",
    "<!-- never closed\ntext",
    "    <!-- indented code -->",
  ];
  for (const body of alone) expect(blankComments(body)).toBe(body);
});

test("See Also: ids with any dash, quotes, or no label; other items are strange", () => {
  const body = "## see also\n- a/b — one\n- `c` - two\n* d/e: three\n+ f\nprose\n- see the other one\n";
  const { links, strange } = parseSeeAlso(parseSections(body));
  expect(links.map((link) => link.id)).toEqual(["a/b", "c", "d/e", "f"]);
  expect(strange).toEqual([{ text: "see the other one", line: 6 }]);
});

test("stages come in order with their text, fences included", () => {
  const body = "# Think\n## Stage: frame\nWhat is asked?\n### detail\nx\n## Stage: try\n```\n## no\n```\n## Notes\ny";
  expect(parseStages(body)).toEqual([
    { name: "frame", text: "What is asked?\n### detail\nx" },
    { name: "try", text: "```\n## no\n```" },
  ]);
});
