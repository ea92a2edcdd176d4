import { describe, expect, test } from "bun:test";
import type { Located } from "../../src/validate.ts";
import { parseFrontmatter, splitFrontmatter } from "../../src/ways/frontmatter.ts";
import fc from "../support/properties.ts";

function plain(value: Located): unknown {
  if (value.kind === "scalar") return value.value;
  if (value.kind === "list") return value.items.map(plain);
  return Object.fromEntries(value.entries.map((entry) => [entry.key, plain(entry.value)]));
}

function fieldsOf(header: string) {
  const { entries, diagnostics } = parseFrontmatter(`---\n${header}\n---\nbody\n`, "x.md");
  const fields = entries && Object.fromEntries(entries.map((entry) => [entry.key, plain(entry.value)]));
  return { fields, codes: diagnostics.map((d) => d.code) };
}

test("the body is exactly what follows the closing line; rules and fences in it stay", () => {
  const body = "\n# T\n\n---\n\n```\n---\n```\n---\nend";
  expect(splitFrontmatter(`---\na: b\nc: d\n---\n${body}`)).toMatchObject({
    header: "a: b\nc: d\n",
    body,
    bodyLine: 5,
  });
});

test("frontmatter may be empty, and trailing blanks after the dashes count for nothing", () => {
  expect(splitFrontmatter("--- \n---\t\nbody")).toMatchObject({ header: "", body: "body", problem: null });
  expect(parseFrontmatter("---\n---\n", "x").entries).toEqual([]);
});

test.each([
  ["", "frontmatter-missing"],
  ["# only markdown", "frontmatter-missing"],
  ["\n---\na: b\n---\n", "frontmatter-missing"],
  ["---\na: b\n", "frontmatter-unclosed"],
  ["---\njust words\n---\n", "yaml-syntax"],
  ["---\n- a list\n---\n", "yaml-syntax"],
])("%j is refused", (text, code) => {
  const { entries, diagnostics } = parseFrontmatter(text, "x.md");
  expect(entries).toBeNull();
  expect(diagnostics.map((d) => d.code)).toEqual([code]);
});

describe("unquoted colons (field case A1): the value is the rest of the line", () => {
  test.each([
    ["description: Use when: adding an index", "Use when: adding an index"],
    ["description: Use when:", "Use when:"],
    ["description: it's here: 'now' or never", "it's here: 'now' or never"],
    ["description: a: b: c: d   ", "a: b: c: d"],
  ])("%s", (line, description) => {
    const { fields, codes } = fieldsOf(`${line}\nvocabulary: x`);
    expect(fields).toEqual({ description, vocabulary: "x" });
    expect(codes).toEqual(["unquoted-colon"]);
  });

  test.each(["url: https://x.test:8080/a", "time: 10:30", "pattern: a:b", "x: 'quoted: value'"])(
    "%s needs no repair",
    (line) => {
      expect(fieldsOf(line).codes).toEqual([]);
    },
  );

  test.each([
    "a: [x: y: z",
    "a: {b: c: d",
    "a: | b: c: d",
    "a: > b: c: d",
    "a: &b c: d: e",
    "a: !t c: d",
    "a: 'x: y",
    'a: "x: y',
    "a: b: c # comment",
    "a: @x: y",
  ])("%s is not repaired", (line) => {
    expect(fieldsOf(line)).toMatchObject({ fields: null, codes: expect.arrayContaining(["yaml-syntax"]) });
  });

  test("the warning names the line and column of the value", () => {
    const { diagnostics } = parseFrontmatter("---\nx: 1\ndescription: Use when: now\n---\n", "x.md");
    expect(diagnostics).toMatchObject([{ line: 3, column: 14, hint: "write `description: 'Use when: now'`" }]);
  });
});

describe("unquoted asterisks (field case A6): text with a hint, not a crash", () => {
  test.each([
    ["files: *.ts", "*.ts"],
    ["files: **/*.ts", "**/*.ts"],
    ["files: *.{ts,tsx}", "*.{ts,tsx}"],
    ["files: *.ts, *.tsx", "*.ts, *.tsx"],
    ["files: [*.ts, **/*.tsx]", ["*.ts", "**/*.tsx"]],
    ["files:\n  - *.ts\n  - **/*.{a,b}", ["*.ts", "**/*.{a,b}"]],
  ])("%s", (header, files) => {
    const { fields, codes } = fieldsOf(header);
    expect(fields).toEqual({ files });
    expect(new Set(codes)).toEqual(new Set(["unquoted-asterisk"]));
  });

  test("a real alias stays one", () => {
    expect(fieldsOf("a: &x one\nb: *x")).toEqual({ fields: { a: "one", b: "one" }, codes: [] });
  });
});

test("a regex in double quotes is read as it was meant", () => {
  expect(fieldsOf('pattern: "\\bgit\\s+push"')).toEqual({
    fields: { pattern: "\\bgit\\s+push" },
    codes: ["double-quoted-escape"],
  });
});

test("a comment that cuts a value off is pointed out, one after a blank is not", () => {
  expect(fieldsOf("a: fix #12").codes).toEqual(["comment-in-value"]);
  expect(fieldsOf("a: fix # this").codes).toEqual([]);
});

const line = fc.oneof(
  fc.string(),
  fc.constantFrom("a: b", "- c", "---", "x: y: z", "k: 'q'", "  indented", "", "files: *.ts", "> quote", "```", "é: ü"),
);

test("LF, CRLF, CR, mixed endings and a byte order mark read alike (field cases A2, A3)", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const texts = lines.map((text) => text.replace(/[\r\n\ufeff]/g, ""));
      const join = (ending: (i: number) => string) => texts.map((text, i) => text + ending(i)).join("");
      const expected = parseFrontmatter(
        join(() => "\n"),
        "x",
      );
      expect(
        parseFrontmatter(
          join(() => "\r\n"),
          "x",
        ),
      ).toEqual(expected);
      expect(
        parseFrontmatter(
          join(() => "\r"),
          "x",
        ),
      ).toEqual(expected);
      expect(parseFrontmatter(`\ufeff${join(() => "\r\n")}`, "x")).toEqual(expected);
      expect(
        parseFrontmatter(
          join((i) => (i % 2 ? "\n" : "\r\n")),
          "x",
        ),
      ).toEqual(expected);
    }),
  );
});

test("never throws, and a file without entries has an error", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const { entries, diagnostics } = parseFrontmatter(`---\n${lines.join("\n")}\n---\n`, "x");
      expect(entries === null).toBe(diagnostics.some((d) => d.severity === "error"));
    }),
  );
});
