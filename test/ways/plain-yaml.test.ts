import { describe, expect, test } from "bun:test";
import { parsePlainYaml } from "../../src/ways/plain-yaml.ts";
import { parseYaml } from "../../src/ways/yaml.ts";
import fc from "../support/properties.ts";

const PLAIN = `description: When a commit is written
vocabulary: commit message
aliases:
  - write a commit message
  - 'it''s done: commit'
embed_threshold: 0.45
commands: ^git commit\\b
files: '**/*.ts'
scope: [agent, subagent]
pattern: ['\\bunit-1\\b', 'it''s', two words]
`;

test("frontmatter of plain lines is read without the library", () => {
  expect(parsePlainYaml(PLAIN, 2)).toEqual(parseYaml(PLAIN, "x", 2).root);
  expect(parsePlainYaml(PLAIN, 2)?.kind).toBe("map");
});

describe("left to the library", () => {
  test.each([
    ["a colon in a value", "a: b: c"],
    ["a comment", "a: b # c"],
    ["a comment line", "# c\na: b"],
    ["a value over two lines", "a: b\n  c"],
    ["a flow list over two lines", "a: [b,\n  c]"],
    ["a flow list with a map", "a: [b: c]"],
    ["a flow list in a list", "a: [[b]]"],
    ["a flow list with something after it", "a: [b] c"],
    ["an empty flow list", "a: []"],
    ["a word with a meaning in a flow list", "a: [b, true]"],
    ["an anchor", "a: &x b"],
    ["a key written twice", "a: b\na: c"],
    ["a word with a meaning", "a: True"],
    ["no value", "a:"],
    ["double quotes", 'a: "b"'],
    ["an item that is a map", "a:\n  - b: c"],
    ["items in two columns", "a:\n  - b\n    - c"],
    ["a block scalar", "a: |\n  b"],
    ["spaces at the end", "a: b "],
    ["a tab", "a:\tb"],
    ["a space that is not ASCII", "a: \u00a0b"],
    ["nothing", ""],
  ])("%s", (_, text) => {
    expect(parsePlainYaml(text, 1)).toBeNull();
  });
});

test("where it reads, it reads what the library reads", () => {
  const char = fc.constantFrom(..."ab:#'\"-,[]{}&*!|>%@`^\\(~. 0129éß日\t\u00a0");
  const value = fc.oneof(
    fc.array(char, { maxLength: 8 }).map((chars) => chars.join("")),
    fc.constantFrom("word", "two words", "'quoted'", "'it''s'", "0.5", "12", "null", "No", "^a\\b", "08", "1e3"),
  );
  const key = fc.constantFrom("a", "b", "c", "d_e");
  const scalar = fc.tuple(key, fc.constantFrom(" ", "  ", ""), value).map(([k, space, v]) => `${k}:${space}${v}`);
  const flow = fc
    .tuple(key, fc.array(value, { minLength: 1, maxLength: 3 }), fc.constantFrom(", ", ",", " , "))
    .map(([k, items, comma]) => `${k}: [${items.join(comma)}]`);
  const list = fc
    .tuple(key, fc.constantFrom("", "  ", "    "), fc.array(value, { minLength: 1, maxLength: 3 }))
    .map(([k, indent, items]) => [`${k}:`, ...items.map((item) => `${indent}- ${item}`)].join("\n"));
  let read = 0;
  fc.assert(
    fc.property(
      fc.array(fc.oneof(scalar, list, flow), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (blocks, ends) => {
        const text = blocks.join("\n") + (ends ? "\n" : "");
        const plain = parsePlainYaml(text, 2);
        if (plain === null) return;
        read++;
        const { root, diagnostics } = parseYaml(text, "x", 2);
        expect(root).toEqual(plain);
        expect(diagnostics).toEqual([]);
      },
    ),
    { numRuns: 3_000 },
  );
  expect(read).toBeGreaterThan(100);
});
