import { describe, expect, test } from "bun:test";
import type { Located } from "../../src/validate.ts";
import { parseYaml } from "../../src/ways/yaml.ts";
import fc from "../support/properties.ts";

function plain(value: Located | null): unknown {
  if (value === null) return null;
  if (value.kind === "scalar") return value.value;
  if (value.kind === "list") return value.items.map(plain);
  return Object.fromEntries(value.entries.map((entry) => [entry.key, plain(entry.value)]));
}

test("YAML 1.2: `yes`, `10:30` and `1.2.3` are text, numbers and true/false are not", () => {
  const { root } = parseYaml("a: yes\nb: 10:30\nc: 1.2.3\nd: 0.4\ne: true\nf:\n", "x");
  expect(plain(root)).toEqual({ a: "yes", b: "10:30", c: "1.2.3", d: 0.4, e: true, f: null });
});

test("keys and values know their places, counted in the file", () => {
  const { root } = parseYaml("a: x\nlist:\n  - one\n  - 'two'\n", "x", 2);
  if (root?.kind !== "map") throw new Error("a map is expected");
  const [a, list] = root.entries;
  expect(a).toMatchObject({ key: "a", at: { line: 2, column: 1 }, value: { at: { line: 2, column: 4 } } });
  const items = list?.value.kind === "list" ? list.value.items : [];
  expect(items.map((item) => item.at)).toEqual([
    { line: 4, column: 5 },
    { line: 5, column: 5 },
  ]);
});

test("a scalar keeps its spelling beside its value", () => {
  const { root } = parseYaml("v: 1.10", "x");
  expect(root?.kind === "map" && root.entries[0]?.value).toMatchObject({ value: 1.1, source: "1.10" });
});

test("an honest anchor is expanded", () => {
  expect(plain(parseYaml("a: &x [1, 2]\nb: *x\n", "x").root)).toEqual({ a: [1, 2], b: [1, 2] });
});

describe("hostile text is refused by name, in little time (field case A5)", () => {
  const bomb = `a0: &a0 [x,x]\n${Array.from({ length: 20 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i},*a${i}]\n`).join("")}`;
  const chain = `a0: &a0 x\n${Array.from({ length: 900 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]\n`).join("")}`;
  test.each([
    ["5,000 brackets", `a: ${"[".repeat(5000)}`, "yaml-nesting"],
    ["5,000 braces", "{".repeat(5000), "yaml-nesting"],
    ["brackets on many lines", "[\n".repeat(5000), "yaml-nesting"],
    ["dashes in a row", "- ".repeat(5000), "yaml-nesting"],
    ["question marks in a row", "? ".repeat(5000), "yaml-nesting"],
    ["ever deeper indentation", Array.from({ length: 300 }, (_, i) => `${" ".repeat(i)}k:\n`).join(""), "too-large"],
    ["deep indentation", `${Array.from({ length: 200 }, (_, i) => `${" ".repeat(i)}k:\n`).join("")}`, "yaml-nesting"],
    ["twenty levels of aliases", bomb, "yaml-aliases"],
    ["a chain of aliases", chain, "yaml-aliases"],
    ["an alias of itself", "a: &a [*a]", "yaml-aliases"],
    ["too much text", "a: b\n".repeat(10_000), "too-large"],
  ])("%s", (_, text, code) => {
    parseYaml("warm: up", "x");
    const start = performance.now();
    const { root, diagnostics } = parseYaml(text, "x");
    expect(performance.now() - start).toBeLessThan(250);
    expect(root).toBeNull();
    expect(diagnostics.map((d) => d.code)).toContain(code);
  });
});

test("brackets inside quotes and block scalars nest nothing", () => {
  const brackets = "[".repeat(200);
  const { root } = parseYaml(`a: '${brackets}'\nb: |\n  ${brackets}\n  - - -\nc: x${brackets}\n`, "x");
  expect(plain(root)).toEqual({ a: brackets, b: `${brackets}\n- - -\n`, c: `x${brackets}` });
});

test("every key written twice is reported", () => {
  const { root, diagnostics } = parseYaml("a: 1\nb: 2\na: 3\n", "x");
  expect(root).toBeNull();
  expect(diagnostics).toMatchObject([{ code: "duplicate-key", line: 3, column: 1 }]);
});

test("a tag is no silent way to lose a word", () => {
  expect(parseYaml("a: !urgent fix it", "x")).toMatchObject({ root: null, diagnostics: [{ code: "yaml-syntax" }] });
});

test("never throws, and refuses only with an error", () => {
  const piece = fc.constantFrom(
    "a: ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "&x ",
    "*x",
    "'",
    '"',
    "\n",
    "  ",
    "|",
    ">",
    "#",
    "!t ",
    "? ",
    "--- ",
    "\t",
    "é",
    "%",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 40 }).map((parts) => parts.join("")),
      ),
      (text) => {
        const { root, diagnostics } = parseYaml(text, "x");
        expect(root === null).toBe(diagnostics.some((d) => d.severity === "error"));
      },
    ),
    { numRuns: 1000 },
  );
});
